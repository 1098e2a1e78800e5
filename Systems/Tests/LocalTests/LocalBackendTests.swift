import Catalogue
import DockDock
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Local
import LocalTesting
import Naru
import Saerok
import Squirret
import SquirretBackend
import Storage
import StorageTesting
import Support
import Testing

/// The composition of the local backend, as the command uses it.
struct LocalBackendTests {
  @TemporaryData private var folder: DataFolder

  private static let csv = "isbn13,title\n9788966260959,클린 코드\n"

  private func backend(_ storage: StorageChoice? = nil) async throws -> LocalBackend {
    try await LocalBackend(storage: storage ?? .forTests, signIn: .tokenIsName)
  }

  @Test func aFirstStartWaitsForTheImportOfAnotherOne() async throws {
    let backend = try await backend(.folder(folder))
    try backend.addBooks(Self.csv)
    let other = try Database.file(at: folder.url.appending(path: "naru.sqlite"))
    let hasImported = Locked(false)
    let (locked, locking) = AsyncStream.makeStream(of: Void.self)
    let importing = Task {
      try await other.withLock("seed") {
        locking.finish()
        for _ in 0..<50 { await Task.yield() }
        hasImported.withLock { $0 = true }
      }
    }
    for await _ in locked {}
    try await backend.seed { _ in }
    #expect(hasImported.withLock { $0 })
    try await importing.value
    try backend.close()
    try other.close()
  }

  @Test(arguments: [true, false])
  func aStartThatWaitsTooLongForAnotherProcessEndsWithASentence(isOpen: Bool) async throws {
    let other = try await backend(.folder(folder))
    let wait = BusyWait(limit: .milliseconds(50))
    @Sendable func start() async throws {
      let backend = try await LocalBackend(storage: .folder(folder), busyWait: wait)
      defer { try? backend.close() }
      try await backend.seed { _ in }
    }
    let error: (any Error)?
    if isOpen {
      let database = try Database.file(at: folder.url.appending(path: "naru.sqlite"))
      defer { try? database.close() }
      error = try await database.withLock("seed") { await #expect(throws: (any Error).self) { try await start() } }
    } else {
      let lock = try FileLock(folder: folder.url.path, waiting: BusyWait())
      defer { lock?.unlock() }
      error = await #expect(throws: (any Error).self) { try await start() }
      #expect(throws: (any Error).self) { try LocalBackend.copy(from: .folder(folder), to: .memory, waiting: wait) }
    }
    let message = (error as? MessageError)?.localizedMessage.english
    #expect(message?.contains("Another Naru process") == true, "\(error as Any)")
    try other.close()
  }

  @Test func aPersonSignsInWithAStandInAndHasAShelf() async throws {
    let backend = try await LocalBackend(storage: .forTests, signIn: .squirret(.local(in: folder)))
    #expect(backend.hasStandIns)
    try backend.addBooks(Self.csv)
    let client = backend.client(token: try await backend.signIn("홍길동"))
    let me = try await Accounts.live(client).me()
    #expect(me.name == "홍길동" && me.provider == .naver)
    // The sign-in reports the e-mail address to the community.
    let email = try await Saerok.Account.live(client).profile().email
    #expect(email == me.email && !email.isEmpty)
    let entry = try await ReadingBooks.live(client).add(book: NewReadingBook(bookID: "9788966260959", status: .reading))
    #expect(entry.userID == me.id.uuidString.lowercased())
    try await Accounts.live(client).deleteAccount()
    await #expect(throws: APIError.self) { try await ReadingBooks.live(client).list() }
  }

  @Test func onlyDockDockAcceptsTokensOfASupabaseProject() async throws {
    var signIn = try await IdentityConfiguration.local(in: folder)
    let secret = Secret(String(repeating: "s", count: 32))
    signIn.supabase = SupabaseTokens.Configuration(key: .secret(secret), issuer: "https://s.co")
    let backend = try await LocalBackend(storage: .forTests, signIn: .squirret(signIn))
    // Signed with the secret, until the year 3000.
    let token =
      "eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJodHRwczovL3MuY28iLCJhdWQiOiJhdXRoZW50aWNhdGVkIiwic3ViIjoiMDAwMDAwMDAtMDAwMC"
      + "00MDAwLTgwMDAtMDAwMDAwMDAwMDAxIiwiZXhwIjozMjUwMzY4MDAwMH0.wmHcB_CJl9mFM7cl6hgZ8YFvHRlUGX5IMlIJTgSMziw"
    let client = backend.client(token: Secret(token))
    #expect(try await ReadingBooks.live(client).list().isEmpty)
    let error = await #expect(throws: APIError.self) { try await FreeBoard.live(client).posts() }
    #expect(error?.status == .unauthorized)
  }

  @Test func theSignInKeyIsMadeOnceAndStaysInItsFolder() async throws {
    let keys = Set(try await concurrently(8) { _ in try folder.identityKey() })
    #expect(keys.count == 1 && keys.first?.count == 32)
    #expect(try folder.identityKey() == keys.first)
    let path = folder.url.appending(path: "identity.key").path
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
  }

  @Test func aFileThatIsNotADatabaseIsNotChanged() async throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let file = folder.url.appending(path: "naru.sqlite")
    let text = Data(String(repeating: "This is a letter and not a database. ", count: 100).utf8)
    try text.write(to: file)
    let error = await #expect(throws: MessageError.self) { try await backend(.folder(folder)) }
    #expect(error?.localizedMessage.english.contains("naru.sqlite") == true)
    #expect(try Data(contentsOf: file) == text)
  }

  @Test func everyEndpointIsServedAndListedOnce() async throws {
    let backend = try await LocalBackend(storage: .forTests, signIn: .squirret(.local(in: folder)))
    let all = backend.contracts.flatMap(\.endpoints)
    let served = all.filter { $0.contract != "ChangeStream" }
    #expect(all.count == served.count + 1)
    #expect(Set(served) == Set(LocalBackend.endpoints))
    #expect(served.count == LocalBackend.endpoints.count)
    #expect(Set(served.map { "\($0.method.rawValue) \($0.path)" }).count == served.count)
    #expect(served.allSatisfy { !$0.summary.isEmpty })
  }
}
