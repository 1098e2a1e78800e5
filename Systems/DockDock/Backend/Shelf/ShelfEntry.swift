import DockDock
import Foundation
import Naru
import Rules
import Storage

/// A row of the shelf, with the rules of its changes.
struct ShelfEntry: Codable, Sendable {
  var id: String
  var userID: String
  var bookID: Book.ID
  var status: ReadingStatus
  // Dates are milliseconds since 1970, the precision of the wire format.
  var startDate: Int64?
  var endDate: Int64?
  var currentPage: Int?
  var rating: Double?
  var createdAt: Int64
  var updatedAt: Int64
  /// The number of the change in the table. It orders changes even if the clock stops or is set back.
  var change: Int64

  /// Applies changes by the shelf's rules:
  ///
  /// * given fields are checked and taken;
  /// * a book that becomes `reading` gets a start date, if it has none;
  /// * a book that becomes `completed` gets an end date, and the last page if the page count is known;
  /// * a book that is no longer `completed` loses its end date.
  mutating func apply(_ changes: ReadingBookChanges, pageCount: Int?, now: Date) throws {
    if let page = changes.currentPage {
      currentPage = try checked(page, "current_page", 0...(pageCount ?? Int(Int32.max)))
    }
    if let rating = changes.rating { self.rating = rating }
    if let status = changes.status, status != self.status {
      if self.status == .completed { endDate = nil }
      self.status = status
      enter(status, changes, pageCount: pageCount, now: now)
    }
    if let start = changes.startDate { startDate = try checked(start, "start_date").milliseconds }
    if let end = changes.endDate { endDate = try checked(end, "end_date").milliseconds }
    if let startDate, let endDate, endDate < startDate {
      throw APIError.invalidRequest(
        LocalizedMessage(
          korean: "마친 날은 시작한 날보다 빠를 수 없습니다.",
          english: "The end date must not be before the start date."
        )
      )
    }
    updatedAt = now.milliseconds
  }

  /// Sets the dates and the page of a book with a new status.
  private mutating func enter(_ status: ReadingStatus, _ changes: ReadingBookChanges, pageCount: Int?, now: Date) {
    switch status {
    case .wishlist:
      break
    case .reading:
      startDate = startDate ?? now.milliseconds
    case .completed:
      // The end must not be before a start date in the future.
      endDate = max(now.milliseconds, startDate ?? .min)
      if changes.currentPage == nil, let pageCount { currentPage = pageCount }
    }
  }

  /// Creates an entry.
  init(_ new: NewReadingBook, id: UUID, userID: UUID, book: Book, now: Date) throws {
    self.id = id.uuidString.lowercased()
    self.userID = userID.uuidString.lowercased()
    bookID = book.id
    status = new.status
    createdAt = now.milliseconds
    updatedAt = now.milliseconds
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
      startDate: entry.startDate.map(Date.init(milliseconds:)),
      endDate: entry.endDate.map(Date.init(milliseconds:)),
      currentPage: entry.currentPage,
      rating: entry.rating,
      createdAt: Date(milliseconds: entry.createdAt),
      updatedAt: Date(milliseconds: entry.updatedAt),
      book: book
    )
  }
}

extension ShelfEntry {
  /// Reads all columns of the table.
  init(_ row: Row) throws {
    id = try row["id"]
    userID = try row["user_id"]
    bookID = try row["book_id"]
    status = try row["status"]
    startDate = try row["start_date"]
    endDate = try row["end_date"]
    currentPage = try row["current_page"]
    rating = try row["rating"]
    createdAt = try row["created_at"]
    updatedAt = try row["updated_at"]
    change = try row["change"]
  }

  func insert(_ db: Transaction) throws {
    try db.run(
      """
      INSERT INTO dockdock_reading_book (
        id, user_id, book_id, status, start_date, end_date, current_page, rating, created_at, updated_at, change
      ) VALUES (
        \(id), \(userID), \(bookID), \(status), \(startDate), \(endDate), \(currentPage), \(rating), \(createdAt),
        \(updatedAt), \(change)
      )
      """
    )
  }

  func update(_ db: Transaction) throws {
    try db.run(
      """
      UPDATE dockdock_reading_book
      SET status = \(status), start_date = \(startDate), end_date = \(endDate), current_page = \(currentPage),
        rating = \(rating), updated_at = \(updatedAt), change = \(change)
      WHERE id = \(id)
      """
    )
  }
}
