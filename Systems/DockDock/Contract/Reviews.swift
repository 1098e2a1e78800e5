public import Naru

/// What readers think of books.
@API("/api/v1", format: DockDockFormat.self, auth: .required)
public struct Reviews: Sendable {
  /// The caller's reviews, newest first: of one entry of the shelf, or of all. Pages of `limit` (1…100, else 50), with the number
  /// of all.
  @GET("/reviews?reading_book_id={readingBook}")
  public var list:
    @Sendable (_ readingBook: ReadingBook.ID?, _ page: Paged<Int>?, _ limit: Int?) async throws -> Counted<Review>

  /// What everybody lets others read about a book, and what the caller wrote, newest first.
  @GET("/books/{book}/reviews", auth: .optional)
  public var ofBook: @Sendable (_ book: Book.ID, _ page: Paged<Int>?, _ limit: Int?) async throws -> Counted<Review>

  /// Writes a review. A second one of the same entry is 409 `DUPLICATE_ENTRY`.
  @POST("/reviews", status: 201)
  public var add: @Sendable (_ review: NewReview) async throws -> Review

  /// Changes a review.
  @PATCH("/reviews/{id}")
  public var update: @Sendable (_ id: Review.ID, _ changes: ReviewChanges) async throws -> Review

  /// Removes a review.
  @DELETE("/reviews/{id}")
  public var remove: @Sendable (_ id: Review.ID) async throws -> Void
}
