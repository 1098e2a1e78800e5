import Storage
import StorageTesting
import Support
import Testing

struct TransactionTests {
  private struct Stop: Error {}

  @Test(arguments: TestDatabase.allCases)
  func aWriteThatThrowsChangesNothing(kind: TestDatabase) async throws {
    try await kind.run { database in
      try database.migrate(.birds)
      await #expect(throws: Stop.self) {
        try await database.write { db in
          try db.run("INSERT INTO bird (name) VALUES ('박새')")
          throw Stop()
        }
      }
      #expect(try await database.read { try $0.values("SELECT name FROM bird", as: String.self) }.isEmpty)
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func aReadCannotWrite(kind: TestDatabase) async throws {
    try await kind.run { database in
      try database.migrate(.birds)
      await #expect(throws: (any Error).self) {
        try await database.read { try $0.run("INSERT INTO bird (name) VALUES ('박새')") }
      }
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func concurrentWritesAreOneAfterAnother(kind: TestDatabase) async throws {
    try await kind.run { database in
      try database.migrate(.birds)
      _ = try await database.write { try $0.run("INSERT INTO bird (name, size) VALUES ('박새', 0)") }
      try await concurrently(50) { _ in
        _ = try await database.write { db in
          let size: Int = try db.value("SELECT size FROM bird")
          return try db.run("UPDATE bird SET size = \(size + 1)")
        }
      }
      #expect(try await database.read { try $0.value("SELECT size FROM bird") } == 50)
    }
  }

  @Test func aChangeSaysHowManyRowsItChanged() throws {
    let database = try Database.inMemory()
    try database.migrate(.birds)
    try database.write { db throws in
      #expect(try db.run("INSERT INTO bird (name) VALUES ('박새'), ('참새')") == 2)
      #expect(try db.run("INSERT INTO bird (name) VALUES ('박새') ON CONFLICT DO NOTHING") == 0)
      #expect(try db.run("UPDATE bird SET size = 1 WHERE name = \("참새")") == 1)
      #expect(try db.run("DELETE FROM bird WHERE size = 2") == 0)
      #expect(try db.run("DELETE FROM bird") == 2)
    }
  }

  @Test func aNewRowReturnsItsNumber() throws {
    let database = try Database.inMemory()
    try database.migrate(.birds)
    try database.write { db throws in
      let insertion = { (name: String) -> SQL in
        "INSERT INTO bird (name) VALUES (\(name)) ON CONFLICT DO NOTHING RETURNING number"
      }
      #expect(try db.value(insertion("박새")) == 1)
      #expect(try db.valueIfAny(insertion("박새"), as: Int.self) == nil)
      #expect(try db.values("INSERT INTO bird (name) VALUES ('a'), ('b') RETURNING name") == ["a", "b"])
      // The statement is complete although only its first row is read.
      #expect(try db.first("UPDATE bird SET size = 5 RETURNING name") { try $0["name"] } == "박새")
      #expect(try db.value("SELECT count(*) FROM bird WHERE size = 5") == 3)
    }
  }

  @Test func resultsAreReadAsRowsOrAsValues() throws {
    let database = try Database.inMemory()
    try database.migrate(.birds)
    try database.write { db in
      try db.run("INSERT INTO bird (name, size) VALUES ('박새', 14), ('참새', NULL)")
      let names = try db.all("SELECT name, size FROM bird ORDER BY number") { try $0["name"] as String }
      #expect(names == ["박새", "참새"])
      #expect(try db.values("SELECT size FROM bird ORDER BY number", as: Int?.self) == [14, nil])
      #expect(try db.value("SELECT max(size) FROM bird WHERE size > 20", as: Int?.self) == nil)
      #expect(try db.first("SELECT name FROM bird WHERE size = 1") { try $0["name"] as String } == nil)
      #expect(try db.exists("SELECT name FROM bird WHERE size = 14"))
      #expect(try !db.exists("SELECT name FROM bird WHERE size = 15"))
      let error = #expect(throws: StorageError.self) {
        try db.value("SELECT size FROM bird WHERE size = 1", as: Int.self)
      }
      #expect(error == .noRow)
    }
  }

  @Test func anErrorOfTheReaderEndsTheQuery() throws {
    let database = try Database.inMemory()
    try database.migrate(.birds)
    try database.write { db in
      try db.run("INSERT INTO bird (name) VALUES ('박새'), ('참새')")
      var count = 0
      #expect(throws: Stop.self) {
        try db.each("SELECT name FROM bird") { _ in
          count += 1
          throw Stop()
        }
      }
      #expect(count == 1)
      // The same statement can be run again.
      #expect(try db.values("SELECT name FROM bird", as: String.self).count == 2)
    }
  }

  /// Two openers of one database, as in two processes.
  @Test func workWithOneNameIsDoneByOneProcessAtATime() async throws {
    try await TestDatabase.shared { open in
      let (one, two) = (try open(), try open())
      let events = Locked<[String]>([])
      let (gate, opening) = AsyncStream.makeStream(of: Void.self)
      let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
      let first = Task {
        try await one.withLock("work") {
          beginning.finish()
          for await _ in gate {}
          events.withLock { $0.append("first") }
        }
      }
      for await _ in begun {}
      let second = Task { try await two.withLock("work") { events.withLock { $0.append("second") } } }
      // Other work continues, and gives the second task the time to begin if it could.
      for _ in 0..<20 { try await two.withLock("other work") { await Task.yield() } }
      #expect(events.withLock { $0 } == [])
      opening.finish()
      try await first.value
      try await second.value
      #expect(events.withLock { $0 } == ["first", "second"])
      let cancelled = Task { try await two.withLock("work") {} }
      cancelled.cancel()
      _ = await cancelled.result
      try await one.withLock("work") {}
      for database in [one, two] { try database.close() }
    }
  }

  @Test(.timeLimit(.minutes(1))) func aLockThatAnotherProcessHoldsForTooLongIsBusyForAllWhoWait() async throws {
    let wait = BusyWait(limit: .milliseconds(50))
    try await TestDatabase.shared(waiting: wait) { open in
      let (one, two) = (try open(), try open())
      let tries = Locked(0)
      try await one.withLock("work") {
        for _ in 0..<3 {
          let error = await #expect(throws: (any Error).self) { try await two.withLock("work") {} }
          #expect(error.flatMap { DatabaseFailure($0) } == .busy)
          #expect(error.flatMap { DatabaseFailure.underlyingError(of: $0) }?.contains("another process") == true)
          // The first one has waited for all.
          #expect(!wait.mayTryAgain(tries: 0, at: .now, for: "work"))
          tries.withLock { $0 += 1 }
        }
        try await two.withLock("other work") {}
      }
      #expect(tries.withLock { $0 } == 3)
      try await two.withLock("work") {}
      for database in [one, two] { try database.close() }
    }
  }

  @Test(.timeLimit(.minutes(1))) func aRowThatAnotherProcessHasChangedForTooLongIsBusy() async throws {
    try await TestDatabase.shared(waiting: BusyWait(limit: .milliseconds(50))) { open in
      let (one, two) = (try open(), try open())
      try await one.write { db in
        try db.script("CREATE TABLE bird (name TEXT PRIMARY KEY, size INTEGER)")
        try db.run("INSERT INTO bird (name) VALUES ('박새')")
      }
      @Sendable func change(_ database: Database) throws {
        _ = try database.write { try $0.run("UPDATE bird SET size = 14") }
      }
      try await one.write { db in
        try db.run("UPDATE bird SET size = 15")
        let error = #expect(throws: (any Error).self) { try change(two) }
        #expect(error.flatMap { DatabaseFailure($0) } == .busy)
      }
      for database in [one, two] { try database.close() }
    }
  }
}
