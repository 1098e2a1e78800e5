public import Foundation
public import Naru

/// What a reader thinks of a book.
@Payload(keys: .snakeCase, init: true)
public struct Review: Sendable, Hashable, Identifiable {
  /// The review's id.
  public var id: String
  /// The entry of the author's shelf.
  public var readingBookID: ReadingBook.ID
  /// The book.
  public var bookID: Book.ID
  /// Who wrote it.
  public var userID: String
  /// From 1 to 5.
  public var rating: Int
  /// What the author says.
  public var reviewText: String?
  /// Whether others may read it.
  public var isPublic: Bool
  /// When it was written.
  public var createdAt: Date
  /// When it was changed last.
  public var updatedAt: Date
  /// The author's name, in the list of a book's reviews.
  public var authorName: String?
  /// Whether the caller wrote it, in the list of a book's reviews.
  public var isMine: Bool?
}

/// A review to write.
@Payload(keys: .snakeCase, init: true)
public struct NewReview: Sendable, Hashable {
  /// The entry of the caller's shelf.
  public var readingBookID: ReadingBook.ID
  /// From 1 to 5.
  public var rating: Int
  /// What to say, of at most 5,000 characters.
  public var reviewText: String?
  /// Whether others may read it.
  public var isPublic: Bool = false
}

/// What shall change in a review. `nil` leaves a field as it is.
@Payload(keys: .snakeCase, init: true)
public struct ReviewChanges: Sendable, Hashable {
  /// From 1 to 5.
  public var rating: Int?
  /// What to say, of at most 5,000 characters.
  public var reviewText: String?
  /// Whether others may read it.
  public var isPublic: Bool?
}
