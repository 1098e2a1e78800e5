import Catalogue
import DockDock
import Foundation
import Naru
import Storage

extension DockDockStore {
  private static let shelf = "dockdock_reading_book"

  /// Returns a page of the entries, most recently changed first, and the number of entries on all pages.
  func entries(_ status: ReadingStatus?, _ page: Page) throws -> CountedList<ReadingBook> {
    var wanted: SQL = "user_id = \(user.id)"
    if let status { wanted = "\(wanted) AND status = \(status)" }
    // The count has a row even if the page has none.
    let rows = try db.all(
      """
      SELECT total, entry.*, \(Catalogue.columns)
      FROM (SELECT count(*) AS total FROM dockdock_reading_book WHERE \(wanted)) AS counted
      LEFT JOIN (SELECT * FROM dockdock_reading_book WHERE \(wanted) ORDER BY change DESC \(page)) AS entry ON 1 = 1
      LEFT JOIN book ON book.isbn = \(Catalogue.isbn(in: "entry.book_id"))
      ORDER BY entry.change DESC
      """
    ) { row in
      let id: String? = try row["id"]
      let book = try Catalogue.book(in: row).map { Book($0, baseURL: baseURL) }
      return (total: try row["total"] as Int, entry: try id.map { _ in ReadingBook(try row.value(), book) })
    }
    return CountedList(rows.compactMap(\.entry), total: rows.first?.total)
  }

  func entry(_ id: ReadingBook.ID) throws -> ShelfEntry {
    let entry = try db.first(
      "SELECT * FROM dockdock_reading_book WHERE id = \(id.lowercased()) AND user_id = \(user.id)",
      as: ShelfEntry.self
    )
    guard let entry else {
      throw APIError(
        declared: .readingBookNotFound,
        LocalizedMessage(korean: "서재에서 이 책을 찾을 수 없습니다.", english: "The book is not on your shelf.")
      )
    }
    return entry
  }

  /// Returns an entry with its book, if the book is still in the catalogue.
  func readingBook(_ entry: ShelfEntry) throws -> ReadingBook { ReadingBook(entry, try bookIfThere(entry.bookID)) }

  func add(_ new: NewReadingBook) throws -> ReadingBook {
    let book = try book(new.bookID)
    guard try !hasOnShelf(book.id) else {
      throw APIError(
        declared: .duplicateReadingBook,
        LocalizedMessage(korean: "이미 서재에 있는 책입니다.", english: "The book is already on your shelf.")
      )
    }
    return ReadingBook(try insert(new, book), book)
  }

  /// Adds a book that is not on the shelf to the wishlist.
  func wish(for book: Book) throws {
    guard try !hasOnShelf(book.id) else { return }
    _ = try insert(NewReadingBook(bookID: book.id, status: .wishlist), book)
  }

  func update(_ id: ReadingBook.ID, _ changes: ReadingBookChanges) throws -> ReadingBook {
    var entry = try entry(id)
    let book = try bookIfThere(entry.bookID)
    try entry.apply(changes, pageCount: book?.pageCount, now: now)
    entry.change = try nextChange()
    try db.update(entry, in: Self.shelf, key: "id")
    return ReadingBook(entry, book)
  }

  func remove(_ id: ReadingBook.ID) throws {
    let entry = try entry(id)
    try db.run("DELETE FROM dockdock_reading_book WHERE id = \(entry.id)")
  }

  private func insert(_ new: NewReadingBook, _ book: Book) throws -> ShelfEntry {
    var entry = try ShelfEntry(new, id: newID(), userID: user.key, book: book, now: now)
    entry.change = try nextChange()
    try db.insert(entry, into: Self.shelf)
    return entry
  }

  private func hasOnShelf(_ book: Book.ID) throws -> Bool {
    try db.exists("SELECT id FROM dockdock_reading_book WHERE user_id = \(user.id) AND book_id = \(book)")
  }

  private func nextChange() throws -> Int64 {
    try db.value("SELECT coalesce(max(change), 0) + 1 FROM dockdock_reading_book WHERE user_id = \(user.id)")
  }
}
