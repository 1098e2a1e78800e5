import DockDock
import GRDB
import Naru

/// A row that a person wrote about an entry of their shelf. For everybody else it does not exist.
protocol OwnedRow: FetchableRecord, PersistableRecord {
  /// What goes over the wire.
  associatedtype Model: Codable & Sendable
  /// The row as it goes over the wire.
  var model: Model { get }
  /// That the person has no such row.
  static var notFound: APIError { get }
}

extension OwnedRow {
  /// What a person wrote, newest first: about one entry of the shelf, or about all.
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

  /// One that a person wrote.
  static func one(_ id: String, of user: Caller.User, _ db: Database) throws -> Self {
    guard let row = try filter(Column("id") == id.lowercased() && Column("userID") == user.key).fetchOne(db) else {
      throw notFound
    }
    return row
  }
}
