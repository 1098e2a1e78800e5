public import Foundation
public import Naru

/// Where a book stands on the shelf.
@Payload
public enum ReadingStatus: String, Sendable, CaseIterable {
  /// To be read some day.
  case wishlist
  /// Being read.
  case reading
  /// Read.
  case completed
}

/// A book on somebody's shelf.
@Payload(keys: .snakeCase, init: true)
public struct ReadingBook: Sendable, Hashable, Identifiable {
  /// The id of the entry, not of the book.
  public var id: String
  /// Whose shelf it is.
  public var userID: String
  /// The book's id.
  public var bookID: Book.ID
  /// Where the book stands.
  public var status: ReadingStatus
  /// When reading began.
  public var startDate: Date?
  /// When reading ended.
  public var endDate: Date?
  /// The page that was reached, from 0.
  public var currentPage: Int?
  /// The reader's own rating, 0…5.
  public var rating: Double?
  /// When the book was put on the shelf.
  public var createdAt: Date
  /// When the entry was changed last.
  public var updatedAt: Date
  /// The book itself. Every answer of the shelf has it.
  public var book: Book?
}

/// A book to put on the shelf.
@Payload(keys: .snakeCase, init: true)
public struct NewReadingBook: Sendable, Hashable {
  /// The book's id, as a search gives it.
  public var bookID: Book.ID
  /// Where it shall stand.
  public var status: ReadingStatus
  /// The page that was reached.
  public var currentPage: Int?
}

/// What shall change in an entry of the shelf. `nil` leaves a field as it is.
@Payload(keys: .snakeCase, init: true)
public struct ReadingBookChanges: Sendable, Hashable {
  /// Where the book shall stand. `reading` sets the start, `completed` the end and the last page, where they are not
  /// given and not known yet.
  public var status: ReadingStatus?
  /// The page that was reached, 0 up to the book's number of pages.
  public var currentPage: Int?
  /// The reader's rating, 0…5.
  public var rating: Double?
  /// When reading began.
  public var startDate: Date?
  /// When reading ended; not before it began.
  public var endDate: Date?
}
