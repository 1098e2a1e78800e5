import Aladin
import Catalogue
import Foundation
import Naru
import Storage

/// A cache of Aladin's answers in the database. An answer expires after a day. Its items stay, so that a book on a
/// shelf does not vanish when Aladin is unreachable.
struct AladinCache: Sendable {
  /// The lifetime of an answer in milliseconds.
  private static let limit: Int64 = 24 * 3600 * 1000

  let database: Database
  let now: @Sendable () -> Date

  private static let json = JSONCoding()

  /// Returns the answer to a question from within the last day.
  func answer(to question: String) async throws -> [ShopItem]? {
    let now = now().milliseconds
    return try await database.read { db in
      let isbns: String? = try db.valueIfAny(
        // An answer from the future comes from before the clock was set back.
        """
        SELECT isbns FROM dockdock_aladin_answer
        WHERE question = \(question) AND answered_at BETWEEN \(now - Self.limit) AND \(now)
        """
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
  func keep(_ items: [ShopItem], for question: String) async throws -> [ShopItem] {
    let now = now().milliseconds
    return try await database.write { db in
      let isbns = items.map(\.isbn.text).joined(separator: " ")
      try db.run("DELETE FROM dockdock_aladin_answer WHERE answered_at NOT BETWEEN \(now - Self.limit) AND \(now)")
      try db.run(
        """
        INSERT INTO dockdock_aladin_answer (question, isbns, answered_at) VALUES (\(question), \(isbns), \(now))
        ON CONFLICT (question) DO UPDATE SET isbns = excluded.isbns, answered_at = excluded.answered_at
        """
      )
      return try items.map { new in
        var new = new
        if new.item.subInfo?.itemPage == nil { new.item.subInfo = try Self.item(new.isbn, db)?.item.subInfo }
        try db.run(
          """
          INSERT INTO dockdock_aladin_item (isbn, item) VALUES (\(new.isbn.number), \(try Self.json.encode(new.item)))
          ON CONFLICT (isbn) DO UPDATE SET item = excluded.item
          """
        )
        return new
      }
    }
  }

  private static func item(_ isbn: ISBN, _ db: Transaction) throws -> ShopItem? {
    try db.valueIfAny("SELECT item FROM dockdock_aladin_item WHERE isbn = \(isbn.number)", as: Data.self).map {
      ShopItem(isbn: isbn, item: try json.decode(AladinItem.self, from: $0))
    }
  }
}

/// An item of Aladin's that has an ISBN.
struct ShopItem: Sendable {
  let isbn: ISBN
  var item: AladinItem
}
