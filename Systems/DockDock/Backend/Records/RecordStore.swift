import DockDock
import Foundation
import GRDB
import Naru
import Rules
import ServedSystem

/// The records of all readers. Every query is limited to one person's rows.
struct RecordStore: Sendable {
  private static let contentRule = TextRule("content", isMultiline: true)

  let database: any DatabaseWriter
  let now: @Sendable () -> Date
  let makeID: @Sendable () -> UUID

  /// A record is deleted with its entry of the shelf.
  static func createTable(_ db: Database) throws {
    try db.create(table: Row.databaseTableName) { table in
      table.autoIncrementedPrimaryKey("number")
      table.column("id", .text).notNull().unique()
      table.column("userID", .text).notNull()
      table.column("readingBookID", .text).notNull().indexed()
        .references(ShelfEntry.databaseTableName, column: "id", onDelete: .cascade)
      table.column("content", .text).notNull()
      table.column("pageNumber", .integer)
      table.column("recordType", .text).notNull()
      table.column("createdAt", .integer).notNull()
      table.column("updatedAt", .integer).notNull()
    }
    try db.create(index: "reading_record_by_user", on: Row.databaseTableName, columns: ["userID", "number"])
  }

  func records(
    of user: Caller.User,
    _ readingBook: ReadingBook.ID?,
    _ page: Page
  ) async throws -> Counted<ReadingRecord> {
    try await database.read { try Row.list(of: user, readingBook, page, $0) }
  }

  /// Returns the shelf entry of a record.
  func readingBook(of id: ReadingRecord.ID, _ user: Caller.User) async throws -> ReadingBook.ID {
    try await database.read { try Row.one(id, of: user, $0).readingBookID }
  }

  func add(_ new: NewReadingRecord, for user: Caller.User, pageCount: Int?) async throws -> ReadingRecord {
    let content = try Self.contentRule.checked(new.content)
    let page = try new.pageNumber.map { try checkedPage($0, pageCount) }
    let (id, now) = (makeID().uuidString.lowercased(), now().milliseconds)
    return try await database.write(for: user) { db in
      let entry = try ShelfStore.entry(new.readingBookID, of: user, db)
      let row = Row(
        id: id,
        userID: user.key,
        readingBookID: entry.id,
        content: content,
        pageNumber: page,
        recordType: new.recordType,
        createdAt: now,
        updatedAt: now
      )
      try row.insert(db)
      return row.model
    }
  }

  func update(
    _ id: ReadingRecord.ID,
    _ changes: ReadingRecordChanges,
    of user: Caller.User,
    pageCount: Int?
  ) async throws -> ReadingRecord {
    let content = try changes.content.map { try Self.contentRule.checked($0) }
    let page = try changes.pageNumber.map { try checkedPage($0, pageCount) }
    let now = now().milliseconds
    return try await database.write(for: user) { db in
      var row = try Row.one(id, of: user, db)
      if let content { row.content = content }
      if let page { row.pageNumber = page }
      if let type = changes.recordType { row.recordType = type }
      row.updatedAt = now
      try row.update(db)
      return row.model
    }
  }

  func remove(_ id: ReadingRecord.ID, of user: Caller.User) async throws {
    try await database.write(for: user) { db in
      _ = try Row.one(id, of: user, db).delete(db)
    }
  }

  func count(of user: Caller.User) async throws -> Int {
    try await database.read { try Row.filter(Column("userID") == user.key).fetchCount($0) }
  }

  private func checkedPage(_ page: Int, _ count: Int?) throws -> Int {
    try checked(page, "page_number", 0...(count ?? Int(Int32.max)))
  }

  /// A row of the table.
  private struct Row: Codable, Sendable, OwnedRow {
    static let databaseTableName = "reading_record"

    var number: Int64?
    var id: String
    var userID: String
    var readingBookID: String
    var content: String
    var pageNumber: Int?
    var recordType: RecordType
    var createdAt: Int64
    var updatedAt: Int64

    static var notFound: APIError {
      .notFound(Sentence(korean: "없는 기록입니다.", english: "Record not found."))
    }

    var model: ReadingRecord {
      ReadingRecord(
        id: id,
        readingBookID: readingBookID,
        userID: userID,
        content: content,
        pageNumber: pageNumber,
        recordType: recordType,
        createdAt: Date(milliseconds: createdAt),
        updatedAt: Date(milliseconds: updatedAt)
      )
    }
  }
}
