public import Naru

/// The caller's shelf. Entries of other users are not found.
@API("/api/v1", format: DockDockFormat.self, auth: .required)
public struct ReadingBooks: Sendable {
  /// Lists the caller's shelf, most recently changed first. `page` counts from 1; `limit` is 1…100 (default: 20).
  @GET("/reading-books", constraints: ["page": .range(1...2_147_483_647), "limit": .range(1...100)])
  public var list:
    @Sendable (_ status: ReadingStatus?, _ page: Paged<Int>?, _ limit: Int?) async throws -> CountedList<ReadingBook>

  /// Adds a book to the shelf. `DUPLICATE_READING_BOOK` if it is there already.
  @POST(
    "/reading-books",
    status: 201,
    changes: ["list"],
    failures: [.bookNotFound, .duplicateReadingBook],
    idempotencyKey: true
  )
  public var add: @Sendable (_ book: NewReadingBook) async throws -> ReadingBook

  /// Returns an entry. `READING_BOOK_NOT_FOUND` if there is none.
  @GET("/reading-books/{id}", failures: [.readingBookNotFound], versioned: true)
  public var show: @Sendable (_ id: ReadingBook.ID) async throws -> ReadingBook

  /// Changes an entry.
  @PATCH("/reading-books/{id}", changes: ["list", "show"], failures: [.readingBookNotFound])
  public var update: @Sendable (_ id: ReadingBook.ID, _ changes: ReadingBookChanges) async throws -> ReadingBook

  /// Removes a book from the shelf, with its records and its review.
  @DELETE(
    "/reading-books/{id}",
    changes: ["list", "show", "ReadingRecords.list", "Reviews.list", "Reviews.ofBook", "ReviewPictures.list"],
    failures: [.readingBookNotFound]
  )
  public var remove: @Sendable (_ id: ReadingBook.ID) async throws -> Void
}
