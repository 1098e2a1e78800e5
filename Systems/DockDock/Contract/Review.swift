public import Foundation
public import Naru

/// A reader's review of a book.
@Payload(keys: .snakeCase, init: true)
public struct Review: Sendable, Hashable, Identifiable {
  /// The review's id.
  public var id: String
  /// The id of the entry on the author's shelf.
  public var readingBookID: ReadingBook.ID
  /// The id of the book.
  public var bookID: Book.ID
  /// The id of the author: of the account in one's own reviews, and a public number in the list of a book's reviews.
  public var userID: String
  /// The rating, 1…5.
  public var rating: Int
  /// The content.
  public var reviewText: String?
  /// Whether other users can read it.
  public var isPublic: Bool
  /// When it was written.
  public var createdAt: Date
  /// When it was last changed.
  public var updatedAt: Date
  /// The name that the author chose, or `독자` and the public number; only in the list of a book's reviews.
  public var authorName: String?
  /// Whether the caller is the author; only in the list of a book's reviews.
  public var isMine: Bool?
}

/// A new review.
@Payload(keys: .snakeCase, init: true)
public struct NewReview: Sendable, Hashable {
  /// The id of the entry on the caller's shelf.
  public var readingBookID: ReadingBook.ID
  /// The rating, 1…5.
  @Constraints(.range(1...5)) public var rating: Int
  /// The content, at most 5,000 characters. A blank one is none, because forms send it for an empty text field.
  @Constraints(.length(...5000)) public var reviewText: String?
  /// Whether other users can read it.
  public var isPublic: Bool = false
}

/// The changes to a review. `nil` leaves a field as it is.
@Payload(keys: .snakeCase, init: true)
public struct ReviewChanges: Sendable, Hashable {
  /// The rating, 1…5.
  @Constraints(.range(1...5)) public var rating: Int?
  /// The content, at most 5,000 characters. A blank one removes it.
  @Constraints(.length(...5000)) public var reviewText: String?
  /// Whether other users can read it.
  public var isPublic: Bool?
}
