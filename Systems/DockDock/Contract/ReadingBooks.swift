public import Naru

/// The caller's shelf. Another person's entry answers as one that does not exist.
@API("/api/v1", format: DockDockFormat.self, auth: .required)
public struct ReadingBooks: Sendable {
  /// The caller's shelf, newest change first. `page` counts from 1; `limit` is 1…100, or 20 where it is left out.
  @GET("/reading-books")
  public var list:
    @Sendable (_ status: ReadingStatus?, _ page: Paged<Int>?, _ limit: Int?) async throws -> Counted<ReadingBook>

  /// Puts a book on the shelf. `DUPLICATE_READING_BOOK` if it stands there already.
  @POST("/reading-books", status: 201)
  public var add: @Sendable (_ book: NewReadingBook) async throws -> ReadingBook

  /// One entry. `READING_BOOK_NOT_FOUND` if there is none.
  @GET("/reading-books/{id}")
  public var show: @Sendable (_ id: ReadingBook.ID) async throws -> ReadingBook

  /// Changes an entry.
  @PATCH("/reading-books/{id}")
  public var update: @Sendable (_ id: ReadingBook.ID, _ changes: ReadingBookChanges) async throws -> ReadingBook

  /// Takes a book off the shelf.
  @DELETE("/reading-books/{id}")
  public var remove: @Sendable (_ id: ReadingBook.ID) async throws -> Void
}
