/// A book as a catalogue tells it: in a module of its own, as an app's models are.
public struct Book: Codable, Sendable, Hashable {
  /// What it costs.
  public struct Price: Codable, Sendable, Hashable {
    /// A part of the price.
    public var standard: Int
    /// A part of the price.
    public var sales: Int
    /// A part of the price.
    public var currency: String

    /// A price.
    public init(standard: Int, sales: Int, currency: String) {
      self.standard = standard
      self.sales = sales
      self.currency = currency
    }
  }

  /// A field of a book.
  public var id: String
  /// A field of a book.
  public var isbn: String?
  /// A field of a book.
  public var isbn13: String?
  /// A field of a book.
  public var title: String
  /// A field of a book.
  public var subtitle: String?
  /// A field of a book.
  public var author: String?
  /// A field of a book.
  public var publisher: String?
  /// A field of a book.
  public var publishedDate: String?
  /// A field of a book.
  public var description: String?
  /// A field of a book.
  public var coverImage: String?
  /// A field of a book.
  public var categoryName: String?
  /// A field of a book.
  public var pageCount: Int?
  /// A field of a book.
  public var price: Price?
  /// A field of a book.
  public var link: String?
  /// A field of a book.
  public var stockStatus: String?
  /// A field of a book.
  public var rating: Double?

  /// A book.
  public init(
    id: String,
    isbn: String? = nil,
    isbn13: String? = nil,
    title: String,
    subtitle: String? = nil,
    author: String? = nil,
    publisher: String? = nil,
    publishedDate: String? = nil,
    description: String? = nil,
    coverImage: String? = nil,
    categoryName: String? = nil,
    pageCount: Int? = nil,
    price: Price? = nil,
    link: String? = nil,
    stockStatus: String? = nil,
    rating: Double? = nil
  ) {
    self.id = id
    self.isbn = isbn
    self.isbn13 = isbn13
    self.title = title
    self.subtitle = subtitle
    self.author = author
    self.publisher = publisher
    self.publishedDate = publishedDate
    self.description = description
    self.coverImage = coverImage
    self.categoryName = categoryName
    self.pageCount = pageCount
    self.price = price
    self.link = link
    self.stockStatus = stockStatus
    self.rating = rating
  }
}

/// A page of books.
public struct BookPage: Codable, Sendable, Hashable {
  /// A field of a page.
  public var books: [Book]
  /// A field of a page.
  public var totalResults: Int
  /// A field of a page.
  public var currentPage: Int
  /// A field of a page.
  public var itemsPerPage: Int
  /// A field of a page.
  public var query: String

  /// A page.
  public init(books: [Book], totalResults: Int, currentPage: Int, itemsPerPage: Int, query: String) {
    self.books = books
    self.totalResults = totalResults
    self.currentPage = currentPage
    self.itemsPerPage = itemsPerPage
    self.query = query
  }
}
