import DockDock
import Dori
import Foundation
import HTTPTypes
import Local
import LocalTesting
import Naru
import Saerok
import StorageTesting
import Support
import Testing

/// Changes that require the version that was seen.
struct VersionTests {
  private static let isbn = "9788966260959"

  private func backend(_ storage: StorageChoice? = nil) async throws -> LocalBackend {
    let backend = try await LocalBackend(storage: storage ?? .forTests, signIn: .authenticator(TokenIsName()))
    try backend.addBooks("isbn13,title\n\(Self.isbn),클린 코드\n")
    return backend
  }

  /// Loses the answers to some requests that were carried out.
  private final class LosingTransport: Transport {
    let losses = Locked(0)
    private let server: any Transport

    init(_ server: any Transport) {
      self.server = server
    }

    @concurrent
    func send(_ request: APIRequest) async throws -> APIResponse {
      let response = try await server.send(request)
      let isLost = losses.withLock { losses in
        losses -= 1
        return losses >= 0
      }
      guard !isLost else { throw APIError(.unreachable) }
      return response
    }
  }

  @Test func aChangeOfAnOldVersionIsRejectedInTheFormatAndLanguageOfTheCaller() async throws {
    let shelf = ReadingBooks.live(try await backend().client("hong"))
    let id = try await shelf.add(book: NewReadingBook(bookID: Self.isbn, status: .reading)).id
    let version = try await withEntityTag { try await shelf.show(id: id) }.version
    _ = try await withCallOptions(ifMatch: version) { try await shelf.update(id: id, changes: .init(rating: 3)) }
    for (language, localizedMessage) in [
      ("ko", "그사이 다른 곳에서 바뀌었습니다. 다시 불러온 뒤 시도해 주세요."),
      ("en", "This was changed elsewhere in the meantime. Load it again, and then retry."),
    ] {
      let headers: HTTPFields = [.acceptLanguage: language]
      let error = await #expect(throws: APIError.self) {
        try await withCallOptions(headers: headers, ifMatch: version) {
          try await shelf.update(id: id, changes: .init(rating: 4))
        }
      }
      #expect(error?.status == .preconditionFailed && error?.serverCode == "PRECONDITION_FAILED")
      #expect(error?.localizedMessage.korean == localizedMessage)
      await #expect(throws: APIError.self) {
        try await withCallOptions(headers: headers, ifMatch: version) { try await shelf.remove(id: id) }
      }
    }
    #expect(try await shelf.show(id: id).rating == 3)
    let new = try await withEntityTag { try await shelf.show(id: id) }.version
    try await withCallOptions(ifMatch: new) { try await shelf.remove(id: id) }
    #expect(try await shelf.list().isEmpty)
  }

  @Test func oneOfTwoProcessesChangesTheVersionThatBothHaveSeen() async throws {
    try await TestDatabase.inFolder { folder in
      try await changeFromTwoProcesses(StorageChoice.shared(in: folder))
      // Locks are files only while they are held.
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(!names.contains { $0.contains("lock") }, "\(names)")
    }
  }

  private func changeFromTwoProcesses(_ storage: StorageChoice) async throws {
    let backends = [try await backend(storage), try await backend(storage)]
    let shelves = try backends.map { ReadingBooks.live(try $0.client("hong")) }
    let id = try await shelves[0].add(book: NewReadingBook(bookID: Self.isbn, status: .reading)).id
    for round in 1...10 {
      let version = try await withEntityTag { try await shelves[0].show(id: id) }.version
      let changed = await withTaskGroup(of: Int.self) { group in
        for number in 0..<8 {
          group.addTask {
            let change = ReadingBookChanges(currentPage: round * 8 + number)
            let answer = try? await withCallOptions(ifMatch: version) {
              try await shelves[number % 2].update(id: id, changes: change)
            }
            return answer == nil ? 0 : 1
          }
        }
        return await group.reduce(0, +)
      }
      #expect(changed == 1, "round \(round)")
    }
    for backend in backends { try backend.close() }
  }

  @Test func aChangeWhoseResponseIsLostIsNotRejectedForItsOwnWork() async throws {
    let backend = try await backend()
    let transport = LosingTransport(backend.inMemory)
    let client = APIClient(
      InMemoryTransport.url,
      transport: transport,
      middleware: [Retry(attempts: 3, base: .zero), BearerAuthentication { Secret("hong") }]
    )
    let ledger = Ledger.live(client)
    let person = Dori.Person(name: "홍길동", relationship: .friend)
    _ = try await ledger.addPerson(person: person)
    let version = try await withEntityTag { try await ledger.person(id: person.id) }.version
    transport.losses.withLock { $0 = 2 }
    var changed = person
    changed.name = "홍길순"
    let answer = try await withCallOptions(ifMatch: version) { [changed] in
      try await ledger.updatePerson(id: person.id, person: changed)
    }
    #expect(answer.name == "홍길순")
    // Another change of the old version is refused.
    await #expect(throws: APIError.self) {
      try await withCallOptions(ifMatch: version) { try await ledger.removePerson(id: person.id) }
    }
  }

  @Test func whatAnotherPersonHasIsNotFoundWithAndWithoutAVersion() async throws {
    let backend = try await backend()
    let post = try await FreeBoard.live(backend.client("hong")).writePost(draft: PostDraft(content: "물총새")).id
    let other = FreeBoard.live(try backend.client("kim"))
    let version = try await withEntityTag { try await other.post(postID: post) }.version
    let error = await #expect(throws: APIError.self) {
      try await withCallOptions(ifMatch: version) {
        try await other.editPost(postID: post, draft: PostDraft(content: "참새"))
      }
    }
    #expect(error?.status == .forbidden)
    let unknown = await #expect(throws: APIError.self) {
      try await withCallOptions(ifMatch: EntityTag("*")) { try await other.deletePost(postID: post + 1) }
    }
    #expect(unknown?.status == .notFound)
  }
}
