import DockDock
import Naru

/// An endpoint whose request has a body, without authentication.
@API("/api/v1", format: DockDockFormat.self)
struct Shelf: Sendable {
  @POST("/reading-books", status: 201, changes: ["Books.show"])
  var add: @Sendable (_ book: NewReadingBook) async throws -> Book
}

/// What is sent back and forth: books as the local backend makes them.
enum Fixtures {
  static let query = "해리 포터"
  static let page = BookPage(
    books: (0..<10).map(book),
    totalResults: 27,
    currentPage: 1,
    itemsPerPage: 10,
    query: query
  )
  static let book = book(0)
  static let newBook = NewReadingBook(bookID: book.id, status: .reading, currentPage: 12)

  private static func book(_ number: Int) -> Book {
    Book(
      id: "978898392077\(number)",
      isbn: "898392077\(number)",
      isbn13: "978898392077\(number)",
      title: "해리 포터와 불의 잔 \(number + 1)",
      subtitle: number % 3 == 0 ? "개정 번역판" : nil,
      author: "J. K. 롤링 지음, 강동혁 옮김",
      publisher: "문학수첩",
      publishedDate: "2019-11-19",
      coverImage: "http://127.0.0.1:8080/covers/978898392077\(number).png",
      categoryName: "문학",
      pageCount: 312 + number,
      price: Book.Price(standard: 12_000, sales: 10_800)
    )
  }

  /// What both servers call: a backend that knows the answer.
  @Sendable static func search(
    _ query: String,
    _ maxResults: Int?,
    _ start: Int?,
    _ queryType: BookQueryType?,
    _ sort: BookSort?
  ) async throws -> BookPage {
    page
  }

  @Sendable static func show(_ id: Book.ID) async throws -> Book {
    book
  }

  @Sendable static func add(_ book: NewReadingBook) async throws -> Book {
    Self.book
  }
}
