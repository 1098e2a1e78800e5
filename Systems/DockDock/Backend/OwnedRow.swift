import DockDock
import Naru
import Storage

/// A row about an entry of its author's shelf. Other users can't find it. Its properties are columns.
protocol OwnedRow: Codable, Sendable {
  /// The table. It has the columns `number`, `id`, `user_id` and `reading_book_id`.
  static var table: String { get }
  /// The error for a row that the reader does not have.
  static var notFound: APIError { get }
}

extension DockDockStore {
  /// Returns a page of the rows, newest first, of one entry of the shelf or of all.
  func rows<Row: OwnedRow>(_ readingBook: ReadingBook.ID?, _ page: Page) throws -> CountedList<Row> {
    var wanted: SQL = "user_id = \(user.id)"
    if let readingBook { wanted = "\(wanted) AND reading_book_id = \(try entry(readingBook).id)" }
    let rows = try db.all(
      "SELECT * FROM \(name: Row.table) WHERE \(wanted) ORDER BY number DESC \(page)",
      as: Row.self
    )
    return CountedList(rows, total: try db.value("SELECT count(*) FROM \(name: Row.table) WHERE \(wanted)"))
  }

  func row<Row: OwnedRow>(_ id: String) throws -> Row {
    let row = try db.first(
      "SELECT * FROM \(name: Row.table) WHERE id = \(id.lowercased()) AND user_id = \(user.id)",
      as: Row.self
    )
    guard let row else { throw Row.notFound }
    return row
  }

  func removeRow<Row: OwnedRow>(_ id: String, _ type: Row.Type) throws {
    let count = try db.run(
      "DELETE FROM \(name: Row.table) WHERE id = \(id.lowercased()) AND user_id = \(user.id)"
    )
    guard count == 1 else { throw Row.notFound }
  }
}
