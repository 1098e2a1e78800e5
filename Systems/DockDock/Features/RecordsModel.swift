public import DockDock
import Naru
public import NaruScreens
public import Observation

/// The screen of the notes, quotes and thoughts that a user wrote while reading a book.
@MainActor
@Observable
public final class RecordsModel {
  /// The maximum number of characters of a record.
  public static let limit = 5000

  /// The form's text field.
  public var text = ""
  /// The page on the form, as typed; blank for none. A record that has a page keeps it if this is blank.
  public var pageText = ""
  /// The kind of record on the form.
  public var type = RecordType.note
  /// The record being edited; `nil` for a new one.
  public private(set) var editing: ReadingRecord?
  /// Whether the form is being sent.
  public private(set) var isSending = false
  /// The records, newest first.
  public let records: PagedList<ReadingRecord>

  private let api: ReadingRecords
  private let entry: ReadingBook.ID

  /// Creates a screen of the records of an entry, which is not loaded yet. A page has 1…100 records.
  public init(_ api: ReadingRecords, of entry: ReadingBook.ID, pageSize: Int = 50) {
    self.api = api
    self.entry = entry
    records = PagedList(pageSize: pageSize, isBefore: { $0.createdAt > $1.createdAt }) { number, size in
      ListPage(try await api.list(readingBook: entry, page: number, limit: size), number: number, size: size)
    }
  }

  /// The page on the form; `nil` if it is blank or not a number.
  public var page: Int? {
    let digits = pageText.filter { !$0.isWhitespace }
    return digits.utf8.allSatisfy { (48...57).contains($0) } ? Int(digits) : nil
  }

  /// The number of characters that can still be typed; negative if there are too many.
  public var remaining: Int { Self.limit - text.count }

  /// Whether the form can be sent.
  public var canSend: Bool {
    !isSending && remaining >= 0 && text.contains { !$0.isWhitespace }
      && (page != nil || pageText.allSatisfy(\.isWhitespace))
  }

  /// Puts a record on the form to edit it, or clears the form.
  public func edit(_ record: ReadingRecord?) {
    editing = record
    text = record?.content ?? ""
    pageText = record?.pageNumber.map(String.init) ?? ""
    type = record?.recordType ?? .note
  }

  /// Sends the form as a new record or as changes to the edited one, and clears it. If sending fails, the form stays.
  public func send() async {
    guard canSend else { return }
    isSending = true
    defer { isSending = false }
    let (text, page, type, editing) = (text, page, type, editing)
    let isSent = await records.content.update { _ in
    } send: { [api, entry] in
      if let editing {
        let changes = ReadingRecordChanges(content: text, pageNumber: page, recordType: type)
        return try await api.update(id: editing.id, changes: changes)
      }
      let new = NewReadingRecord(readingBookID: entry, content: text, pageNumber: page, recordType: type)
      return try await api.add(record: new)
    } reconcile: {
      if let index = $0.items.firstIndex(where: { $0.id == editing?.id }) {
        $0.items[index] = $1
      } else if editing == nil {
        $0.insert($1)
      }
    }
    // Text typed in the meantime belongs to the next record.
    if isSent, self.text == text { edit(nil) }
  }

  /// Removes a record: from the screen at once, and rolled back if the server rejects the change.
  public func remove(_ id: ReadingRecord.ID) async {
    await records.remove(id) { [api] in try await api.remove(id: id) }
  }
}
