import DockDock
import Naru
import Rules
import Storage

extension DockDockStore {
  private static let contentRule = TextRule("content", isMultiline: true)

  func recordCount() throws -> Int {
    try db.value("SELECT count(*) FROM dockdock_reading_record WHERE user_id = \(user.id)")
  }

  func add(_ new: NewReadingRecord) throws -> ReadingRecord {
    let entry = try entry(new.readingBookID)
    let record = ReadingRecord(
      id: newID(),
      readingBookID: entry.id,
      userID: user.key,
      content: try Self.contentRule.checked(new.content),
      pageNumber: try new.pageNumber.map { try checkedPage($0, entry) },
      recordType: new.recordType,
      createdAt: now,
      updatedAt: now
    )
    try db.insert(record, into: ReadingRecord.table)
    return record
  }

  func update(_ id: ReadingRecord.ID, _ changes: ReadingRecordChanges) throws -> ReadingRecord {
    var record: ReadingRecord = try row(id)
    if let content = changes.content { record.content = try Self.contentRule.checked(content) }
    if let page = changes.pageNumber { record.pageNumber = try checkedPage(page, try entry(record.readingBookID)) }
    if let type = changes.recordType { record.recordType = type }
    record.updatedAt = now
    try db.update(record, in: ReadingRecord.table, key: "id")
    return record
  }

  private func checkedPage(_ page: Int, _ entry: ShelfEntry) throws -> Int {
    try checked(page, "page_number", 0...(try bookIfThere(entry.bookID)?.pageCount ?? Int(Int32.max)))
  }
}

/// The fields of a record are the columns of the table.
extension ReadingRecord: OwnedRow {
  static var table: String { "dockdock_reading_record" }
  static var notFound: APIError {
    .notFound(LocalizedMessage(korean: "기록을 찾을 수 없습니다.", english: "Record not found."))
  }
}
