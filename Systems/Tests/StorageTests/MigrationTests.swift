import Foundation
import GRDB
import NaruMessages
import StorageTesting
import Support
import Testing

@testable import Storage

struct MigrationTests {
  @Test func aStepRunsOnceInTheOrderOfTheList() throws {
    let database = try Storage.Database.inMemory()
    var migrations = Migrations.birds
    try database.migrate(migrations)
    migrations.add("test-2-names") { try $0.run("INSERT INTO bird (name) VALUES ('박새')") }
    try database.migrate(migrations)
    #expect(try database.read { try $0.values("SELECT size FROM bird", as: Int?.self) } == [nil])
    migrations.add("test-3-sizes") { try $0.run("UPDATE bird SET size = 14") }
    for _ in 0..<2 { try database.migrate(migrations) }
    #expect(try database.read { try $0.values("SELECT size FROM bird") } == [14])
  }

  @Test func aStepThatFailsLeavesNothingAndIsTriedAgain() throws {
    struct Stop: Error {}
    let database = try Storage.Database.inMemory()
    let fails = Locked(true)
    var migrations = Migrations.birds
    migrations.add("test-2-names") { db in
      try db.run("INSERT INTO bird (name) VALUES ('박새')")
      if fails.withLock({ $0 }) { throw Stop() }
    }
    #expect(throws: Stop.self) { try database.migrate(migrations) }
    #expect(try database.read { try $0.value("SELECT count(*) FROM bird") } == 0)
    fails.withLock { $0 = false }
    try database.migrate(migrations)
    #expect(try database.read { try $0.value("SELECT count(*) FROM bird") } == 1)
  }

  @Test func aDatabaseOfAnotherVersionIsRejectedInBothLanguages() throws {
    let database = try Storage.Database.inMemory()
    var newer = Migrations.birds
    newer.add("test-2-future") { try $0.script("DROP TABLE bird") }
    try database.migrate(newer)
    let error = #expect(throws: MessageError.self) { try database.migrate(.birds) }
    #expect(
      error?.localizedMessage.english.contains("Another version of Naru") == true
        && error?.localizedMessage.korean.contains("다른 버전") == true
    )
  }

  @Test(arguments: TestDatabase.allCases)
  func nothingIsAddedToTheDatabaseOfAnotherProgram(_ kind: TestDatabase) async throws {
    try await kind.run { database in
      try await database.write { try $0.script("CREATE TABLE note (text TEXT)") }
      #expect(throws: MessageError.self) { try database.migrate(.birds) }
      #expect(try await database.read { try database.engine.appliedSteps($0) } == ["note"])
    }
  }

  @Test func severalProcessesMayMigrateAtOnce() async throws {
    try await TestDatabase.shared { open in
      let databases = try (0..<4).map { _ in try open() }
      var migrations = Migrations.birds
      migrations.add("test-2-names") { try $0.run("INSERT INTO bird (name) VALUES ('박새')") }
      try await concurrently(databases.count) { [migrations] in try databases[$0].migrate(migrations) }
      #expect(try await databases[0].read { try $0.value("SELECT count(*) FROM bird") } == 1)
      #expect(try await databases[0].isCurrent(migrations))
      for database in databases { try database.close() }
    }
  }

  @Test func aStepThatAnotherProcessHasRunSinceTheLastOneIsSkipped() async throws {
    try await TestDatabase.inFolder { folder in
      let databases = try (0..<2).map { _ in try Storage.Database.file(at: folder.appending(path: "test.sqlite")) }
      let names: @Sendable (Transaction) throws -> Void = { try $0.run("INSERT INTO bird (name) VALUES ('박새')") }
      var migrations = Migrations.birds
      migrations.add("test-2-names", names)
      var slow = Migrations()
      slow.add("test-1-birds") { [migrations] db in
        try Migrations.birds.steps[0].run(db)
        // After the commit of this step and before the next one, another process runs both.
        try #require(db.connection as? Storage.SQLiteConnection).db.afterNextTransaction { _ in
          #expect(throws: Never.self) { try databases[1].migrate(migrations) }
        }
      }
      slow.add("test-2-names", names)
      try databases[0].migrate(slow)
      #expect(try await databases[0].read { try $0.value("SELECT count(*) FROM bird") } == 1)
      for database in databases { try database.close() }
    }
  }

  @Test func foreignKeysAreCheckedAtTheEndOfAStep() throws {
    let database = try Storage.Database.inMemory()
    var migrations = Migrations.birds
    migrations.add("test-2-nests") { db in
      try db.script(
        """
        CREATE TABLE nest (bird INTEGER REFERENCES bird (number));
        INSERT INTO nest VALUES (7);
        """
      )
    }
    #expect(throws: (any Error).self) { try database.migrate(migrations) }
    #expect(try database.read { try !$0.exists("SELECT name FROM sqlite_schema WHERE name = 'nest'") })
  }
}
