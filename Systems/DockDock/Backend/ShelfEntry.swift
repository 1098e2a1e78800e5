import DockDock
import Foundation
import Naru
import Rules

/// A row of the shelf, with the rules of its changes. Its properties are columns.
struct ShelfEntry: Codable, Sendable {
  var id: String
  var userID: String
  var bookID: Book.ID
  var status: ReadingStatus
  var startDate: Date?
  var endDate: Date?
  var currentPage: Int?
  var rating: Double?
  var createdAt: Date
  var updatedAt: Date
  /// The number of the change in the table. It orders changes even if the clock stops or is set back.
  var change: Int64

  /// Applies changes by the shelf's rules:
  ///
  /// * the given fields are validated and applied;
  /// * a book that becomes `reading` gets a start date, if it has none;
  /// * a book that becomes `completed` gets an end date, and the last page if the page count is known;
  /// * a book that is no longer `completed` loses its end date.
  mutating func apply(_ changes: ReadingBookChanges, pageCount: Int?, now: Date) throws {
    if let page = changes.currentPage {
      currentPage = try checked(page, "current_page", 0...(pageCount ?? Int(Int32.max)))
    }
    if let rating = changes.rating { self.rating = rating }
    if let start = changes.startDate { startDate = try checked(start, "start_date") }
    if let status = changes.status, status != self.status {
      if self.status == .completed { endDate = nil }
      self.status = status
      enter(status, changes, pageCount: pageCount, now: now)
    }
    if let end = changes.endDate { endDate = try checked(end, "end_date") }
    if let startDate, let endDate, endDate < startDate {
      throw APIError.invalidRequest([
        .korean: "마친 날은 시작한 날보다 빠를 수 없습니다.",
        .english: "The end date must not be before the start date.",
      ])
    }
    updatedAt = now
  }

  /// Sets the dates and the page of a book with a new status.
  private mutating func enter(_ status: ReadingStatus, _ changes: ReadingBookChanges, pageCount: Int?, now: Date) {
    switch status {
    case .wishlist:
      break
    case .reading:
      startDate = startDate ?? now
    case .completed:
      // The end must not be before a start date in the future.
      endDate = max(now, startDate ?? .distantPast)
      if changes.currentPage == nil, let pageCount { currentPage = pageCount }
    }
  }

  /// Creates an entry.
  init(_ new: NewReadingBook, id: String, userID: String, book: Book, now: Date) throws {
    self.id = id
    self.userID = userID
    bookID = book.id
    status = new.status
    createdAt = now
    updatedAt = now
    change = 0
    let changes = ReadingBookChanges(currentPage: new.currentPage)
    try apply(changes, pageCount: book.pageCount, now: now)
    enter(new.status, changes, pageCount: book.pageCount, now: now)
  }
}

extension ReadingBook {
  init(_ entry: ShelfEntry, _ book: Book?) {
    self.init(
      id: entry.id,
      userID: entry.userID,
      bookID: entry.bookID,
      status: entry.status,
      startDate: entry.startDate,
      endDate: entry.endDate,
      currentPage: entry.currentPage,
      rating: entry.rating,
      createdAt: entry.createdAt,
      updatedAt: entry.updatedAt,
      book: book
    )
  }
}
