public import Naru

/// A book in the catalogue.
@Payload(init: true)
public struct Book: Sendable, Hashable, Identifiable {
  /// A price in whole units of a currency.
  @Payload
  public struct Price: Sendable, Hashable {
    /// The list price.
    public var standard: Int
    /// The selling price.
    public var sales: Int
    /// The currency's ISO 4217 code: `KRW`.
    public var currency: String

    /// Creates a price.
    public init(standard: Int, sales: Int, currency: String = "KRW") {
      self.standard = standard
      self.sales = sales
      self.currency = currency
    }
  }

  /// The book's id, which ``NewReadingBook`` takes.
  public var id: String
  /// The ISBN with ten digits.
  public var isbn: String?
  /// The ISBN with thirteen digits.
  public var isbn13: String?
  /// The title, without the subtitle.
  public var title: String
  /// The subtitle.
  public var subtitle: String?
  /// The authors, translators and illustrators, as catalogued.
  public var author: String?
  /// The publisher, as catalogued.
  public var publisher: String?
  /// The publication date, `2013-12-24`, or only the year.
  public var publishedDate: String?
  /// A description of the content.
  public var description: String?
  /// The URL of a cover picture.
  public var coverImage: String?
  /// The main class of the Korean Decimal Classification: `문학`.
  public var categoryName: String?
  /// The number of pages. The local backend makes it up, with `nil` for about one book in eight.
  public var pageCount: Int?
  /// The price.
  public var price: Price?
  /// The URL of a page about the book.
  public var link: String?
  /// The availability in the shop.
  public var stockStatus: String?
  /// The average rating.
  public var rating: Double?
}

/// A page of search results.
@Payload(init: true)
public struct BookPage: Sendable, Hashable {
  /// The books of this page, best match first.
  public var books: [Book]
  /// The number of books on all pages.
  public var totalResults: Int
  /// This page's number, from 1.
  public var currentPage: Int
  /// The number of books on a full page.
  public var itemsPerPage: Int
  /// The query.
  public var query: String
}

extension BookPage: Paginated {
  /// The books of this page.
  public var elements: [Book] { books }

  /// The next page's number; `nil` after the last page.
  public func next(after position: Int?, soFar count: Int) -> Int? {
    !books.isEmpty && currentPage * itemsPerPage < totalResults ? currentPage + 1 : nil
  }
}

/// The fields that a search looks in.
@Payload
public enum BookQueryType: String, Sendable, CaseIterable {
  /// Titles.
  case title = "Title"
  /// Authors.
  case author = "Author"
  /// Publishers.
  case publisher = "Publisher"
  /// Titles and authors.
  case keyword = "Keyword"
}

/// The order of search results.
@Payload
public enum BookSort: String, Sendable, CaseIterable {
  /// Best match first.
  case accuracy = "Accuracy"
  /// Newest first; books without a date last.
  case publishTime = "PublishTime"
  /// By title.
  case title = "Title"
  /// Best-selling first. The catalogue has no sales, so its books are in the order of ``accuracy``.
  case salesPoint = "SalesPoint"
}
