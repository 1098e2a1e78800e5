import DockDock
import Dori
import Foundation
import HTTPTypes
import Konkuk
import Local
import LocalTesting
import Naru
import Saerok
import ServedSystem
import Storage
import StorageTesting
import Support
import Testing

/// Requests to the systems with an `Idempotency-Key`.
struct RememberedResultsTests {
  @TemporaryData private var folder: DataFolder
  private static let isbn = "9788966260959"
  private let clock = Locked(Date(timeIntervalSince1970: 1_800_000_000))

  private func backend(_ storage: StorageChoice? = nil, days: String? = nil) async throws -> LocalBackend {
    let backend = try await LocalBackend(
      storage: storage ?? .forTests,
      signIn: .tokenIsName,
      settings: Settings(
        environment: ["NARU_WRITES_PER_MINUTE": "0"].merging(days.map { ["NARU_IDEMPOTENCY_DAYS": $0] } ?? [:]) { $1 }
      ),
      now: { [clock] in clock.withLock { $0 } }
    )
    try backend.addBooks("isbn13,title\n\(Self.isbn),클린 코드\n")
    return backend
  }

  /// A call that takes effect each time it is made, with what can be counted after it.
  private struct Effect: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (APIClient) async throws -> String
    let count: @Sendable (APIClient) async throws -> Int
  }

  private static let effects = [
    Effect(testDescription: "a post") { client in
      let post = try await withKey { try await FreeBoard.live(client).writePost(draft: PostDraft(content: "물총새")) }
      return "\(post.id)"
    } count: {
      try await FreeBoard.live($0).posts().items.count
    },
    Effect(testDescription: "a person of the ledger") { client in
      let person = Dori.Person(
        id: LedgerID(rawValue: "5A0C6C2E-0F6B-4B6E-9F39-2C1F7B1B0A01"),
        name: "홍길동",
        relationship: .friend
      )
      let created = try await withKey { try await Ledger.live(client).addPerson(person: person) }
      return "\(created.value.id) \(created.isNew)"
    } count: {
      try await Ledger.live($0).people().count
    },
  ]

  private static func withKey<Value: Sendable>(
    _ key: String = "key",
    _ body: () async throws -> Value
  ) async throws -> Value {
    try await withCallOptions(idempotencyKey: key) { try await body() }
  }

  @Test(arguments: effects)
  private func theSameKeyTakesEffectOnceConcurrently(effect: Effect) async throws {
    let client = try await backend().client("hong")
    #expect(Set(try await concurrently(50) { _ in try await effect.make(client) }).count == 1)
    #expect(try await effect.count(client) == 1)
  }

  @Test func twoProcessesShareTheKeys() async throws {
    let storage = try StorageChoice.shared(in: folder.url)
    let backends = [try await backend(storage), try await backend(storage)]
    let boards = try backends.map { FreeBoard.live(try $0.client("hong")) }
    let ids = try await concurrently(20) { number in
      try await Self.withKey { try await boards[number % 2].writePost(draft: PostDraft(content: "물총새")) }.id
    }
    #expect(Set(ids).count == 1)
    #expect(try await boards[1].posts().items.count == 1)
    for backend in backends { try backend.close() }
  }

  @Test func anotherBodyIsRejectedAndAnotherPersonIsNot() async throws {
    let backend = try await backend()
    let board = FreeBoard.live(try backend.client("hong"))
    _ = try await Self.withKey { try await board.writePost(draft: PostDraft(content: "물총새")) }
    let error = await #expect(throws: APIError.self) {
      try await Self.withKey { try await board.writePost(draft: PostDraft(content: "참새")) }
    }
    #expect(error?.status == .conflict && error?.localizedMessage.korean.contains("Idempotency-Key") == true)
    let other = FreeBoard.live(try backend.client("kim"))
    _ = try await Self.withKey { try await other.writePost(draft: PostDraft(content: "참새")) }
    #expect(try await board.posts().items.count == 2)
  }

  @Test func aRepeatedCallGetsTheFirstResponseInAnotherMonth() async throws {
    let client = try await backend(days: "365").client("hong")
    let onboarding = Onboarding.live(client)
    try await onboarding.setPreferences(preferences: ReadingPreferences(preferredGenres: ["novel"]))
    let report = { try await Self.withKey { try await onboarding.makeReport() } }
    let loan = { try await Self.withKey { try await Loans.live(client).borrow(loan: NewLoan(isbn: Self.isbn)) } }
    let (firstReport, firstLoan) = try await (report(), loan())
    clock.withLock { $0 += 60 * 86_400 }
    #expect(try await report() == firstReport)
    #expect(try await loan() == firstLoan)
  }

  @Test(arguments: [nil, "1"])
  func aKeyIsForgottenAfterItsDays(days: String?) async throws {
    let board = FreeBoard.live(try await backend(days: days).client("hong"))
    let write = { try await Self.withKey { try await board.writePost(draft: PostDraft(content: "물총새")) }.id }
    let first = try await write()
    clock.withLock { $0 += (days == nil ? 7 : 1) * 86_400 - 1 }
    #expect(try await write() == first)
    clock.withLock { $0 += 1 }
    #expect(try await write() != first)
  }

  @Test func aRejectedRequestLeavesNothingBehind() async throws {
    let client = try await backend().client("hong")
    let shelf = ReadingBooks.live(client)
    let first = try await shelf.add(book: NewReadingBook(bookID: Self.isbn, status: .reading))
    let add = {
      try await Self.withKey { try await shelf.add(book: NewReadingBook(bookID: Self.isbn, status: .reading)) }
    }
    await #expect(throws: APIError.self) { try await add() }
    try await shelf.remove(id: first.id)
    // The key was not used up.
    #expect(try await add().id != first.id)
  }

  // MARK: The transaction

  private let user = Caller.User(id: UUID())

  private func database() throws -> Database {
    let database = try Database.inMemory()
    var migrations = Migrations()
    ServerTables.addMigrations(to: &migrations)
    try database.migrate(migrations)
    try database.write { try $0.script("CREATE TABLE effect (number INTEGER PRIMARY KEY)") }
    return database
  }

  @discardableResult
  private func handle(in database: Database, _ body: @escaping @Sendable () async throws -> Void) async throws
    -> APIResponse
  {
    let request = IdempotentRequest(
      caller: Caller(user: user),
      endpoint: Endpoint("Tests", "add", .post, "/"),
      key: "key",
      fingerprint: "same"
    )
    let store = try RememberedResults(in: database, .none, now: { Date() })
    return try await store.response(to: request) {
      try await body()
      return APIResponse(head: HTTPResponse(status: .ok))
    }
  }

  private func add(_ number: Int, to database: Database) async throws -> Int {
    try await database.write("add \(number)", for: user) { db in
      try db.run("INSERT INTO effect (number) VALUES (\(number))")
      return number
    }
  }

  @Test func aHandlerContinuesAfterItsLastTransaction() async throws {
    struct Crash: Error {}
    let database = try database()
    // The server stops after none, one and two transactions.
    for crash in [0, 1, 2, 3] {
      _ = try? await handle(in: database) {
        for number in 0..<3 {
          if number == crash { throw Crash() }
          #expect(try await add(number, to: database) == number)
        }
      }
      #expect(try database.counts.first == crash)
    }
  }

  @Test func aTransactionThatALaterVersionAddsDoesNotTakeTheResultOfTheOldOne() async throws {
    let database = try database()
    try await handle(in: database) { _ = try await database.write(for: user) { _ in "old" } }
    let replay = try await handle(in: database) {
      let new = try await database.write("check", for: user) { _ in "new" }
      let old = try await database.write(for: user) { _ in "never" }
      #expect(new == "new" && old == "old")
    }
    #expect(try database.counts == [0, 2] && !replay.isReplayed)
  }

  @Test func twoTransactionsOfOneEndpointNeedTwoNames() async throws {
    let database = try database()
    let error = await #expect(throws: MessageError.self) {
      try await handle(in: database) {
        _ = try await database.write(for: user) { _ in "check" }
        _ = try await database.write(for: user) { _ in "change" }
      }
    }
    #expect(error?.localizedMessage.english.contains("Tests.add") == true)
  }

  @Test func aFailedCommitLeavesNeitherTheEffectNorTheKey() async throws {
    let database = try database()
    let observer = RejectingObserver(of: try #require(try database.sqlite))
    await #expect(throws: (any Error).self) { try await handle(in: database) { _ = try await add(1, to: database) } }
    observer.refuses.withLock { $0 = false }
    #expect(try database.counts == [0, 0])
    try await handle(in: database) { _ = try await add(1, to: database) }
  }

  @Test func aDeletedAccountHasNoResults() async throws {
    let database = try database()
    try await handle(in: database) { _ = try await add(1, to: database) }
    try await database.write { [user] db in try DeletedPeople.add(user.id, db) }
    #expect(try database.counts.last == 0)
  }

  @Test func onlyARepeatedResponseIsMarked() async throws {
    let database = try database()
    #expect(try await handle(in: database) { _ = try await add(1, to: database) }.isReplayed == false)
    #expect(try await handle(in: database) { _ = try await add(1, to: database) }.isReplayed)
  }
}

extension Database {
  /// The numbers of rows of the effects and of the results.
  fileprivate var counts: [Int] {
    get throws {
      try read { db in
        try db.values("SELECT count(*) FROM effect UNION ALL SELECT count(*) FROM remembered_result", as: Int.self)
      }
    }
  }
}
