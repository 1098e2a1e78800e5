public import Naru

/// A book with its number of loans.
@Payload(init: true)
public struct PopularBook: Sendable, Hashable, Identifiable {
  /// The library's number of the book.
  public var id: Int
  /// The title, as catalogued.
  @Key("titleStatement") public var title: String
  /// The authors, translators and illustrators, as catalogued; empty if unknown.
  public var author: String
  /// The publisher, as catalogued; empty if unknown.
  public var publisher: String
  /// The URL of a cover picture; empty if there is none.
  @Key("thumbnailUrl") public var thumbnailURL: String
  /// The ISBN with thirteen digits.
  public var isbn: String?
  /// The number of loans in the requested months.
  @Key("chargeCount") public var loanCount: Int?
}

/// The most borrowed books.
@Payload
public struct PopularBookList: Sendable, Hashable {
  /// The number of books.
  public var totalCount: Int
  /// The books, most borrowed first.
  @Key("list") public var books: [PopularBook]

  /// Creates a list with its count.
  public init(_ books: [PopularBook]) {
    totalCount = books.count
    self.books = books
  }
}
