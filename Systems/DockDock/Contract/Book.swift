public import Naru

/// A book of the catalogue.
@Payload(init: true)
public struct Book: Sendable, Hashable, Identifiable {
  /// What a book costs, in whole units of a currency.
  @Payload
  public struct Price: Sendable, Hashable {
    /// The price printed on the book.
    public var standard: Int
    /// The price asked for.
    public var sales: Int
    /// The currency's ISO 4217 code: `KRW`.
    public var currency: String

    /// A price.
    public init(standard: Int, sales: Int, currency: String = "KRW") {
      self.standard = standard
      self.sales = sales
      self.currency = currency
    }
  }

  /// The book's id. It can be put on the shelf as it is.
  public var id: String
  /// The ISBN with ten digits.
  public var isbn: String?
  /// The ISBN with thirteen digits.
  public var isbn13: String?
  /// The title, without the subtitle.
  public var title: String
  /// What stands behind the title.
  public var subtitle: String?
  /// Who wrote, translated or drew it, as catalogued.
  public var author: String?
  /// The publisher, as catalogued.
  public var publisher: String?
  /// The day of publication, `2013-12-24`, or only the year.
  public var publishedDate: String?
  /// What the book is about.
  public var description: String?
  /// The address of a picture of the cover.
  public var coverImage: String?
  /// The main class of the Korean Decimal Classification: `문학`.
  public var categoryName: String?
  /// The number of pages. The local backend makes it up; `nil` for about one book in eight.
  public var pageCount: Int?
  /// What it costs.
  public var price: Price?
  /// The address of a page about the book.
  public var link: String?
  /// Whether it can be bought.
  public var stockStatus: String?
  /// The average rating.
  public var rating: Double?
}

/// One page of the books that a search found.
@Payload(init: true)
public struct BookPage: Sendable, Hashable {
  /// The books of this page, best first.
  public var books: [Book]
  /// How many were found on all pages.
  public var totalResults: Int
  /// This page's number, from 1.
  public var currentPage: Int
  /// How many books a page has.
  public var itemsPerPage: Int
  /// What was searched for.
  public var query: String
}

extension BookPage: Paginated {
  /// The books of this page.
  public var elements: [Book] { books }

  /// The next number, as long as there are more books.
  public func next(after position: Int?, soFar count: Int) -> Int? {
    !books.isEmpty && currentPage * itemsPerPage < totalResults ? currentPage + 1 : nil
  }
}

/// Where a search looks.
@Payload
public enum BookQueryType: String, Sendable, CaseIterable {
  /// In titles.
  case title = "Title"
  /// In authors.
  case author = "Author"
  /// In publishers.
  case publisher = "Publisher"
  /// In titles and authors.
  case keyword = "Keyword"
}

/// The order of what a search found.
@Payload
public enum BookSort: String, Sendable, CaseIterable {
  /// The best match first.
  case accuracy = "Accuracy"
  /// The newest first; what has no date last.
  case publishTime = "PublishTime"
  /// By title.
  case title = "Title"
}
