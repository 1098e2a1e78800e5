import DockDock
import Foundation
import Naru
import Rules
import ServedSystem
import Storage

/// The records of all readers. Every query is limited to one person's rows.
struct RecordStore: Sendable {
  private static let contentRule = TextRule("content", isMultiline: true)

  let database: Database
  let now: @Sendable () -> Date
  let makeID: @Sendable () -> UUID

  func records(
    of user: Caller.User,
    _ readingBook: ReadingBook.ID?,
    _ page: Page
  ) async throws -> CountedList<ReadingRecord> {
    try await database.read { try RecordRow.list(of: user, readingBook, page, $0) }
  }

  /// Returns the shelf entry of a record.
  func readingBook(of id: ReadingRecord.ID, _ user: Caller.User) async throws -> ReadingBook.ID {
    try await database.read { try RecordRow.one(id, of: user, $0).readingBookID }
  }

  func add(_ new: NewReadingRecord, for user: Caller.User, pageCount: Int?) async throws -> ReadingRecord {
    let content = try Self.contentRule.checked(new.content)
    let page = try new.pageNumber.map { try checkedPage($0, pageCount) }
    let (id, now) = (makeID().uuidString.lowercased(), now().milliseconds)
    return try await database.write(for: user) { db in
      let entry = try ShelfStore.entry(new.readingBookID, of: user, db)
      let row = RecordRow(
        id: id,
        userID: user.key,
        readingBookID: entry.id,
        content: content,
        pageNumber: page,
        recordType: new.recordType,
        createdAt: now,
        updatedAt: now
      )
      try db.run(
        """
        INSERT INTO dockdock_reading_record (
          id, user_id, reading_book_id, content, page_number, record_type, created_at, updated_at
        ) VALUES (
          \(row.id), \(row.userID), \(row.readingBookID), \(row.content), \(row.pageNumber), \(row.recordType), \(now), \(now)
        )
        """
      )
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
      var row = try RecordRow.one(id, of: user, db)
      if let content { row.content = content }
      if let page { row.pageNumber = page }
      if let type = changes.recordType { row.recordType = type }
      row.updatedAt = now
      try db.run(
        """
        UPDATE dockdock_reading_record
        SET content = \(row.content), page_number = \(row.pageNumber), record_type = \(row.recordType), updated_at = \(now)
        WHERE id = \(row.id)
        """
      )
      return row.model
    }
  }

  func remove(_ id: ReadingRecord.ID, of user: Caller.User) async throws {
    try await database.write(for: user) { try RecordRow.remove(id, of: user, $0) }
  }

  func count(of user: Caller.User) async throws -> Int {
    try await database.read { db in
      try db.value("SELECT count(*) FROM dockdock_reading_record WHERE user_id = \(user.id)")
    }
  }

  private func checkedPage(_ page: Int, _ count: Int?) throws -> Int {
    try checked(page, "page_number", 0...(count ?? Int(Int32.max)))
  }
}

/// A row of the table.
private struct RecordRow: Sendable, OwnedRow {
  static let table: SQL = "dockdock_reading_record"

  let id: String
  let userID: String
  let readingBookID: String
  var content: String
  var pageNumber: Int?
  var recordType: RecordType
  let createdAt: Int64
  var updatedAt: Int64

  static var notFound: APIError {
    .notFound(LocalizedMessage(korean: "없는 기록입니다.", english: "Record not found."))
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

extension RecordRow {
  init(_ row: Row) throws {
    id = try row["id"]
    userID = try row["user_id"]
    readingBookID = try row["reading_book_id"]
    content = try row["content"]
    pageNumber = try row["page_number"]
    recordType = try row["record_type"]
    createdAt = try row["created_at"]
    updatedAt = try row["updated_at"]
  }
}
