import DockDock
import Foundation
import GRDB
import Naru

/// A row that belongs to a person and to an entry of their shelf. Every question names the person, so another's row is as one that
/// does not exist.
protocol ShelfRow: FetchableRecord, PersistableRecord, Sendable {
  /// What the row is to its owner.
  associatedtype Value: Codable & Sendable

  /// What the row is to its owner.
  var value: Value { get }

  /// What to say where there is no such row.
  static var missing: Sentence { get }
}

extension ShelfRow {
  /// A part of what belongs to a person, newest first: of one entry of the shelf, or of all.
  static func values(
    of user: Caller.User,
    _ readingBook: ReadingBook.ID?,
    _ part: Part,
    _ db: Database
  ) throws -> Counted<Value> {
    var wanted = Self.filter(Column("userID") == user.key)
    if let readingBook {
      let entry = try Shelf.entry(readingBook, of: user, db)
      wanted = wanted.filter(Column("readingBookID") == entry.id)
    }
    let rows = try wanted.order(Column("number").desc).limit(part.limit, offset: part.offset).fetchAll(db)
    return Counted(rows.map(\.value), total: try wanted.fetchCount(db))
  }

  /// One row of a person's.
  static func row(_ id: String, of user: Caller.User, _ db: Database) throws -> Self {
    guard let row = try filter(Column("id") == id.lowercased() && Column("userID") == user.key).fetchOne(db) else {
      throw APIError.notFound(missing)
    }
    return row
  }
}
