import Foundation
import NaruMessages
import Storage
import StorageTesting
import Testing

struct DatabaseFileTests {
  @Test func aWriteIsOnTheDiskBeforeItIsAcknowledged() async throws {
    try await TestDatabase.file.run { database in
      try await database.write { db throws in
        #expect(try db.value("PRAGMA journal_mode") == "wal")
        // FULL.
        #expect(try db.value("PRAGMA synchronous") == 2)
      }
    }
  }

  @Test func aReadSeesOneStateWhileOthersWrite() async throws {
    try await TestDatabase.inFolder { folder in
      let file = folder.appending(path: "test.sqlite")
      let (one, two) = (try Database.file(at: file), try Database.file(at: file))
      try one.migrate(.birds)
      try await one.read { db in
        #expect(try db.value("SELECT count(*) FROM bird") == 0)
        _ = try two.write { try $0.run("INSERT INTO bird (name) VALUES ('박새')") }
        #expect(try db.value("SELECT count(*) FROM bird") == 0)
      }
      #expect(try await one.read { try $0.value("SELECT count(*) FROM bird") } == 1)
      try one.close()
      try two.close()
    }
  }

  @Test func aWriteThatDoesNotWaitFailsWhileAnotherProcessWrites() async throws {
    try await TestDatabase.inFolder { folder in
      let file = folder.appending(path: "test.sqlite")
      let (one, two) = (try Database.file(at: file), try Database.file(at: file, waiting: BusyWait(limit: .zero)))
      try one.migrate(.birds)
      // A function, because Swift 6.3 confuses a closure inside of this `#expect` with that of the last one.
      @Sendable func add() throws { _ = try two.write { try $0.run("INSERT INTO bird (name) VALUES ('참새')") } }
      try await one.write { db in
        try db.run("INSERT INTO bird (name) VALUES ('박새')")
        #expect(throws: (any Error).self) { try add() }
      }
      try add()
      #expect(try await one.read { try $0.value("SELECT count(*) FROM bird") } == 2)
      try one.close()
      try two.close()
    }
  }

  @Test func afterACloseTheFileAloneHasEverything() async throws {
    try await TestDatabase.inFolder { folder in
      let (file, copy) = (folder.appending(path: "test.sqlite"), folder.appending(path: "copy.sqlite"))
      let database = try Database.file(at: file)
      try database.migrate(.birds)
      _ = try await database.write { try $0.run("INSERT INTO bird (name) VALUES ('박새')") }
      try database.close()
      try FileManager.default.copyItem(at: file, to: copy)
      let other = try Database.file(at: copy)
      #expect(try await other.read { try $0.values("SELECT name FROM bird") } == ["박새"])
      try other.close()
    }
  }

  @Test func theWriteAheadLogDoesNotKeepTheSizeOfALargeTransaction() async throws {
    try await TestDatabase.inFolder { folder in
      let (file, log) = (folder.appending(path: "test.sqlite"), folder.appending(path: "test.sqlite-wal"))
      func size() throws -> Int {
        guard FileManager.default.fileExists(atPath: log.path) else { return 0 }
        return try #require(FileManager.default.attributesOfItem(atPath: log.path)[.size] as? Int)
      }
      let database = try Database.file(at: file)
      try database.migrate(.birds)
      let name = String(repeating: "a", count: 1 << 20)
      _ = try await database.write { db in
        for number in 0..<24 { try db.run("INSERT INTO bird (name) VALUES (\(name + "\(number)"))") }
      }
      #expect(try size() > 20_000_000)
      _ = try await database.write { try $0.run("INSERT INTO bird (name) VALUES ('박새')") }
      #expect(try size() <= 16 << 20)
      try database.close()
      #expect(try size() == 0)
      let other = try Database.file(at: file)
      #expect(try await other.read { try $0.value("SELECT count(*) FROM bird") } == 25)
      try other.close()
    }
  }

  @Test(.timeLimit(.minutes(1))) func aCloseEndsTheReadsThatRun() async throws {
    try await TestDatabase.inFolder { folder in
      let (file, log) = (folder.appending(path: "test.sqlite"), folder.appending(path: "test.sqlite-wal"))
      let database = try Database.file(at: file)
      try database.migrate(.birds)
      let (rows, row) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let endless = Task {
        try await database.read { db in
          try db.each("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n") { _ in
            row.yield()
          }
        }
      }
      for await _ in rows { break }
      _ = try await database.write { try $0.run("INSERT INTO bird (name) VALUES ('박새')") }
      try database.close()
      await #expect(throws: (any Error).self) { try await endless.value }
      #expect((try? Data(contentsOf: log))?.isEmpty ?? true)
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: TestDatabase.allCases)
  func aReadThatBeginsWhileTheDatabaseIsClosedIsAnError(_ kind: TestDatabase) async throws {
    for _ in 0..<20 {
      try await kind.run { database in
        let (reads, read) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (ends, end) = AsyncStream<Void>.makeStream()
        for _ in 0..<3 {
          Thread.detachNewThread {
            while (try? database.read { try $0.value("SELECT 1") == 1 }) == true { read.yield() }
            end.yield()
          }
        }
        for await _ in reads { break }
        try database.close()
        for await _ in ends.prefix(3) {}
        await #expect(throws: (any Error).self) { try await database.read { try $0.value("SELECT 1") == 1 } }
      }
    }
  }

  @Test func aCopyHasEverythingAndReplacesWhatWasThere() throws {
    let (database, copy) = (try Database.inMemory(), try Database.inMemory())
    try copy.write { try $0.script("CREATE TABLE other (name TEXT)") }
    try database.migrate(.birds)
    _ = try database.write { try $0.run("INSERT INTO bird (name) VALUES ('박새')") }
    try database.copyPages(to: copy)
    #expect(try copy.read { try $0.values("SELECT name FROM bird") } == ["박새"])
    #expect(try copy.read { try !$0.exists("SELECT name FROM sqlite_schema WHERE name = 'other'") })
  }

  @Test(arguments: [true, false])
  func aCopyHasTheStateAtWhichItBegan(inMemory: Bool) async throws {
    try await TestDatabase.inFolder { folder in
      let file = folder.appending(path: "test.sqlite")
      let database = try inMemory ? Database.inMemory() : Database.file(at: file)
      try database.migrate(.birds)
      _ = try await database.write { try $0.run("INSERT INTO bird (name) VALUES ('박새')") }
      let (bytes, copying) = try database.beginCopy()
      _ = try await database.write { try $0.run("INSERT INTO bird (name) VALUES ('곤줄박이')") }
      let copy = try await copying.value
      #expect(try await copy.read { try $0.values("SELECT name FROM bird") } == ["박새"])
      #expect(try await bytes == copy.read { try $0.value("PRAGMA page_count") * $0.value("PRAGMA page_size") })
      // Another process sees the state that is restored.
      let other = try inMemory ? database : Database.file(at: file)
      try copy.copyPages(to: database)
      #expect(try await other.read { try $0.values("SELECT name FROM bird") } == ["박새"])
      try other.close()
      try database.close()
    }
  }

  @Test func aCopyInProgressDoesNotKeepAClosedDatabaseFromBeingComplete() async throws {
    try await TestDatabase.inFolder { folder in
      let file = folder.appending(path: "test.sqlite")
      let database = try Database.file(at: file)
      try database.migrate(.birds)
      let name = String(repeating: "박새", count: 1_000)
      _ = try await database.write { db in
        for number in 0..<5_000 { try db.run("INSERT INTO bird (name) VALUES (\("\(name)\(number)"))") }
      }
      let copy = try database.beginCopy().copy
      _ = try await database.write { try $0.run("INSERT INTO bird (name) VALUES ('곤줄박이')") }
      try database.close()
      // An empty log may be left, or none.
      let log = try? Data(contentsOf: URL(filePath: file.path + "-wal"))
      #expect(log?.isEmpty ?? true)
      _ = await copy.result
    }
  }

  @Test(.enabled(if: TestDatabase.isPostgreSQL)) func pagesOfAnotherEngineAreNotCopiedWithoutAnError() throws {
    let (other, copy) = (try TestDatabase.make(), try Database.inMemory())
    #expect(throws: MessageError.self) { try other.copyPages(to: copy) }
    #expect(throws: MessageError.self) { try copy.copyPages(to: other) }
    #expect(throws: MessageError.self) { try other.beginCopy() }
  }

  @Test func aClosedDatabaseIsNotCopied() throws {
    let (database, copy) = (try Database.inMemory(), try Database.inMemory())
    try database.close()
    #expect(throws: (any Error).self) { try database.copyPages(to: copy) }
    #expect(throws: (any Error).self) { try copy.copyPages(to: database) }
  }
}
