public import Naru

/// The catalogue of books, open to everyone.
@API("/api/v1", format: DockDockFormat.self, auth: .none)
public struct Books: Sendable {
  /// Searches for a string as typed in Korean: ignoring spaces, by initial consonants (`ㅎㄹㅍㅌ`), with a half-typed last
  /// syllable (`해리포ㅌ`), or by ISBN. A search without results is an empty page, not an error.
  ///
  /// `maxResults` is at least 1 (default: 10), and more than 50 are 50; `start` is the page, from 1.
  @GET(
    "/books/search",
    constraints: ["maxResults": .range(1...2_147_483_647), "start": .range(1...2_147_483_647)]
  )
  public var search:
    @Sendable (
      _ query: String, _ maxResults: Int?, _ start: Paged<Int>?, _ queryType: BookQueryType?, _ sort: BookSort?
    ) async throws -> BookPage

  /// Looks up a book by its ISBN, with 10 or 13 digits and with or without hyphens; searches titles for any other string.
  @GET("/books", constraints: ["maxResults": .range(1...2_147_483_647), "start": .range(1...2_147_483_647)])
  public var lookUp: @Sendable (_ search: String, _ maxResults: Int?, _ start: Paged<Int>?) async throws -> BookPage

  /// Returns a book by its id or its ISBN with 13 digits. `BOOK_NOT_FOUND` if there is none.
  @GET("/books/{id}", failures: [.bookNotFound])
  public var show: @Sendable (_ id: Book.ID) async throws -> Book
}
