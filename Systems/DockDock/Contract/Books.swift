public import Naru

/// The catalogue of books. Anybody may ask.
@API("/api/v1", format: DockDockFormat.self, auth: .none)
public struct Books: Sendable {
  /// Searches as one types Korean: without regard to spaces, by initial consonants (`ㅎㄹㅍㅌ`), with a last syllable that is
  /// only half typed (`해리포ㅌ`), or by ISBN. What is not found is an empty page, not an error.
  ///
  /// `maxResults` is 1…50, or 10 where it is left out; `start` is the page, from 1.
  @GET("/books/search")
  public var search:
    @Sendable (
      _ query: String, _ maxResults: Int?, _ start: Paged<Int>?, _ queryType: BookQueryType?, _ sort: BookSort?
    ) async throws -> BookPage

  /// Looks a book up by its ISBN, with 10 or 13 digits and with or without hyphens; any other text is a title.
  @GET("/books")
  public var lookUp: @Sendable (_ search: String, _ maxResults: Int?, _ start: Paged<Int>?) async throws -> BookPage

  /// One book, by its id or its ISBN with 13 digits. `BOOK_NOT_FOUND` if there is none.
  @GET("/books/{id}")
  public var show: @Sendable (_ id: Book.ID) async throws -> Book
}
