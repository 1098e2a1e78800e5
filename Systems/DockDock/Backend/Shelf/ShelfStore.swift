import DockDock
import Foundation
import GRDB
import Naru
import ServedSystem

/// The shelves of all readers. Every query is limited to one person's entries.
struct ShelfStore: Sendable {
  let database: any DatabaseWriter
  let now: @Sendable () -> Date
  let makeID: @Sendable () -> UUID

  static func createTable(_ db: Database) throws {
    try db.create(table: ShelfEntry.databaseTableName) { table in
      table.primaryKey("id", .text)
      table.column("userID", .text).notNull()
      table.column("bookID", .text).notNull()
      table.column("status", .text).notNull()
      table.column("startDate", .integer)
      table.column("endDate", .integer)
      table.column("currentPage", .integer)
      table.column("rating", .double)
      table.column("createdAt", .integer).notNull()
      table.column("updatedAt", .integer).notNull()
      table.column("change", .integer).notNull().unique()
      table.uniqueKey(["userID", "bookID"])
    }
    try db.create(index: "reading_book_by_change", on: ShelfEntry.databaseTableName, columns: ["userID", "change"])
  }

  /// Returns a page of a person's entries, most recently changed first, and the number of entries on all pages.
  func entries(
    of user: Caller.User,
    _ status: ReadingStatus?,
    _ page: Page
  ) async throws -> ([ShelfEntry], total: Int) {
    try await database.read { db in
      var wanted = ShelfEntry.filter(Column("userID") == user.key)
      if let status { wanted = wanted.filter(Column("status") == status.rawValue) }
      let entries = try wanted.order(Column("change").desc).limit(page.size, offset: page.offset).fetchAll(db)
      return (entries, try wanted.fetchCount(db))
    }
  }

  func entry(_ id: ReadingBook.ID, of user: Caller.User) async throws -> ShelfEntry {
    try await database.read { try Self.entry(id, of: user, $0) }
  }

  func add(_ new: NewReadingBook, _ book: Book, for user: Caller.User) async throws -> ShelfEntry {
    try await database.write(for: user) { db in
      guard try ShelfEntry.filter(Column("userID") == user.key && Column("bookID") == book.id).isEmpty(db) else {
        throw APIError(
          declared: .duplicateReadingBook,
          Sentence(korean: "이미 서재에 있는 책입니다.", english: "The book is already on your shelf.")
        )
      }
      var entry = try ShelfEntry(new, id: makeID(), userID: user.id, book: book, now: now())
      entry.change = try Self.nextChange(db)
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
      entry.change = try Self.nextChange(db)
      try entry.update(db)
      return entry
    }
  }

  func remove(_ id: ReadingBook.ID, of user: Caller.User) async throws {
    try await database.write(for: user) { db in
      _ = try Self.entry(id, of: user, db).delete(db)
    }
  }

  static func removeAll(of person: UUID, _ db: Database) throws {
    try ShelfEntry.filter(Column("userID") == person.uuidString.lowercased()).deleteAll(db)
  }

  static func entry(_ id: ReadingBook.ID, of user: Caller.User, _ db: Database) throws -> ShelfEntry {
    let entry = try ShelfEntry.filter(Column("id") == id.lowercased() && Column("userID") == user.key).fetchOne(db)
    guard let entry else {
      throw APIError(
        declared: .readingBookNotFound,
        Sentence(korean: "서재에 없는 책입니다.", english: "The book is not on your shelf.")
      )
    }
    return entry
  }

  static func nextChange(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db, sql: "SELECT coalesce(max(change), 0) + 1 FROM reading_book") ?? 1
  }
}

extension Caller.User {
  /// The id in the tables.
  var key: String { id.uuidString.lowercased() }
}
