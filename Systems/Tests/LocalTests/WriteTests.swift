import Dori
import Foundation
import GRDB
import HTTPTypes
import InMemoryLogging
import Local
import LocalTesting
import Logging
import Naru
import Saerok
import ServedSystem
import Storage
import StorageTesting
import Support
import Testing

/// Limits of writes, and writes that have to wait.
struct WriteTests {
  @TemporaryData private var folder: DataFolder

  private static func person(_ name: String = "홍길동") -> Dori.Person { Person(name: name, relationship: .friend) }

  // MARK: Limits

  private func backend(
    _ perMinute: String?,
    _ clock: Locked<Date> = Locked(Date()),
    _ storage: StorageChoice? = nil
  ) async throws -> LocalBackend {
    try await LocalBackend(
      storage: storage ?? .forTests,
      signIn: .tokenIsName,
      settings: Settings(environment: perMinute.map { ["NARU_WRITES_PER_MINUTE": $0] } ?? [:]),
      now: { clock.withLock { $0 } }
    )
  }

  @Test func aPersonMayWriteSoOftenAndHearsHowLongToWait() async throws {
    let clock = Locked(Date(timeIntervalSince1970: 1_800_000_000))
    let backend = try await backend("2", clock)
    let (hong, kim) = (try backend.client("hong"), try backend.client("kim"))
    // Five times as many at once, in all systems together.
    for _ in 0..<5 { _ = try await Ledger.live(hong).addPerson(person: Self.person()) }
    for _ in 0..<5 { _ = try await FreeBoard.live(hong).writePost(draft: PostDraft(content: "물총새")) }
    let refused = await #expect(throws: APIError.self) { try await Ledger.live(hong).addPerson(person: Self.person()) }
    #expect(refused?.code == .rateLimited && refused?.status == .tooManyRequests && refused?.retryAfter == .seconds(30))
    #expect(try await Ledger.live(hong).people().count == 5)
    _ = try await Ledger.live(kim).addPerson(person: Self.person())
    clock.withLock { $0 += 30 }
    _ = try await Ledger.live(hong).addPerson(person: Self.person())
    await #expect(throws: APIError.self) { try await Ledger.live(hong).addPerson(person: Self.person()) }
  }

  @Test(.enabled(if: TestDatabase.isPostgreSQL)) func theServersOfOneDatabaseCountTogether() async throws {
    let (storage, clock) = (try StorageChoice.forTests, Locked(Date(timeIntervalSince1970: 1_800_000_000)))
    let ledgers = [
      Ledger.live(try await backend("2", clock, storage).client("hong")),
      Ledger.live(try await backend("2", clock, storage).client("hong")),
    ]
    for number in 0..<10 { _ = try await ledgers[number % 2].addPerson(person: Self.person()) }
    for ledger in ledgers {
      let refused = await #expect(throws: APIError.self) { try await ledger.addPerson(person: Self.person()) }
      #expect(refused?.code == .rateLimited)
    }
  }

  @Test func byDefaultThreeHundredWritesAtOnceAreAllowed() async throws {
    let clock = Locked(Date(timeIntervalSince1970: 1_800_000_000))
    let ledger = Ledger.live(try await backend(nil, clock).client("hong"))
    for _ in 0..<300 { _ = try await ledger.addPerson(person: Self.person()) }
    let refused = await #expect(throws: APIError.self) { try await ledger.addPerson(person: Self.person()) }
    #expect(refused?.code == .rateLimited)
  }

  @Test func zeroIsNoLimit() async throws {
    let ledger = Ledger.live(try await backend("0").client("hong"))
    for _ in 0..<20 { _ = try await ledger.addPerson(person: Self.person()) }
  }

  // MARK: A busy database

  @Test func writesBesideALongImportAreA503() async throws {
    let backend = try await LocalBackend(
      storage: .folder(folder),
      signIn: .tokenIsName,
      busyWait: BusyWait(limit: .milliseconds(300))
    )
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.url.appending(path: "naru.sqlite").path, configuration: configuration)
    let ledger = Ledger.live(try backend.client("hong"))
    _ = try await ledger.addPerson(person: Self.person())
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let errors = try await concurrently(20) { _ in
      await #expect(throws: APIError.self) { try await ledger.addPerson(person: Self.person()) }
    }
    #expect(errors.allSatisfy { $0?.status == .serviceUnavailable && $0?.retryAfter == .seconds(5) })
    #expect(try await ledger.people().count == 1)
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    _ = try await ledger.addPerson(person: Self.person())
    try other.close()
    try backend.close()
  }

  /// The other process may stand still, such as a stopped container.
  @Test(.timeLimit(.minutes(1))) func changesOfAResourceThatAnotherProcessIsChangingAreA503() async throws {
    let (storage, log) = (try StorageChoice.shared(in: folder.url), InMemoryLogHandler())
    let backend = try await LocalBackend(
      storage: storage,
      signIn: .tokenIsName,
      logger: Logger(label: "test") { _ in log },
      busyWait: BusyWait(limit: .milliseconds(100))
    )
    let other: Storage.Database =
      switch storage {
      case .postgreSQL(let address): try .postgreSQL(at: address)
      default: try .file(at: folder.url.appending(path: "naru.sqlite"))
      }
    let ledger = Ledger.live(try backend.client("hong"))
    let hong = try await ledger.addPerson(person: Self.person())
    let kim = try await ledger.addPerson(person: Self.person("김"))
    var changed = hong.value
    changed.name = "이"
    let endpoint = try #require(Ledger.endpoints.first { $0.method == .get && $0.path.description == "/persons/{id}" })
    try await other.withLock("\(endpoint.id)/\(hong.value.id.key)") { [changed] in
      let errors = try await concurrently(10) { _ in
        await #expect(throws: APIError.self) { try await ledger.updatePerson(id: hong.value.id, person: changed) }
      }
      #expect(errors.allSatisfy { $0?.status == .serviceUnavailable && $0?.retryAfter == .seconds(5) })
      _ = try await ledger.updatePerson(id: kim.value.id, person: kim.value)
    }
    #expect(log.entries.contains { "\($0.metadata["cause"] ?? "")".contains("another process has held a lock") })
    _ = try await ledger.updatePerson(id: hong.value.id, person: changed)
    #expect(try await ledger.people().map(\.name).sorted() == ["김", "이"])
    try backend.close()
    try other.close()
  }

  @Test func aLongWaitIsAnnouncedOnce() {
    let announced = Locked(0)
    let wait = BusyWait { announced.withLock { $0 += 1 } }
    let start = ContinuousClock.now
    #expect(wait.mayTryAgain(tries: 0, at: start, for: "seed"))
    #expect(wait.mayTryAgain(tries: 1, at: start + .seconds(1), for: "seed"))
    #expect(announced.withLock { $0 } == 0)
    #expect(wait.mayTryAgain(tries: 2, at: start + .seconds(1.1), for: "seed"))
    #expect(wait.mayTryAgain(tries: 3, at: start + .seconds(2), for: "seed"))
    #expect(announced.withLock { $0 } == 1)
    #expect(!wait.mayTryAgain(tries: 4, at: start + .seconds(30), for: "seed"))
    // Another lock has a wait of its own.
    #expect(wait.mayTryAgain(tries: 0, at: start + .seconds(30), for: "welcome"))
  }

  @Test func aWaitEndsForAllWhoWait() {
    let wait = BusyWait(limit: .seconds(4))
    let start = ContinuousClock.now
    #expect(wait.mayTryAgain(tries: 0, at: start))
    #expect(wait.mayTryAgain(tries: 1, at: start + .seconds(0.9)))
    // Another write begins to wait.
    #expect(wait.mayTryAgain(tries: 0, at: start + .seconds(1.8)))
    #expect(wait.mayTryAgain(tries: 1, at: start + .seconds(2.7)))
    #expect(wait.mayTryAgain(tries: 2, at: start + .seconds(3.6)))
    #expect(!wait.mayTryAgain(tries: 3, at: start + .seconds(4)))
    #expect(!wait.mayTryAgain(tries: 0, at: start + .seconds(4.5)))
    // After a pause, it is another wait.
    #expect(wait.mayTryAgain(tries: 0, at: start + .seconds(6)))
    // Or after a write that got its turn, however often others have to wait.
    wait.end()
    #expect(wait.mayTryAgain(tries: 0, at: start + .seconds(6.9)))
    #expect(wait.mayTryAgain(tries: 1, at: start + .seconds(10.5)))
  }

  @Test func aFullOrReadOnlyDiskIsAFailureWithoutDetailsAndOtherErrorsAreUnexpected() {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let full = APIError.database(DatabaseError(resultCode: .SQLITE_FULL, sql: "INSERT"), logger: logger)
    #expect(full?.status == .serviceUnavailable && full?.localizedMessage.english.contains("INSERT") == false)
    for code in [ResultCode.SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_CANTOPEN] {
      let failure = APIError.database(DatabaseError(resultCode: code, sql: "INSERT"), logger: logger)
      #expect(failure?.status == .serviceUnavailable && failure?.localizedMessage.english.contains("disk") == true)
    }
    #expect(APIError.database(DatabaseError(resultCode: .SQLITE_CORRUPT), logger: logger) == nil)
    #expect(APIError.database(CancellationError(), logger: logger) == nil)
  }
}
