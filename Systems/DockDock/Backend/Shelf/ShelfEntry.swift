import DockDock
import Foundation
import GRDB
import Naru
import Rules

/// A row of the shelf, and the rules by which it changes.
struct ShelfEntry: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "reading_book"

  var id: String
  var userID: String
  var bookID: Book.ID
  var status: ReadingStatus
  // Dates are milliseconds since 1970, as exact as they go over the wire.
  var startDate: Int64?
  var endDate: Int64?
  var currentPage: Int?
  var rating: Double?
  var createdAt: Int64
  var updatedAt: Int64
  /// Counts all changes of the table: the order of changes even where the clock stands still or goes back.
  var change: Int64

  /// Makes a change by the shelf's rules:
  ///
  /// * what is given is taken, after a check;
  /// * a book that moves to `reading` gets a start, if it has none;
  /// * a book that moves to `completed` gets an end, and the last page where the number of pages is known;
  /// * a book that leaves `completed` has no end any more.
  mutating func apply(_ changes: ReadingBookChanges, pageCount: Int?, now: Date) throws {
    if let page = changes.currentPage {
      currentPage = try checked(page, "current_page", 0...(pageCount ?? Int(Int32.max)))
    }
    if let rating = changes.rating {
      guard (0...5).contains(rating) else {
        throw APIError.invalid(
          Sentence(korean: "`rating` 값은 0부터 5까지여야 합니다.", english: "`rating` must be 0 to 5.")
        )
      }
      self.rating = rating
    }
    if let status = changes.status, status != self.status {
      if self.status == .completed { endDate = nil }
      self.status = status
      enter(status, changes, pageCount: pageCount, now: now)
    }
    if let start = changes.startDate { startDate = try checked(start, "start_date").milliseconds }
    if let end = changes.endDate { endDate = try checked(end, "end_date").milliseconds }
    if let startDate, let endDate, endDate < startDate {
      throw APIError.invalid(
        Sentence(
          korean: "`end_date`는 `start_date`보다 빠를 수 없습니다.",
          english: "`end_date` must not be before `start_date`."
        )
      )
    }
    updatedAt = now.milliseconds
  }

  /// What a book gets when it comes to stand somewhere.
  private mutating func enter(_ status: ReadingStatus, _ changes: ReadingBookChanges, pageCount: Int?, now: Date) {
    switch status {
    case .wishlist:
      break
    case .reading:
      startDate = startDate ?? now.milliseconds
    case .completed:
      // A start that lies ahead of the clock must not make the book end before it began.
      endDate = max(now.milliseconds, startDate ?? .min)
      if changes.currentPage == nil, let pageCount { currentPage = pageCount }
    }
  }

  /// A new entry, which has just come to stand where it stands.
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

extension Date {
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
