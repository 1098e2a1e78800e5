import DockDock
import GRDB
import Naru

/// A row about an entry of its author's shelf. Other people can't find it.
protocol OwnedRow: FetchableRecord, PersistableRecord {
  /// The type in the contract.
  associatedtype Model: Codable & Sendable
  /// The row in the contract's type.
  var model: Model { get }
  /// The error for a row that the person does not have.
  static var notFound: APIError { get }
}

extension OwnedRow {
  /// Returns a page of a person's rows, newest first, of one entry of the shelf or of all.
  static func list(
    of user: Caller.User,
    _ readingBook: ReadingBook.ID?,
    _ page: Page,
    _ db: Database
  ) throws -> Counted<Model> {
    var wanted = filter(Column("userID") == user.key)
    if let readingBook {
      let entry = try ShelfStore.entry(readingBook, of: user, db)
      wanted = wanted.filter(Column("readingBookID") == entry.id)
    }
    let rows = try wanted.order(Column("number").desc).limit(page.size, offset: page.offset).fetchAll(db)
    return Counted(rows.map(\.model), total: try wanted.fetchCount(db))
  }

  /// Returns a row of a person.
  static func one(_ id: String, of user: Caller.User, _ db: Database) throws -> Self {
    guard let row = try filter(Column("id") == id.lowercased() && Column("userID") == user.key).fetchOne(db) else {
      throw notFound
    }
    return row
  }
}
