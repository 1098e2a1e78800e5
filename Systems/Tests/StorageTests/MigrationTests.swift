import Foundation
import GRDB
import Naru
import Storage
import StorageTesting
import Support
import Testing

struct MigrationTests {
  @Test func aStepRunsOnceInTheOrderOfTheList() throws {
    let database = try Storage.Database.inMemory()
    var migrations = Migrations.birds
    try database.migrate(migrations)
    migrations.add("test-2-names") { try $0.run("INSERT INTO bird (name) VALUES ('박새')") }
    migrations.add("test-3-sizes") { try $0.run("UPDATE bird SET size = 14") }
    try database.migrate(migrations, upTo: "test-2-names")
    #expect(try database.read { try $0.values("SELECT size FROM bird", as: Int?.self) } == [nil])
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

  @Test func aNewerDatabaseIsRefusedWithASentence() throws {
    let database = try Storage.Database.inMemory()
    var newer = Migrations.birds
    newer.add("test-2-future") { try $0.script("DROP TABLE bird") }
    try database.migrate(newer)
    let error = #expect(throws: MessageError.self) { try database.migrate(.birds) }
    #expect(
      error?.localizedMessage.english.contains("newer version") == true
        && error?.localizedMessage.korean.isEmpty == false
    )
  }

  /// A data folder of a version whose migrations were GRDB's.
  @Test func whatGRDBHasMigratedIsNotMigratedAgain() async throws {
    try await TestDatabase.inFolder { folder in
      let file = folder.appending(path: "test.sqlite")
      let old = try DatabaseQueue(path: file.path)
      var migrator = DatabaseMigrator()
      migrator.registerMigration("test-1-birds") { db in
        try db.execute(sql: "CREATE TABLE bird (number INTEGER PRIMARY KEY, name TEXT, size INTEGER)")
        try db.execute(sql: "INSERT INTO bird (name) VALUES ('박새')")
      }
      try migrator.migrate(old)
      try old.close()
      let database = try Storage.Database.file(at: file)
      try database.migrate(.birds)
      #expect(try await database.read { try $0.values("SELECT name FROM bird") } == ["박새"])
      try database.close()
    }
  }

  @Test func severalProcessesMayMigrateAtOnce() async throws {
    try await TestDatabase.inFolder { folder in
      let databases = try (0..<4).map { _ in try Storage.Database.file(at: folder.appending(path: "test.sqlite")) }
      var migrations = Migrations.birds
      migrations.add("test-2-names") { try $0.run("INSERT INTO bird (name) VALUES ('박새')") }
      try await withThrowingTaskGroup(of: Void.self) { [migrations] group in
        for database in databases { group.addTask { try database.migrate(migrations) } }
        try await group.waitForAll()
      }
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

  @Test func aReplacedTableKeepsItsRowsItsNumbersAndWhatRefersToIt() throws {
    let database = try Database.inMemory()
    var migrations = Migrations.birds
    migrations.add("test-2-nests") { db in
      try db.script(
        """
        CREATE TABLE nest (id INTEGER PRIMARY KEY, bird INTEGER NOT NULL REFERENCES bird (number) ON DELETE CASCADE);
        INSERT INTO bird (name, size) VALUES ('박새', 14), ('물총새', 17), ('참새', 14);
        DELETE FROM bird WHERE name = '참새';
        INSERT INTO nest VALUES (1, 2);
        """
      )
    }
    migrations.add("test-3-replaced") { db in
      try db.replace(
        "bird",
        with: "bird",
        "CREATE TABLE bird (id INTEGER PRIMARY KEY AUTOINCREMENT, korean_name TEXT UNIQUE, size_in_cm INTEGER)"
      )
      try db.replace(
        "nest",
        with: "test_nest",
        "CREATE TABLE test_nest (id INTEGER PRIMARY KEY, bird_id INTEGER REFERENCES bird (id) ON DELETE CASCADE)"
      )
    }
    try database.migrate(migrations)
    try database.write { db in
      #expect(try db.values("SELECT korean_name FROM bird ORDER BY id", as: String.self) == ["박새", "물총새"])
      // The number of the bird that was deleted is not given again.
      #expect(try db.value("INSERT INTO bird (korean_name) VALUES ('까치') RETURNING id", as: Int.self) == 4)
      try db.run("DELETE FROM bird WHERE id = 2")
      #expect(try !db.exists("SELECT id FROM test_nest"))
    }
  }
}
