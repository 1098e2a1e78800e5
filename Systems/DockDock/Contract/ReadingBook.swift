public import Foundation
public import Naru

/// The reading status of a book on the shelf.
@Payload
public enum ReadingStatus: String, Sendable, CaseIterable {
  /// 읽고 싶은 책.
  case wishlist
  /// 읽는 중.
  case reading
  /// 다 읽은 책.
  case completed

  /// The name to show: `읽는 중`.
  public var title: LocalizedMessage {
    switch self {
    case .wishlist: LocalizedMessage(korean: "읽고 싶은 책", english: "Want to Read")
    case .reading: LocalizedMessage(korean: "읽는 중", english: "Reading")
    case .completed: LocalizedMessage(korean: "다 읽은 책", english: "Finished")
    }
  }
}

/// A book on a user's shelf.
@Payload(keys: .snakeCase, init: true)
public struct ReadingBook: Sendable, Hashable, Identifiable {
  /// The id of the entry, not of the book.
  public var id: String
  /// The id of the shelf's owner.
  public var userID: String
  /// The book's id.
  public var bookID: Book.ID
  /// The reading status.
  public var status: ReadingStatus
  /// When reading began.
  public var startDate: Date?
  /// When reading ended.
  public var endDate: Date?
  /// The last page read, from 0.
  public var currentPage: Int?
  /// The owner's rating, 0…5.
  public var rating: Double?
  /// When the book was put on the shelf.
  public var createdAt: Date
  /// When the entry was last changed.
  public var updatedAt: Date
  /// The book. Every response of the shelf includes it.
  public var book: Book?
}

/// A book to put on the shelf.
@Payload(keys: .snakeCase, init: true)
public struct NewReadingBook: Sendable, Hashable {
  /// The book's id, as returned by a search.
  public var bookID: Book.ID
  /// The reading status.
  public var status: ReadingStatus
  /// The last page read.
  @Constraints(.range(0...2_147_483_647)) public var currentPage: Int?
}

/// The changes to an entry of the shelf. `nil` leaves a field as it is.
@Payload(keys: .snakeCase, init: true)
public struct ReadingBookChanges: Sendable, Hashable {
  /// The new status. `reading` sets the start date; `completed` sets the end date and the last page. A date or page
  /// that is given, and a known start date, stay.
  public var status: ReadingStatus?
  /// The last page read, from 0 to the book's page count.
  @Constraints(.range(0...2_147_483_647)) public var currentPage: Int?
  /// The rating, 0…5.
  @Constraints(.range(0...5)) public var rating: Double?
  /// When reading began.
  public var startDate: Date?
  /// When reading ended; not before the start.
  public var endDate: Date?
}
