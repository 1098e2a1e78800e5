import DockDock
import Foundation
import Naru
import ServedSystem
import Storage

/// The shelves of all readers. Every query is limited to one person's entries.
struct ShelfStore: Sendable {
  let database: Database
  let now: @Sendable () -> Date
  let makeID: @Sendable () -> UUID

  /// Returns a page of a person's entries, most recently changed first, and the number of entries on all pages.
  func entries(
    of user: Caller.User,
    _ status: ReadingStatus?,
    _ page: Page
  ) async throws -> ([ShelfEntry], total: Int) {
    try await database.read { db in
      var wanted: SQL = "user_id = \(user.id)"
      if let status { wanted = "\(wanted) AND status = \(status)" }
      let entries = try db.all(
        """
        SELECT * FROM dockdock_reading_book WHERE \(wanted)
        ORDER BY change DESC LIMIT \(page.size) OFFSET \(page.offset)
        """,
        ShelfEntry.init
      )
      return (entries, try db.value("SELECT count(*) FROM dockdock_reading_book WHERE \(wanted)"))
    }
  }

  func entry(_ id: ReadingBook.ID, of user: Caller.User) async throws -> ShelfEntry {
    try await database.read { try Self.entry(id, of: user, $0) }
  }

  func add(_ new: NewReadingBook, _ book: Book, for user: Caller.User) async throws -> ShelfEntry {
    try await database.write(for: user) { db in
      guard try !Self.has(book.id, user, db) else {
        throw APIError(
          declared: .duplicateReadingBook,
          LocalizedMessage(korean: "이미 서재에 있는 책입니다.", english: "The book is already on your shelf.")
        )
      }
      var entry = try ShelfEntry(new, id: makeID(), userID: user.id, book: book, now: now())
      entry.change = try Self.nextChange(of: user.key, db)
      try entry.insert(db)
      return entry
    }
  }

  func update(
    _ id: ReadingBook.ID,
    _ changes: ReadingBookChanges,
    _ book: Book?,
    of user: Caller.User
  ) async throws -> ShelfEntry {
    try await database.write(for: user) { db in
      var entry = try Self.entry(id, of: user, db)
      try entry.apply(changes, pageCount: book?.pageCount, now: now())
      entry.change = try Self.nextChange(of: user.key, db)
      try entry.update(db)
      return entry
    }
  }

  func remove(_ id: ReadingBook.ID, of user: Caller.User) async throws {
    try await database.write(for: user) { db in
      let entry = try Self.entry(id, of: user, db)
      try db.run("DELETE FROM dockdock_reading_book WHERE id = \(entry.id)")
    }
  }

  static func entry(_ id: ReadingBook.ID, of user: Caller.User, _ db: Transaction) throws -> ShelfEntry {
    let entry = try db.first(
      "SELECT * FROM dockdock_reading_book WHERE id = \(id.lowercased()) AND user_id = \(user.id)",
      ShelfEntry.init
    )
    guard let entry else {
      throw APIError(
        declared: .readingBookNotFound,
        LocalizedMessage(korean: "서재에 없는 책입니다.", english: "The book is not on your shelf.")
      )
    }
    return entry
  }

  /// Returns whether a book is on a person's shelf.
  static func has(_ book: Book.ID, _ user: Caller.User, _ db: Transaction) throws -> Bool {
    try db.exists("SELECT id FROM dockdock_reading_book WHERE user_id = \(user.id) AND book_id = \(book)")
  }

  /// Returns the number of a person's next change.
  static func nextChange(of user: String, _ db: Transaction) throws -> Int64 {
    try db.value("SELECT coalesce(max(change), 0) + 1 FROM dockdock_reading_book WHERE user_id = \(user)")
  }
}

extension Caller.User {
  /// The id in the tables.
  var key: String { id.uuidString.lowercased() }
}
