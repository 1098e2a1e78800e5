public import Naru

/// Readers' reviews of books.
@API("/api/v1", format: DockDockFormat.self, auth: .required)
public struct Reviews: Sendable {
  /// Lists the caller's reviews of one shelf entry or of all, newest first. `limit` is 1…100 (default: 50).
  @GET(
    "/reviews?reading_book_id={readingBook}",
    constraints: ["page": .range(1...2_147_483_647), "limit": .range(1...100)],
    failures: [.readingBookNotFound]
  )
  public var list:
    @Sendable (_ readingBook: ReadingBook.ID?, _ page: Paged<Int>?, _ limit: Int?) async throws -> CountedList<Review>

  /// Lists the public reviews of a book and the caller's own, newest first.
  @GET(
    "/books/{book}/reviews",
    auth: .optional,
    constraints: ["page": .range(1...2_147_483_647), "limit": .range(1...100)],
    failures: [.bookNotFound]
  )
  public var ofBook: @Sendable (_ book: Book.ID, _ page: Paged<Int>?, _ limit: Int?) async throws -> CountedList<Review>

  /// Adds a review. `DUPLICATE_ENTRY` (409) if the entry has one already.
  @POST(
    "/reviews",
    status: 201,
    changes: ["list", "ofBook"],
    failures: [.readingBookNotFound, .duplicateReview],
    idempotencyKey: true
  )
  public var add: @Sendable (_ review: NewReview) async throws -> Review

  /// Changes a review.
  @PATCH("/reviews/{id}", changes: ["list", "ofBook"])
  public var update: @Sendable (_ id: Review.ID, _ changes: ReviewChanges) async throws -> Review

  /// Removes a review.
  @DELETE("/reviews/{id}", changes: ["list", "ofBook", "ReviewPictures.list"])
  public var remove: @Sendable (_ id: Review.ID) async throws -> Void
}
