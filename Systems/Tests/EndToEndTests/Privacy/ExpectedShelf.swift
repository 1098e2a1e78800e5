import DockDock
import Foundation
import Naru

/// An oracle of one person's shelf: DockDock's rules in memory, in their simplest form. It can't contain other people's
/// data.
struct ExpectedShelf {
  private let owner: String
  /// The page counts of the books.
  private let pages: [Book.ID: Int]
  /// The entries, most recently changed first. Records and reviews are sorted newest first.
  private(set) var entries: [ReadingBook] = []
  private(set) var records: [ReadingRecord] = []
  private(set) var reviews: [Review] = []

  init(owner: String, pages: [Book.ID: Int]) {
    self.owner = owner
    self.pages = pages
  }

  /// Returns the expected outcome of an operation.
  mutating func run(_ operation: ShelfOperation, newID: String) -> ShelfOutcome {
    switch operation {
    case .add(let book, let status): return add(book, status, newID)
    case .update(let id, let changes): return update(id, changes)
    case .remove(let id):
      guard has(id) else { return Self.noEntry }
      entries.removeAll { $0.id == id }
      records.removeAll { $0.readingBookID == id }
      reviews.removeAll { $0.readingBookID == id }
      return .removed
    case .show(let id): return has(id) ? .entries(entries.filter { $0.id == id }) : Self.noEntry
    case .list(let status, let page, let limit):
      let (page, limit) = (page ?? 1, limit ?? 20)
      guard page > 0, (1...100).contains(limit) else { return Self.invalid }
      let all = entries.filter { status == nil || $0.status == status }
      return .entries(Array(all.dropFirst((page - 1) * limit).prefix(limit)), total: all.count)
    case .addRecord(let entry, let text):
      guard has(entry) else { return Self.noEntry }
      guard text != " " else { return Self.invalid }
      records.insert(record(newID, entry, text), at: 0)
      return .records([records[0]])
    case .updateRecord(let id, let text):
      // Limits of the contract are checked before anything is looked up.
      guard !text.isEmpty else { return Self.invalid }
      guard let index = records.firstIndex(where: { $0.id == id }) else { return Self.notFound }
      records[index].content = text
      return .records([records[index]])
    case .removeRecord(let id):
      guard records.contains(where: { $0.id == id }) else { return Self.notFound }
      records.removeAll { $0.id == id }
      return .removed
    case .records(let entry):
      guard entry.map(has) ?? true else { return Self.noEntry }
      let all = records.filter { entry == nil || $0.readingBookID == entry }
      return .records(Array(all.prefix(50)), total: all.count)
    case .addReview(let id, let isPublic):
      guard let entry = entries.first(where: { $0.id == id }) else { return Self.noEntry }
      guard !reviews.contains(where: { $0.readingBookID == id }) else { return .failed("DUPLICATE_ENTRY") }
      reviews.insert(review(newID, entry, isPublic), at: 0)
      return .reviews([reviews[0]])
    case .updateReview(let id, let rating):
      // The server checks the request before it looks up the review.
      guard rating <= 5 else { return Self.invalid }
      guard let index = reviews.firstIndex(where: { $0.id == id }) else { return Self.notFound }
      reviews[index].rating = rating
      return .reviews([reviews[index]])
    case .removeReview(let id):
      guard reviews.contains(where: { $0.id == id }) else { return Self.notFound }
      reviews.removeAll { $0.id == id }
      return .removed
    case .reviews(let entry):
      guard entry.map(has) ?? true else { return Self.noEntry }
      let all = reviews.filter { entry == nil || $0.readingBookID == entry }
      return .reviews(Array(all.prefix(50)), total: all.count)
    }
  }

  private static let noEntry = ShelfOutcome.failed("READING_BOOK_NOT_FOUND")
  private static let notFound = ShelfOutcome.failed("NOT_FOUND")
  private static let invalid = ShelfOutcome.failed("VALIDATION_ERROR")

  private func has(_ id: String) -> Bool { entries.contains { $0.id == id } }

  private mutating func add(_ book: Book.ID, _ status: ReadingStatus, _ newID: String) -> ShelfOutcome {
    guard TestSystem.bookIDs.contains(book) else { return .failed("BOOK_NOT_FOUND") }
    guard !entries.contains(where: { $0.bookID == book }) else { return .failed("DUPLICATE_READING_BOOK") }
    let now = TestSystem.now
    var entry = ReadingBook(
      id: newID,
      userID: owner,
      bookID: book,
      status: .wishlist,
      createdAt: now,
      updatedAt: now
    )
    entry.move(to: status, pages: pages[book])
    entries.insert(entry, at: 0)
    return .entries([entry])
  }

  private mutating func update(_ id: String, _ changes: ReadingBookChanges) -> ShelfOutcome {
    // Limits of the contract are checked before anything is looked up.
    if let page = changes.currentPage, page < 0 { return Self.invalid }
    if let rating = changes.rating, rating > 5 { return Self.invalid }
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return Self.noEntry }
    if let page = changes.currentPage, page > pages[entries[index].bookID] ?? .max { return Self.invalid }
    var entry = entries.remove(at: index)
    entry.currentPage = changes.currentPage ?? entry.currentPage
    entry.rating = changes.rating ?? entry.rating
    entry.move(to: changes.status ?? entry.status, pages: changes.currentPage == nil ? pages[entry.bookID] : nil)
    entries.insert(entry, at: 0)
    return .entries([entry])
  }

  private func record(_ id: String, _ entry: String, _ text: String) -> ReadingRecord {
    ReadingRecord(
      id: id,
      readingBookID: entry,
      userID: owner,
      content: text,
      recordType: .note,
      createdAt: TestSystem.now,
      updatedAt: TestSystem.now
    )
  }

  private func review(_ id: String, _ entry: ReadingBook, _ isPublic: Bool) -> Review {
    Review(
      id: id,
      readingBookID: entry.id,
      bookID: entry.bookID,
      userID: owner,
      rating: 4,
      isPublic: isPublic,
      createdAt: TestSystem.now,
      updatedAt: TestSystem.now
    )
  }
}

extension ReadingBook {
  /// Changes the status by the shelf's rules.
  fileprivate mutating func move(to status: ReadingStatus, pages: Int?) {
    guard status != self.status else { return }
    if self.status == .completed { endDate = nil }
    if status == .reading { startDate = startDate ?? TestSystem.now }
    if status == .completed {
      endDate = TestSystem.now
      currentPage = pages ?? currentPage
    }
    self.status = status
  }
}

extension ShelfOutcome {
  /// The outcome without the books, which belong to the catalogue.
  var withoutBooks: ShelfOutcome {
    guard case .entries(var entries, let total) = self else { return self }
    for index in entries.indices where entries[index].book?.id == entries[index].bookID { entries[index].book = nil }
    return .entries(entries, total: total)
  }
}
