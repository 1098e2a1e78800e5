import Foundation
import NaruMessages
import Storage
import StorageTesting
import Support
import Testing

/// Behavior of PostgreSQL that SQLite doesn't have. These tests need `scripts/test postgresql`.
@Suite(.enabled(if: TestDatabase.isPostgreSQL))
struct PostgreSQLTests {
  private func birds() throws -> (address: Secret, database: Database) {
    let address = try #require(try TestDatabase.newAddress())
    let database = try Database.postgreSQL(at: address, connections: 4)
    try database.migrate(.birds)
    return (address, database)
  }

  /// Ends all other connections to a schema on the server, as a restart does.
  private func disconnect(_ schema: Secret) throws {
    let other = try Database.postgreSQL(at: schema, connections: 1)
    defer { try? other.close() }
    try other.write { db in
      // The schema is in the settings of each connection, so the table that all of them have used tells them apart.
      _ = try db.run(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'naru' AND pid <> pg_backend_pid() AND query LIKE \("%naru_test_mark%")
        """
      )
    }
  }

  @Test
  func aLostConnectionIsReplacedBeforeACallNoticesIt() async throws {
    let (address, database) = try birds()
    for round in 0..<5 {
      let marked: SQL = "SELECT count(*) /* naru_test_mark */ FROM bird"
      #expect(try await database.read { try $0.value(marked) } == round)
      try disconnect(address)
      try await database.write { _ = try $0.run("INSERT INTO bird (name) VALUES (\("\(round)"))") }
    }
    #expect(try await database.read { try $0.value("SELECT count(*) FROM bird") } == 5)
  }

  @Test
  func processesTellEachOtherWhatHasChanged() async throws {
    let address = try #require(try TestDatabase.newAddress())
    let databases = try (0..<2).map { _ in try Database.postgreSQL(at: address, connections: 1) }
    let stranger = try Database.postgreSQL(at: #require(try TestDatabase.newAddress()), connections: 1)
    let channels = try (databases + [stranger]).map { try #require($0.changeChannel) }
    var received = channels.map { $0.messages.makeAsyncIterator() }
    // Something may be lost before the first message.
    for index in received.indices { #expect(await received[index].next() == .some(nil)) }
    for number in 1...100 { channels[0].send("\(number)") }
    for index in 0..<2 { for number in 1...100 { #expect(await received[index].next() == "\(number)") } }
    // Another schema is another server.
    channels[2].send("other")
    #expect(await received[2].next() == "other")
    channels[1].send(String(repeating: "x", count: 8_000))
    #expect(await received[0].next() == "")
    _ = await received[1].next()
    try await databases[0].write { db in
      let other: SQL = "pid <> pg_backend_pid() AND query LIKE 'LISTEN%' AND application_name = 'naru'"
      let mine: SQL = "query LIKE '%' || md5(current_schema()) || '%'"
      _ = try db.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE \(other) AND \(mine)")
    }
    for index in 0..<2 { #expect(await received[index].next() == .some(nil)) }
    channels[0].send("again")
    for index in 0..<2 { #expect(await received[index].next() == "again") }
    for database in databases { try database.close() }
    for index in 0..<2 { #expect(await received[index].next() == nil) }
  }

  @Test
  func aWriteWhoseConnectionIsLostInTheMiddleRunsAgain() async throws {
    let (address, database) = try birds()
    let runs = Locked(0)
    try await database.write { db in
      try db.run("INSERT INTO bird (name) VALUES ('물총새') /* naru_test_mark */")
      let isFirst = runs.withLock { runs in
        runs += 1
        return runs == 1
      }
      if isFirst { try disconnect(address) }
      _ = try db.value("SELECT count(*) FROM bird", as: Int.self)
    }
    #expect(runs.withLock { $0 } == 2)
    #expect(try await database.read { try $0.value("SELECT count(*) FROM bird") } == 1)
  }

  @Test(arguments: [false, true])
  func aCancelledTaskEndsItsStatementOnTheServer(isCancelledBeforeTheStatement: Bool) async throws {
    let (_, database) = try birds()
    let (started, start) = AsyncStream<Void>.makeStream()
    let cancelled = DispatchSemaphore(value: 0)
    let task = Task {
      try await database.read { db in
        start.yield()
        if isCancelledBeforeTheStatement { cancelled.wait() }
        _ = try db.value("SELECT 1 FROM pg_sleep(60)", as: Int.self)
      }
    }
    for await _ in started { break }
    let clock = ContinuousClock()
    let time = await clock.measure {
      task.cancel()
      cancelled.signal()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(time < .seconds(30))
    // The connection can be used again.
    #expect(try await database.read { try $0.value("SELECT count(*) FROM bird") } == 0)
  }

  @Test(arguments: [(false, DatabaseFailure.busy), (true, .unreachable)])
  func aServerThatStandsStillEndsACall(entirely: Bool, reason: DatabaseFailure) throws {
    let wait = BusyWait()
    let database = try Database.postgreSQL(at: #require(try TestDatabase.newAddress()), connections: 1, waiting: wait)
    wait.beginServing(statementLimit: .milliseconds(200))
    let error = #expect(throws: (any Error).self) {
      try database.read { db in
        if entirely { try db.script("SET statement_timeout = 0") }
        _ = try db.value("SELECT 1 FROM pg_sleep(60)", as: Int.self)
      }
    }
    #expect(error.flatMap { DatabaseFailure($0) } == reason)
    #expect(try database.read { try $0.value("SELECT 1", as: Int.self) } == 1)
  }

  @Test
  func writesThatConflictAllHaveTheirEffect() async throws {
    let (address, one) = try birds()
    let two = try Database.postgreSQL(at: address, connections: 4)
    try await one.write { _ = try $0.run("INSERT INTO bird (name, size) VALUES ('왜가리', 0)") }
    try await concurrently(200) { index in
      try await (index % 2 == 0 ? one : two).write { db in
        let size: Int = try db.value("SELECT size FROM bird")
        _ = try db.run("UPDATE bird SET size = \(size + 1)")
      }
    }
    #expect(try await one.read { try $0.value("SELECT size FROM bird") } == 200)
  }

  @Test
  func aConflictIsOutwaitedHoweverOftenTheWriteRunsAgain() throws {
    let (_, database) = try birds()
    var attempts = 0
    try database.write { db in
      attempts += 1
      guard attempts <= 60 else { return }
      try db.script("DO 'BEGIN RAISE EXCEPTION SQLSTATE ''40001''; END'")
    }
    #expect(attempts == 61)
  }

  @Test(arguments: [1, 2])
  func aWriteThatInsertsAnExistingRowRunsOnceMore(violations: Int) throws {
    let (_, database) = try birds()
    var attempts = 0
    let result = Result {
      try database.write { db in
        attempts += 1
        guard attempts <= violations else { return }
        try db.script("DO 'BEGIN RAISE EXCEPTION SQLSTATE ''23505''; END'")
      }
    }
    #expect(attempts == 2)
    #expect(((try? result.get()) != nil) == (violations == 1))
  }

  /// The address with TLS, for a client that trusts only the server's own certificate.
  private func encryptedAddress() throws -> String {
    try #require(ProcessInfo.processInfo.environment["NARU_TEST_DATABASE_TLS"])
  }

  @Test
  func aConnectionCanBeEncrypted() async throws {
    let database = try Database.postgreSQL(at: Secret(encryptedAddress()), connections: 1)
    defer { try? database.close() }
    let count: SQL = "SELECT count(*) FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl"
    #expect(try await database.read { try $0.value(count) } == 1)
  }

  @Test
  func aServerWithAnotherCertificateIsUnreachable() throws {
    // Without that certificate, the ones of the machine count.
    let address = try encryptedAddress().split(separator: "&sslrootcert").first
    let error = #expect(throws: (any Error).self) {
      try Database.postgreSQL(at: Secret(String(#require(address))), connections: 1)
    }
    let reason = try #require(error)
    #expect(DatabaseFailure(reason) == .unreachable)
  }

  @Test(arguments: ["postgresql://%", "host=", "nonsense"])
  func anAddressThatCannotBeReadIsASentenceWithoutIt(address: String) {
    let error = #expect(throws: (any Error).self) { try Database.postgreSQL(at: Secret(address)) }
    #expect(error.map { "\($0)".contains("nonsense") } == false)
  }

  @Test
  func aServerThatIsNotThereIsUnreachable() throws {
    let error = #expect(throws: (any Error).self) {
      try Database.postgreSQL(at: Secret("postgresql://naru:hunter2@/naru?host=/nowhere"))
    }
    let reason = try #require(error)
    #expect(DatabaseFailure(reason) == .unreachable)
    #expect(DatabaseFailure.underlyingError(of: reason)?.contains("hunter2") == false)
  }
}

#if !PostgreSQL
  @Suite struct WithoutPostgreSQLTests {
    @Test func anAddressIsRejectedWithTheWayToBuildWithPostgreSQL() {
      let error = #expect(throws: MessageError.self) { try Database.postgreSQL(at: Secret("postgresql:///naru")) }
      #expect(error?.localizedMessage.english.contains("swift build --traits default,PostgreSQL") == true)
    }
  }
#endif
