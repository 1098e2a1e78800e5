import DockDock
import Foundation
import Naru
import Rules
import ServedSystem
import Storage

/// The reviews of all readers. Public ones are visible to everyone; only the author can change a review.
struct ReviewStore: Sendable {
  private static let textRule = TextRule("review_text", isMultiline: true)

  let database: Database
  let now: @Sendable () -> Date
  let makeID: @Sendable () -> UUID

  func reviews(of user: Caller.User, _ readingBook: ReadingBook.ID?, _ page: Page) async throws -> CountedList<Review> {
    try await database.read { try ReviewRow.list(of: user, readingBook, page, $0) }
  }

  /// Returns the reviews of a book that a caller can see, with the public ids and names of their authors.
  func reviews(ofBook book: Book.ID, for user: Caller.User?, _ page: Page) async throws -> CountedList<Review> {
    try await database.read { db in
      let wanted: SQL = "book_id = \(book) AND (is_public = \(true) OR user_id = \(user?.id))"
      let rows = try db.all(
        """
        SELECT * FROM dockdock_review WHERE \(wanted) ORDER BY number DESC LIMIT \(page.size) OFFSET \(page.offset)
        """,
        ReviewRow.init
      )
      let reviews = try rows.map { row in
        var review = row.model
        // There is one, because writing a review adds it.
        let author = try UUID(uuidString: row.userID).flatMap { try Reader.fetch($0, db) }
        review.userID = author?.publicID ?? ""
        review.authorName = author?.publicName
        review.isMine = row.userID == user?.key
        return review
      }
      return CountedList(reviews, total: try db.value("SELECT count(*) FROM dockdock_review WHERE \(wanted)"))
    }
  }

  func add(_ new: NewReview, for user: Caller.User) async throws -> Review {
    let text = try new.reviewText.map { try Self.textRule.checked($0) }
    let (id, now) = (makeID().uuidString.lowercased(), now().milliseconds)
    return try await database.write(for: user) { db in
      let entry = try ShelfStore.entry(new.readingBookID, of: user, db)
      guard try !db.exists("SELECT id FROM dockdock_review WHERE reading_book_id = \(entry.id)") else {
        throw APIError(
          declared: .duplicateReview,
          LocalizedMessage(korean: "이미 서평을 쓴 책입니다.", english: "You have already reviewed this book.")
        )
      }
      _ = try ReaderStore.enter(user, now, db)
      let row = ReviewRow(
        id: id,
        userID: user.key,
        readingBookID: entry.id,
        bookID: entry.bookID,
        rating: new.rating,
        reviewText: text,
        isPublic: new.isPublic,
        createdAt: now,
        updatedAt: now
      )
      try db.run(
        """
        INSERT INTO dockdock_review (
          id, user_id, reading_book_id, book_id, rating, review_text, is_public, created_at, updated_at
        ) VALUES (
          \(row.id), \(row.userID), \(row.readingBookID), \(row.bookID), \(row.rating), \(text), \(row.isPublic), \(now), \(now)
        )
        """
      )
      return row.model
    }
  }

  func update(_ id: Review.ID, _ changes: ReviewChanges, of user: Caller.User) async throws -> Review {
    let text = try changes.reviewText.map { try Self.textRule.checked($0) }
    let now = now().milliseconds
    return try await database.write(for: user) { db in
      var row = try ReviewRow.one(id, of: user, db)
      if let rating = changes.rating { row.rating = rating }
      if let text { row.reviewText = text }
      if let isPublic = changes.isPublic { row.isPublic = isPublic }
      row.updatedAt = now
      try db.run(
        """
        UPDATE dockdock_review
        SET rating = \(row.rating), review_text = \(row.reviewText), is_public = \(row.isPublic), updated_at = \(now)
        WHERE id = \(row.id)
        """
      )
      return row.model
    }
  }

  func remove(_ id: Review.ID, of user: Caller.User) async throws {
    try await database.write(for: user) { try ReviewRow.remove(id, of: user, $0) }
  }
}

/// A row of the table.
private struct ReviewRow: Sendable, OwnedRow {
  static let table: SQL = "dockdock_review"

  let id: String
  let userID: String
  let readingBookID: String
  let bookID: String
  var rating: Int
  var reviewText: String?
  var isPublic: Bool
  let createdAt: Int64
  var updatedAt: Int64

  static var notFound: APIError {
    .notFound(LocalizedMessage(korean: "없는 서평입니다.", english: "Review not found."))
  }

  var model: Review {
    Review(
      id: id,
      readingBookID: readingBookID,
      bookID: bookID,
      userID: userID,
      rating: rating,
      reviewText: reviewText,
      isPublic: isPublic,
      createdAt: Date(milliseconds: createdAt),
      updatedAt: Date(milliseconds: updatedAt)
    )
  }
}

extension ReviewRow {
  init(_ row: Row) throws {
    id = try row["id"]
    userID = try row["user_id"]
    readingBookID = try row["reading_book_id"]
    bookID = try row["book_id"]
    rating = try row["rating"]
    reviewText = try row["review_text"]
    isPublic = try row["is_public"]
    createdAt = try row["created_at"]
    updatedAt = try row["updated_at"]
  }
}
