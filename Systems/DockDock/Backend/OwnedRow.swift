import DockDock
import Naru
import Storage

/// A row about an entry of its author's shelf. Other people can't find it.
protocol OwnedRow {
  /// The type in the contract.
  associatedtype Model: Codable & Sendable
  /// The table. It has the columns `number`, `id`, `user_id` and `reading_book_id`.
  static var table: SQL { get }
  /// The error for a row that the person does not have.
  static var notFound: APIError { get }
  /// The row in the contract's type.
  var model: Model { get }
  /// Reads all columns of the table.
  init(_ row: Row) throws
}

extension OwnedRow {
  /// Returns a page of a person's rows, newest first, of one entry of the shelf or of all.
  static func list(
    of user: Caller.User,
    _ readingBook: ReadingBook.ID?,
    _ page: Page,
    _ db: Transaction
  ) throws -> CountedList<Model> {
    var wanted: SQL = "user_id = \(user.id)"
    if let readingBook {
      let entry = try ShelfStore.entry(readingBook, of: user, db)
      wanted = "\(wanted) AND reading_book_id = \(entry.id)"
    }
    let rows = try db.all(
      "SELECT * FROM \(table) WHERE \(wanted) ORDER BY number DESC LIMIT \(page.size) OFFSET \(page.offset)",
      Self.init
    )
    return CountedList(rows.map(\.model), total: try db.value("SELECT count(*) FROM \(table) WHERE \(wanted)"))
  }

  /// Returns a row of a person.
  static func one(_ id: String, of user: Caller.User, _ db: Transaction) throws -> Self {
    let row = try db.first(
      "SELECT * FROM \(table) WHERE id = \(id.lowercased()) AND user_id = \(user.id)",
      Self.init
    )
    guard let row else { throw notFound }
    return row
  }

  /// Deletes a row of a person.
  static func remove(_ id: String, of user: Caller.User, _ db: Transaction) throws {
    let count = try db.run("DELETE FROM \(table) WHERE id = \(id.lowercased()) AND user_id = \(user.id)")
    guard count == 1 else { throw notFound }
  }
}
