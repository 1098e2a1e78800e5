import Aladin
import Catalogue
import Foundation
import GRDB
import Naru

/// A cache of Aladin's answers in the database. An answer expires after a day. Its items stay, so that a book on a
/// shelf does not vanish when Aladin is unreachable.
struct AladinCache: Sendable {
  /// The lifetime of an answer in milliseconds.
  private static let limit: Int64 = 24 * 3600 * 1000

  let database: any DatabaseWriter
  let now: @Sendable () -> Date

  private static let json = JSONCoding()

  static func createTables(_ db: Database) throws {
    // `isbns` are those of the items found, in order, separated by spaces.
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

  /// Returns the answer to a question from within the last day.
  func answer(to question: String) async throws -> [ShopItem]? {
    let now = now().milliseconds
    return try await database.read { db in
      let isbns = try String.fetchOne(
        db,
        // An answer from the future comes from before the clock was set back.
        sql: "SELECT isbns FROM aladin_answer WHERE question = ? AND answered_at BETWEEN ? AND ?",
        arguments: [question, now - Self.limit, now]
      )
      return try isbns.map { try $0.split(separator: " ").compactMap { ISBN($0) }.compactMap { try Self.item($0, db) } }
    }
  }

  /// Returns items of any answer, however old.
  func items(_ isbns: some Sequence<ISBN> & Sendable) async throws -> [ISBN: AladinItem] {
    try await database.read { db in
      try isbns.reduce(into: [:]) { items, isbn in items[isbn] = try Self.item(isbn, db)?.item }
    }
  }

  /// Stores an answer and deletes expired ones.
  ///
  /// - Parameters:
  ///   - items: the items of the answer.
  ///   - question: the question.
  /// - Returns: the items, with facts of an earlier look-up, which a search lacks.
  /// - Throws: a database error.
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

/// An item of Aladin's that has an ISBN.
struct ShopItem: Sendable {
  let isbn: ISBN
  var item: AladinItem
}
