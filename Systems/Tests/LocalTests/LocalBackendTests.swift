import Catalogue
import DockDock
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Naru
import SquirretBackend
import Local
import Saerok
import Squirret
import Testing

/// The composition of the local backend, as the command uses it.
struct LocalBackendTests {
  private struct Anybody: Authenticator {
    func user(for token: Secret) async throws -> Caller.User? {
      Caller.User(id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    }
  }

  private let folder = DataFolder(FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))

  private func fill(_ catalogue: Catalogue) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    try Data("isbn13,title\n9788966260959,클린 코드\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try catalogue.importCSV(from: file)
  }

  private func shelf(_ backend: LocalBackend) -> ReadingBooks {
    .live(
      APIClient(
        InMemoryTransport.url,
        transport: backend.inMemory,
        middleware: [BearerAuthentication { Secret("x") }]
      )
    )
  }

  private static func signingIn(in folder: DataFolder) async throws -> LocalBackend {
    try await LocalBackend(
      storage: .memory,
      signIn: .local(in: folder, environment: [:]),
      transport: InMemoryTransport()
    )
  }

  /// From the first page to the shelf: what people do with a browser.
  @Test
  func aPersonSignsInWithAStandInAndHasAShelf() async throws {
    defer { try? FileManager.default.removeItem(at: folder.url) }
    let backend = try await LocalBackend(
      storage: .memory,
      signIn: .local(in: folder, environment: [:]),
      transport: InMemoryTransport()
    )
    try fill(backend.catalogue)
    let location = try await Application(router: backend.router()).test(.router) { client in
      let begun = try await client.execute(uri: "/oauth2/authorization/naver", method: .get)
      let page = try #require(begun.headers[.location])
      #expect(page.hasPrefix("/stand-in/naver?"))
      let query = try #require(page.split(separator: "?").last)
      let decided = try await client.execute(
        uri: "/stand-in/naver",
        method: .post,
        body: ByteBuffer(string: "\(query)&person=%ED%99%8D%EA%B8%B8%EB%8F%99&decision=approve")
      )
      let back = try #require(decided.headers[.location]?.replacingOccurrences(of: "http://localhost", with: ""))
      let cookie = try #require(begun.headers[.setCookie]?.prefix { $0 != ";" })
      let done = try await client.execute(uri: back, method: .get, headers: [.cookie: String(cookie)])
      return try #require(done.headers[.location])
    }
    let items = try #require(URLComponents(string: location)?.queryItems)
    let token = try #require(items.first { $0.name == "access_token" }?.value)
    let client = APIClient(
      InMemoryTransport.url,
      transport: backend.inMemory,
      middleware: [BearerAuthentication { Secret(token) }]
    )
    let me = try await Accounts.live(client).me()
    #expect(me.name == "홍길동" && me.provider == .naver)
    // The community knows what signing in told.
    let email = try await Saerok.Account.live(client).profile().email
    #expect(email == me.email && email != nil)
    let entry = try await ReadingBooks.live(client).add(book: NewReadingBook(bookID: "9788966260959", status: .reading))
    #expect(entry.userID == me.id.uuidString.lowercased())
    // The account takes the shelf with it.
    try await Accounts.live(client).deleteAccount()
    await #expect(throws: APIError.self) { try await ReadingBooks.live(client).list() }
  }

  @Test
  func theKeyOfTheSignInStaysInItsFolder() throws {
    defer { try? FileManager.default.removeItem(at: folder.url) }
    let key = try folder.identityKey()
    #expect(key.count == 32)
    #expect(try folder.identityKey() == key)
    let path = folder.url.appending(path: "identity.key").path
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
  }

  @Test
  func whatIsInAFolderStays() async throws {
    defer { try? FileManager.default.removeItem(at: folder.url) }
    let first = try LocalBackend(storage: .folder(folder), authenticator: Anybody())
    try fill(first.catalogue)
    let entry = try await shelf(first).add(book: NewReadingBook(bookID: "9788966260959", status: .reading))
    try first.close()
    let second = try LocalBackend(storage: .folder(folder), authenticator: Anybody())
    #expect(try await shelf(second).list().elements == [entry])
    #expect(try second.catalogue.count() == 1)
    try second.close()
  }

  @Test
  func whatIsInMemoryIsGone() async throws {
    let first = try LocalBackend(storage: .memory, authenticator: Anybody())
    try fill(first.catalogue)
    #expect(try first.catalogue.count() == 1)
    #expect(try LocalBackend(storage: .memory, authenticator: Anybody()).catalogue.count() == 0)
  }

  @Test
  func aFileThatIsNoDatabaseIsLeftAlone() throws {
    defer { try? FileManager.default.removeItem(at: folder.url) }
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let file = folder.url.appending(path: "naru.sqlite")
    let text = Data(String(repeating: "This is a letter and not a database. ", count: 100).utf8)
    try text.write(to: file)
    let error = #expect(throws: LocalError.self) {
      try LocalBackend(storage: .folder(folder), authenticator: Anybody())
    }
    #expect(error?.sentence.english.contains("naru.sqlite") == true)
    #expect(try Data(contentsOf: file) == text)
  }

  @Test
  func everyEndpointIsServedAndListedOnce() async throws {
    let backend = try await Self.signingIn(in: folder)
    defer { try? FileManager.default.removeItem(at: folder.url) }
    let served = backend.contracts.flatMap(\.endpoints)
    #expect(Set(served) == Set(LocalBackend.endpoints))
    #expect(served.count == LocalBackend.endpoints.count)
    #expect(Set(served.map { "\($0.method.rawValue) \($0.path)" }).count == served.count)
    #expect(served.allSatisfy { !$0.summary.isEmpty })
  }

  @Test
  func coversAreDrawn() async throws {
    let backend = try LocalBackend(storage: .memory, authenticator: Anybody())
    try fill(backend.catalogue)
    try await Application(router: backend.router()).test(.router) { client in
      let cover = try await client.execute(uri: "/covers/9788966260959.svg", method: .get)
      #expect(cover.status == .ok)
      #expect(cover.headers[.contentType] == "image/svg+xml; charset=utf-8")
      #expect(String(buffer: cover.body).contains("클린 코드"))
      #expect(try await client.execute(uri: "/covers/9788900000008.svg", method: .get).status == .notFound)
    }
  }

  /// The addresses of covers begin with the address that the client used, so that they work from a phone too.
  @Test
  func aCoversAddressIsTheClientsOwn() async throws {
    let backend = try LocalBackend(storage: .memory, authenticator: Anybody())
    try fill(backend.catalogue)
    let url = try #require(URL(string: "http://192.168.0.7:8080"))
    let client = APIClient(url, transport: backend.inMemory, allowsInsecureHTTP: true)
    let book = try await Books.live(client).show(id: "9788966260959")
    #expect(book.coverImage == "http://192.168.0.7:8080/covers/9788966260959.svg")
  }
}
