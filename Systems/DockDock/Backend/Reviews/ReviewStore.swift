import DockDock
import Foundation
import GRDB
import Naru
import Rules
import ServedSystem

/// The reviews of all readers. Public ones are visible to everyone; only the author can change a review.
struct ReviewStore: Sendable {
  private static let textRule = TextRule("review_text", isMultiline: true)

  let database: any DatabaseWriter
  let now: @Sendable () -> Date
  let makeID: @Sendable () -> UUID

  /// A review is deleted with its entry of the shelf. The table `reviewer` was replaced by ``ReaderStore``.
  static func createTable(_ db: Database) throws {
    try db.create(table: "reviewer") { table in
      table.primaryKey("userID", .text)
      table.column("name", .text).notNull()
    }
    try db.create(table: Row.databaseTableName) { table in
      table.autoIncrementedPrimaryKey("number")
      table.column("id", .text).notNull().unique()
      table.column("userID", .text).notNull()
      table.column("readingBookID", .text).notNull().unique()
        .references(ShelfEntry.databaseTableName, column: "id", onDelete: .cascade)
      table.column("bookID", .text).notNull()
      table.column("rating", .integer).notNull()
      table.column("reviewText", .text)
      table.column("isPublic", .boolean).notNull()
      table.column("createdAt", .integer).notNull()
      table.column("updatedAt", .integer).notNull()
    }
    try db.create(index: "review_by_user", on: Row.databaseTableName, columns: ["userID", "number"])
    try db.create(index: "review_by_book", on: Row.databaseTableName, columns: ["bookID", "number"])
  }

  func reviews(of user: Caller.User, _ readingBook: ReadingBook.ID?, _ page: Page) async throws -> Counted<Review> {
    try await database.read { try Row.list(of: user, readingBook, page, $0) }
  }

  /// Returns the reviews of a book that a caller can see, with the public ids and names of their authors.
  func reviews(ofBook book: Book.ID, for user: Caller.User?, _ page: Page) async throws -> Counted<Review> {
    try await database.read { db in
      let wanted = Row.filter(
        Column("bookID") == book && (Column("isPublic") == true || Column("userID") == (user?.key ?? ""))
      )
      let rows = try wanted.order(Column("number").desc).limit(page.size, offset: page.offset).fetchAll(db)
      let reviews = try rows.map { row in
        var review = row.model
        // There is one, because writing a review adds it.
        let author = try Reader.fetch(row.userID, db)
        review.userID = author?.publicID ?? ""
        review.authorName = author?.publicName
        review.isMine = row.userID == user?.key
        return review
      }
      return Counted(reviews, total: try wanted.fetchCount(db))
    }
  }

  func add(_ new: NewReview, for user: Caller.User) async throws -> Review {
    let text = try new.reviewText.map { try Self.textRule.checked($0) }
    let (id, now) = (makeID().uuidString.lowercased(), now().milliseconds)
    return try await database.write(for: user) { db in
      let entry = try ShelfStore.entry(new.readingBookID, of: user, db)
      guard try Row.filter(Column("readingBookID") == entry.id).isEmpty(db) else {
        throw APIError(
          declared: .duplicateReview,
          Sentence(korean: "이미 서평을 쓴 책입니다.", english: "You have already reviewed this book.")
        )
      }
      _ = try ReaderStore.enter(user, now, db)
      let row = Row(
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
      try row.insert(db)
      return row.model
    }
  }

  func update(_ id: Review.ID, _ changes: ReviewChanges, of user: Caller.User) async throws -> Review {
    let text = try changes.reviewText.map { try Self.textRule.checked($0) }
    let now = now().milliseconds
    return try await database.write(for: user) { db in
      var row = try Row.one(id, of: user, db)
      if let rating = changes.rating { row.rating = rating }
      if let text { row.reviewText = text }
      if let isPublic = changes.isPublic { row.isPublic = isPublic }
      row.updatedAt = now
      try row.update(db)
      return row.model
    }
  }

  func remove(_ id: Review.ID, of user: Caller.User) async throws {
    try await database.write(for: user) { db in
      _ = try Row.one(id, of: user, db).delete(db)
    }
  }

  /// A row of the table.
  private struct Row: Codable, Sendable, OwnedRow {
    static let databaseTableName = "review"

    var number: Int64?
    var id: String
    var userID: String
    var readingBookID: String
    var bookID: String
    var rating: Int
    var reviewText: String?
    var isPublic: Bool
    var createdAt: Int64
    var updatedAt: Int64

    static var notFound: APIError {
      .notFound(Sentence(korean: "없는 서평입니다.", english: "Review not found."))
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
}
