import Aladin
import Catalogue
import Foundation
import GRDB
import Naru

/// What Aladin answered, in the database. An answer is good for a day; the items in it stay, for a book on a shelf must not vanish
/// when the shop is out of reach.
struct AladinCache: Sendable {
  /// How long an answer is good, in milliseconds.
  private static let limit: Int64 = 24 * 3600 * 1000

  let database: any DatabaseWriter
  let now: @Sendable () -> Date

  private static let json = JSONCoding()

  static func createTables(_ db: Database) throws {
    // `isbns` are those of the items that were found, in their order, with a space between them.
    try db.execute(
      sql: """
        CREATE TABLE aladin_answer (
          question TEXT PRIMARY KEY,
          isbns TEXT NOT NULL,
          answered_at INTEGER NOT NULL
        );

        CREATE TABLE aladin_item (
          isbn INTEGER PRIMARY KEY,
          item BLOB NOT NULL
        );
        """
    )
  }

  /// What was answered to a question within the last day.
  func answer(to question: String) async throws -> [ShopItem]? {
    let now = now().milliseconds
    return try await database.read { db in
      let isbns = try String.fetchOne(
        db,
        // An answer from the future is of a clock that was put back.
        sql: "SELECT isbns FROM aladin_answer WHERE question = ? AND answered_at BETWEEN ? AND ?",
        arguments: [question, now - Self.limit, now]
      )
      return try isbns.map { try $0.split(separator: " ").compactMap { ISBN($0) }.compactMap { try Self.item($0, db) } }
    }
  }

  /// Items that were in any answer, however old.
  func items(_ isbns: some Sequence<ISBN> & Sendable) async throws -> [ISBN: AladinItem] {
    try await database.read { db in
      try isbns.reduce(into: [:]) { items, isbn in items[isbn] = try Self.item(isbn, db)?.item }
    }
  }

  /// Keeps an answer, and throws away those that are too old.
  ///
  /// - Returns: the items, with what was known of them before: a search does not tell what looking up told.
  func keep(_ items: [ShopItem], for question: String) async throws -> [ShopItem] {
    let now = now().milliseconds
    return try await database.write { db in
      try db.execute(
        sql: "DELETE FROM aladin_answer WHERE answered_at NOT BETWEEN ? AND ?",
        arguments: [now - Self.limit, now]
      )
      try db.execute(
        sql: "REPLACE INTO aladin_answer (question, isbns, answered_at) VALUES (?, ?, ?)",
        arguments: [question, items.map(\.isbn.text).joined(separator: " "), now]
      )
      return try items.map { new in
        var new = new
        if new.item.subInfo?.itemPage == nil { new.item.subInfo = try Self.item(new.isbn, db)?.item.subInfo }
        try db.execute(
          sql: "REPLACE INTO aladin_item (isbn, item) VALUES (?, ?)",
          arguments: [new.isbn.number, try Self.json.encode(new.item)]
        )
        return new
      }
    }
  }

  private static func item(_ isbn: ISBN, _ db: Database) throws -> ShopItem? {
    let statement = try db.cachedStatement(sql: "SELECT item FROM aladin_item WHERE isbn = ?")
    return try Data.fetchOne(statement, arguments: [isbn.number]).map {
      ShopItem(isbn: isbn, item: try json.decode(AladinItem.self, from: $0))
    }
  }
}

/// An item of the shop that is a book with an ISBN.
struct ShopItem: Sendable {
  let isbn: ISBN
  var item: AladinItem
}
