import Foundation
import NaruMessages
import Storage
import StorageTesting
import Testing

struct RowTests {
  private enum Size: Int, Codable { case small = 1, large }

  private func first<Value>(_ sql: SQL, _ read: (Row) throws -> Value) throws -> Value {
    try #require(try Database.inMemory().read { try $0.first(sql, read) })
  }

  @Test func columnsAreReadByNameInAnyOrder() throws {
    let sql: SQL = """
      SELECT 1 AS size, '박새' AS name, NULL AS memo, 1.5 AS weight, x'01FF' AS code, 0 AS seen, 2 AS again,
        '6F1B4A7E-0000-4000-8000-00000000ABCD' AS id
      """
    try first(sql) { row throws in
      #expect(try row["name"] == "박새")
      #expect(try row["size"] == 1 && row["size"] == Size.small && row["again"] == Size?.some(.large))
      #expect(try row["memo"] == String?.none && row["memo"] == Size?.none && row["name"] == String?.some("박새"))
      #expect(try row["weight"] == 1.5 && row["size"] == 1.0)
      #expect(try row["code"] == Data([1, 255]))
      #expect(try row["seen"] == false && row["size"] == true)
      #expect(try row["id"] == UUID(uuidString: "6f1b4a7e-0000-4000-8000-00000000abcd"))
      #expect(row.values.count == 8)
    }
  }

  @Test func aMissingColumnIsAnErrorThatNamesIt() throws {
    let error = #expect(throws: StorageError.self) {
      try first("SELECT 1 AS size, 'secret' AS name") { try $0["weight"] as Int }
    }
    #expect(error.map { "\($0)" } == "The result of a query has no column “weight”. It has: size, name.")
  }

  @Test func aValueOfAnotherTypeIsAnErrorThatNamesTheColumnButNotTheValue() throws {
    func error<Value: Storable>(_ sql: SQL, _ type: Value.Type) throws -> StorageError? {
      #expect(throws: StorageError.self) { try first(sql) { try $0["name"] as Value } }
    }
    for (sql, kind) in [
      ("SELECT 'secret' AS name", "a text"), ("SELECT NULL AS name", "NULL"),
      ("SELECT 2.5 AS name", "a floating-point"),
    ] as [(SQL, String)] {
      let message = try error(sql, Int.self).map { "\($0)" } ?? ""
      #expect(message.contains("“name”") && message.contains(kind) && !message.contains("secret"))
    }
    #expect(try error("SELECT 2 AS name", Bool.self) != nil)
    #expect(try error("SELECT 1 AS name", String.self) != nil)
    #expect(try error("SELECT 'x' AS name", UUID.self) != nil)
    #expect(try error("SELECT 'x' AS name", Data.self) != nil)
    #expect(try error("SELECT 'x' AS name", Int?.self) != nil)
    #expect(try error("SELECT x'00' AS name", Double.self) != nil)
  }

  @Test func anUnknownCaseIsAnErrorThatNamesTheColumn() throws {
    for read in [{ try $0["size"] as Size }, { try $0["size"] as Size? }] as [(Row) throws -> Size?] {
      let error = #expect(throws: StorageError.self) { try first("SELECT 3 AS size", read) }
      #expect(error == .wrongType(column: "size", kind: "an integer", expected: "Size"))
    }
  }

  private struct Bird: Codable, Hashable {
    var id: UUID
    var pictureURL: String?
    var size: Size
    var seenAt: Date?
    var isRare: Bool
  }

  @Test(arguments: TestDatabase.allCases)
  func propertiesAreColumns(engine: TestDatabase) async throws {
    try await engine.run { database in
      var bird = Bird(id: UUID(), pictureURL: "a", size: .small, seenAt: Date(milliseconds: 5), isRare: true)
      try database.write { [bird] db in
        try db.script(
          "CREATE TABLE bird (id TEXT PRIMARY KEY, picture_url TEXT, size INTEGER, seen_at INTEGER, is_rare INTEGER)"
        )
        try db.insert(bird, into: "bird")
        #expect(try db.first("SELECT * FROM bird", as: Bird.self) == bird)
      }
      (bird.pictureURL, bird.seenAt, bird.size) = (nil, nil, .large)
      try database.write { [bird] db in
        #expect(try db.update(bird, in: "bird", key: "id", keeping: "size") == 1)
        var kept = bird
        kept.size = .small
        #expect(try db.all("SELECT is_rare, size, seen_at, picture_url, id FROM bird", as: Bird.self) == [kept])
        try db.insert(bird, into: "bird", replacing: "id")
        #expect(try db.all("SELECT * FROM bird \(Page(number: 1, size: 2))", as: Bird.self) == [bird])
        #expect(try db.first("SELECT * FROM bird \(Page(number: .max, size: 2))", as: Bird.self) == nil)
        let error = #expect(throws: StorageError.self) {
          try db.first("SELECT id, size, is_rare FROM bird", as: Bird.self)
        }
        #expect(error == .missingColumn("pictureURL", known: ["id", "size", "is_rare"]))
      }
    }
  }

  @Test func aTimeIsInMilliseconds() {
    let date = Date(milliseconds: 1_772_584_200_123)
    #expect(date.milliseconds == 1_772_584_200_123 && date.timeIntervalSince1970 == 1_772_584_200.123)
    #expect(Date(timeIntervalSince1970: -0.0004).milliseconds == 0)
  }
}
