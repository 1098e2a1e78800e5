import Foundation
import Storage
import StorageTesting
import Testing

struct SQLTests {
  private enum Season: String { case spring = "봄", autumn = "가을" }

  @Test func anInterpolatedValueIsAParameterWhateverItContains() {
    let name = "Robert'); DROP TABLE bird;--"
    let sql: SQL = "SELECT * FROM bird WHERE name = \(name) AND size > \(7)"
    #expect(sql.text == "SELECT * FROM bird WHERE name = ? AND size > ?")
    #expect(sql.values == [.text(name), .integer(7)])
    // A literal in an interpolation is a value too.
    #expect(("\("bird")" as SQL).values == [.text("bird")])
  }

  @Test func valuesOfAllTypesAreParameters() throws {
    let id = try #require(UUID(uuidString: "6F1B4A7E-0000-4000-8000-00000000ABCD"))
    let none: Int? = nil, some: String? = "새", noSeason: Season? = nil
    let sql: SQL = """
      \(true) \(Int64.min) \(0.5) \(Data([1])) \(id) \(none) \(some) \(Season.spring) \(noSeason)
      """
    #expect(
      sql.values == [
        .integer(1), .integer(.min), .real(0.5), .bytes(Data([1])), .text("6f1b4a7e-0000-4000-8000-00000000abcd"),
        .null,
        .text("새"), .text("봄"), .null,
      ]
    )
  }

  @Test func statementsArePutTogetherWithTheirParameters() {
    let first: SQL = "name = \("박새")", second: SQL = "size IN \(list: [1, 2])"
    let whole: SQL = "SELECT \(1) FROM bird WHERE \([first, second].joined(separator: " AND ")) LIMIT \(3)"
    #expect(whole.text == "SELECT ? FROM bird WHERE name = ? AND size IN (?, ?) LIMIT ?")
    #expect(whole.values == [.integer(1), .text("박새"), .integer(1), .integer(2), .integer(3)])
    #expect(([] as [SQL]).joined(separator: ", ") == "")
  }

  @Test func aNameIsQuoted() {
    #expect(("DROP TABLE \(name: "a\"b")" as SQL) == "DROP TABLE \"a\"\"b\"")
  }

  @Test func nothingIsInAnEmptyList() throws {
    let database = try Database.inMemory()
    #expect(try database.read { try !$0.exists("SELECT 1 WHERE 1 IN \(list: [] as [Int])") })
  }

  @Test(arguments: ["", "'", "\"; --", "'; DROP TABLE bird; --", "박새 🐦", "?", "$1", "\\"])
  func anyTextIsStoredAndFound(text: String) throws {
    let database = try TestDatabase.make()
    try database.migrate(.birds)
    try database.write { db in
      try db.run("INSERT INTO bird (name) VALUES (\(text))")
      #expect(try db.values("SELECT name FROM bird WHERE name = \(text) AND '?' = '?'") == [text])
    }
  }
}
