public import Foundation

/// Where a book stands on the shelf.
public enum ReadingStatus: String, Codable, Sendable, CaseIterable {
  /// To be read some day.
  case wishlist
  /// Being read.
  case reading
  /// Read.
  case completed
}

/// A book on somebody's shelf.
public struct ReadingBook: Codable, Sendable, Hashable, Identifiable {
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

  /// An entry.
  public init(
    id: String,
    userID: String,
    bookID: Book.ID,
    status: ReadingStatus,
    startDate: Date? = nil,
    endDate: Date? = nil,
    currentPage: Int? = nil,
    rating: Double? = nil,
    createdAt: Date,
    updatedAt: Date,
    book: Book? = nil
  ) {
    self.id = id
    self.userID = userID
    self.bookID = bookID
    self.status = status
    self.startDate = startDate
    self.endDate = endDate
    self.currentPage = currentPage
    self.rating = rating
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.book = book
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case userID = "user_id"
    case bookID = "book_id"
    case status
    case startDate = "start_date"
    case endDate = "end_date"
    case currentPage = "current_page"
    case rating
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case book
  }
}

/// A book to put on the shelf.
public struct NewReadingBook: Codable, Sendable, Hashable {
  /// The book's id, as a search gives it.
  public var bookID: Book.ID
  /// Where it shall stand.
  public var status: ReadingStatus
  /// The page that was reached.
  public var currentPage: Int?

  /// A book for the shelf.
  public init(bookID: Book.ID, status: ReadingStatus, currentPage: Int? = nil) {
    self.bookID = bookID
    self.status = status
    self.currentPage = currentPage
  }

  private enum CodingKeys: String, CodingKey {
    case bookID = "book_id"
    case status
    case currentPage = "current_page"
  }
}

/// What shall change in an entry of the shelf. `nil` leaves a field as it is.
public struct ReadingBookChanges: Codable, Sendable, Hashable {
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

  /// Changes; what is left out stays as it is.
  public init(
    status: ReadingStatus? = nil,
    currentPage: Int? = nil,
    rating: Double? = nil,
    startDate: Date? = nil,
    endDate: Date? = nil
  ) {
    self.status = status
    self.currentPage = currentPage
    self.rating = rating
    self.startDate = startDate
    self.endDate = endDate
  }

  private enum CodingKeys: String, CodingKey {
    case status
    case currentPage = "current_page"
    case rating
    case startDate = "start_date"
    case endDate = "end_date"
  }
}
