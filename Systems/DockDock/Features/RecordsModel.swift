public import DockDock
public import Naru
public import Observation
public import NaruScreens

/// The screen with what the person wrote while reading a book: notes, quotes and thoughts.
@MainActor
@Observable
public final class RecordsModel {
  /// How many characters a record may have.
  public static let limit = 5000

  /// The text that is being written.
  public var text = ""
  /// The page that it is about, as it is typed; blank for none. A record that has a page keeps it when this is blank.
  public var pageText = ""
  /// What kind of thing it is.
  public var type = RecordType.note
  /// The record that is being changed; `nil` for a new one.
  public private(set) var editing: ReadingRecord?
  /// Whether it is being sent.
  public private(set) var isSending = false

  private let api: ReadingRecords
  private let entry: ReadingBook.ID
  private let list: PagedList<ReadingRecord>

  /// A screen that has not loaded yet.
  ///
  /// - Parameters:
  ///   - records: where the records are.
  ///   - entry: the entry of the shelf that they belong to.
  ///   - pageSize: how many records a page has, 1…100.
  public init(_ records: ReadingRecords, of entry: ReadingBook.ID, pageSize: Int = 50) {
    api = records
    self.entry = entry
    list = PagedList(pageSize: pageSize) { $0.createdAt > $1.createdAt }
  }

  /// The records, newest first.
  public var records: [ReadingRecord] { list.items }
  /// How many there are; `nil` before the first answer.
  public var total: Int? { list.total }
  /// How far the records are. ``LoadPhase/loaded`` without ``records``: there are none.
  public var phase: LoadPhase { list.phase }
  /// Whether there are older records.
  public var hasMore: Bool { list.hasMore }
  /// Whether older records are being loaded.
  public var isLoadingMore: Bool { list.isLoadingMore }
  /// Why older records could not be loaded; scrolling on tries again.
  public var moreError: Sentence? { list.moreError }
  /// What went wrong with something that was tried; the screen is as it was before.
  public var notice: Sentence? { list.state.notice }

  /// Loads the records, at first or again. What is shown stays until the answer is there.
  public func reload() async {
    await list.reload { [api, entry] number, size in
      ListPage(
        try await api.list(readingBook: entry, page: number, limit: size),
        number: number,
        size: size
      )
    }
  }

  /// Loads older records, if the one that came onto the screen is one of the last five.
  public func appeared(_ record: ReadingRecord) async {
    if list.isNearEnd(record) { await loadMore() }
  }

  /// Loads older records, if there are some and none are being loaded.
  public func loadMore() async {
    await list.loadMore()
  }

  /// The page that is typed; `nil` where none is, or where it is no number.
  public var page: Int? {
    let digits = pageText.filter { !$0.isWhitespace }
    return digits.utf8.allSatisfy { (48...57).contains($0) } ? Int(digits) : nil
  }

  /// How many characters may still be typed, as a person counts them; below zero there are too many.
  public var remaining: Int { Self.limit - text.count }

  /// Whether there is something to send.
  public var canSend: Bool {
    !isSending && remaining >= 0 && text.contains { !$0.isWhitespace }
      && (page != nil || pageText.allSatisfy(\.isWhitespace))
  }

  /// Puts a record on the form to change it, or clears the form.
  public func edit(_ record: ReadingRecord?) {
    editing = record
    text = record?.content ?? ""
    pageText = record?.pageNumber.map(String.init) ?? ""
    type = record?.recordType ?? .note
  }

  /// Sends what is on the form, as a new record or as a change, and clears the form. If it can't be sent, the form stays.
  public func send() async {
    guard canSend else { return }
    isSending = true
    defer { isSending = false }
    let (text, page, type, editing) = (text, page, type, editing)
    let isSent = await list.state.change { _ in
    } sending: { [api, entry] in
      if let editing {
        let changes = ReadingRecordChanges(content: text, pageNumber: page, recordType: type)
        return try await api.update(id: editing.id, changes: changes)
      }
      let new = NewReadingRecord(readingBookID: entry, content: text, pageNumber: page, recordType: type)
      return try await api.add(record: new)
    } settling: {
      if let index = $0.items.firstIndex(where: { $0.id == editing?.id }) {
        $0.items[index] = $1
      } else if editing == nil {
        $0.insert($1)
      }
    }
    // What was typed meanwhile is the next record.
    if isSent, self.text == text { edit(nil) }
  }

  /// Removes a record: from the screen at once, and back onto it if the server does not.
  public func remove(_ id: ReadingRecord.ID) async {
    await list.state.change {
      $0.remove(id)
    } sending: { [api] in
      try await unlessGone { try await api.remove(id: id) }
    }
  }

  /// Takes the notice off the screen.
  public func dismissNotice() {
    list.state.notice = nil
  }
}
