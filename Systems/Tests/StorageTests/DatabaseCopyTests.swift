import Foundation
import NaruMessages
import Storage
import StorageTesting
import Testing

/// A copy of a database, between the same engine and different ones.
struct DatabaseCopyTests {
  private static var migrations: Migrations {
    var migrations = Migrations()
    migrations.add("test-1") { db in
      try db.script(
        """
        CREATE TABLE bird (
          number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, parent INTEGER REFERENCES bird (number),
          is_rare BOOLEAN NOT NULL
        );
        CREATE TABLE a_sighting (
          place TEXT NOT NULL, day INTEGER NOT NULL, bird INTEGER NOT NULL REFERENCES bird (number), weight REAL, picture BLOB,
          PRIMARY KEY (place, day)
        ) WITHOUT ROWID;
        """
      )
    }
    return migrations
  }

  /// A database with birds, of which the last was deleted, and sightings with values of all types.
  private func filled(_ database: Database) throws {
    try database.migrate(Self.migrations)
    try database.write { db in
      for number in 1...2_500 {
        try db.run("INSERT INTO bird (name, is_rare) VALUES (\("새 \(number) ' \" ? 🐦"), \(number % 7 == 0))")
      }
      try db.run("UPDATE bird SET parent = number - 1 WHERE number > 1")
      try db.run("DELETE FROM bird WHERE number = 2500")
      for (day, weight) in [nil, 0, 4, -1.5, 0.1, 1e300].enumerated() {
        try db.run(
          """
          INSERT INTO a_sighting (place, day, bird, weight, picture)
          VALUES (\("한강"), \(day), \(day + 1), \(weight as Double?), \(Data(repeating: UInt8(day), count: day * 100)))
          """
        )
      }
    }
  }

  private func copy(_ source: Database, _ target: Database) throws -> [DatabaseCopy.CopiedTable] {
    try DatabaseCopy(from: source, to: target).run()
  }

  @Test(arguments: TestDatabase.allCases, TestDatabase.allCases)
  func everythingArrives(from: TestDatabase, to: TestDatabase) async throws {
    try await from.run { source in
      try filled(source)
      try await to.run { target in
        try target.migrate(Self.migrations)
        let tables = try copy(source, target)
        // A table comes after those that it refers to.
        #expect(tables.map(\.name) == ["bird", "a_sighting"])
        #expect(tables.map(\.rows) == [2_499, 6])
        for table in ["bird", "a_sighting"] {
          let all: SQL = "SELECT * FROM \(name: table) ORDER BY 1, 2"
          let values = try await source.read { try $0.all(all) { $0.values } }
          #expect(try await target.read { try $0.all(all) { $0.values } } == values)
        }
        // The number of the deleted bird is not given again.
        let next: SQL = "INSERT INTO bird (name, is_rare) VALUES ('new', 0) RETURNING number"
        #expect(try await target.write { try $0.value(next, as: Int.self) } == 2_501)
      }
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func aTargetWithRowsIsRejected(kind: TestDatabase) async throws {
    let source = try Database.inMemory()
    try filled(source)
    try await kind.run { target in
      try filled(target)
      let error = #expect(throws: MessageError.self) { try copy(source, target) }
      #expect(error?.localizedMessage.english.contains("not empty") == true)
    }
  }

  @Test
  func anErrorLeavesTheTargetEmpty() throws {
    struct Stop: Error {}
    let (source, target) = (try Database.inMemory(), try TestDatabase.make())
    try filled(source)
    try target.migrate(Self.migrations)
    let copy = DatabaseCopy(from: source, to: target)
    #expect(throws: Stop.self) { try copy.run { if $0.rows > 2_000 { throw Stop() } } }
    #expect(try target.read { try $0.value("SELECT count(*) FROM bird") } == 0)
  }
}
