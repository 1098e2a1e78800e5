import DockDock
import Foundation
import Naru
import Rules
import Storage

/// The reviews of all readers. Public ones are visible to everyone; only the author can change a review.
extension DockDockStore {
  private static let textRule = TextRule("review_text", isMultiline: true)

  func reviews(_ readingBook: ReadingBook.ID?, _ page: Page) throws -> CountedList<Review> {
    let found: CountedList<ReviewRow> = try rows(readingBook, page)
    return CountedList(found.map(\.model), total: found.total)
  }

  /// The condition for a review that a caller can see.
  static func isVisible(to user: Caller.User?) -> SQL { "(is_public = \(true) OR user_id = \(user?.id))" }

  /// Returns the reviews of a book that a caller can see, with the public ids and names of their authors.
  static func reviews(
    ofBook book: Book.ID,
    for user: Caller.User?,
    _ page: Page,
    _ db: Transaction
  ) throws -> CountedList<Review> {
    let wanted: SQL = "book_id = \(book) AND \(isVisible(to: user))"
    // There is an author, because writing a review adds them.
    let reviews = try db.all(
      """
      SELECT page.*, author.number AS author_number, author.chosen_name
      FROM (SELECT * FROM dockdock_review WHERE \(wanted) ORDER BY number DESC \(page)) AS page
      JOIN dockdock_reader AS author ON author.user_id = page.user_id
      ORDER BY page.number DESC
      """
    ) { row in
      let found: ReviewRow = try row.value()
      let author = Reader(number: try row["author_number"], chosenName: try row["chosen_name"], createdAt: .distantPast)
      var review = found.model
      (review.userID, review.authorName) = (author.publicID, author.publicName)
      review.isMine = found.userID == user?.key
      return review
    }
    return CountedList(reviews, total: try db.value("SELECT count(*) FROM dockdock_review WHERE \(wanted)"))
  }

  func add(_ new: NewReview) throws -> Review {
    let entry = try entry(new.readingBookID)
    guard try !db.exists("SELECT id FROM dockdock_review WHERE reading_book_id = \(entry.id)") else {
      throw APIError(
        declared: .duplicateReview,
        LocalizedMessage(korean: "이미 리뷰를 쓴 책입니다.", english: "You have already reviewed this book.")
      )
    }
    _ = try enter()
    let row = ReviewRow(
      id: newID(),
      userID: user.key,
      readingBookID: entry.id,
      bookID: entry.bookID,
      rating: new.rating,
      reviewText: Self.textRule.cleanedIfAny(new.reviewText),
      isPublic: new.isPublic,
      createdAt: now,
      updatedAt: now
    )
    try db.insert(row, into: ReviewRow.table)
    return row.model
  }

  func update(_ id: Review.ID, _ changes: ReviewChanges) throws -> Review {
    var row: ReviewRow = try row(id)
    if let rating = changes.rating { row.rating = rating }
    if let text = changes.reviewText { row.reviewText = Self.textRule.cleanedIfAny(text) }
    if let isPublic = changes.isPublic { row.isPublic = isPublic }
    row.updatedAt = now
    try db.update(row, in: ReviewRow.table, key: "id")
    return row.model
  }
}

/// A row of the table.
struct ReviewRow: OwnedRow {
  static let table = "dockdock_review"
  static var notFound: APIError {
    .notFound(LocalizedMessage(korean: "리뷰를 찾을 수 없습니다.", english: "Review not found."))
  }

  let id: String
  let userID: String
  let readingBookID: String
  let bookID: String
  var rating: Int
  var reviewText: String?
  var isPublic: Bool
  let createdAt: Date
  var updatedAt: Date

  var model: Review {
    Review(
      id: id,
      readingBookID: readingBookID,
      bookID: bookID,
      userID: userID,
      rating: rating,
      reviewText: reviewText,
      isPublic: isPublic,
      createdAt: createdAt,
      updatedAt: updatedAt
    )
  }
}
