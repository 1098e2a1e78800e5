public import NaruJSON

// As `@Payload` writes them.

extension Book.Price: Payload {
  /// Reads a price.
  public init(from json: inout JSONReader) throws(JSONError) {
    var standard: Int?
    var sales: Int?
    var currency: String?
    var fields = try json.beginObject(Self.self)
    while try json.nextField(in: &fields) {
      if json.matchesField("standard", 0, in: &fields) { standard = try json.field(Int.self) }
      if json.matchesField("sales", 1, in: &fields) { sales = try json.field(Int.self) }
      if json.matchesField("currency", 2, in: &fields) { currency = try json.field(String.self) }
    }
    self.standard = try json.required(standard, "standard", in: fields)
    self.sales = try json.required(sales, "sales", in: fields)
    self.currency = try json.required(currency, "currency", in: fields)
  }

  /// Writes a price.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    json.beginObject()
    try json.field("standard", standard)
    try json.field("sales", sales)
    try json.field("currency", currency)
    json.endObject()
  }

  /// What a price looks like.
  public static var schema: Schema {
    .object(
      Self.self,
      [
        .field("standard", Int.self),
        .field("sales", Int.self),
        .field("currency", String.self),
      ]
    )
  }
}

extension Book: Payload {
  /// Reads a book.
  public init(from json: inout JSONReader) throws(JSONError) {
    var id: String?
    var isbn: String?
    var isbn13: String?
    var title: String?
    var subtitle: String?
    var author: String?
    var publisher: String?
    var publishedDate: String?
    var description: String?
    var coverImage: String?
    var categoryName: String?
    var pageCount: Int?
    var price: Price?
    var link: String?
    var stockStatus: String?
    var rating: Double?
    var fields = try json.beginObject(Self.self)
    while try json.nextField(in: &fields) {
      if json.matchesField("id", 0, in: &fields) { id = try json.field(String.self) }
      if json.matchesField("isbn", 1, in: &fields) { isbn = try json.field(String?.self) }
      if json.matchesField("isbn13", 2, in: &fields) { isbn13 = try json.field(String?.self) }
      if json.matchesField("title", 3, in: &fields) { title = try json.field(String.self) }
      if json.matchesField("subtitle", 4, in: &fields) { subtitle = try json.field(String?.self) }
      if json.matchesField("author", 5, in: &fields) { author = try json.field(String?.self) }
      if json.matchesField("publisher", 6, in: &fields) { publisher = try json.field(String?.self) }
      if json.matchesField("publishedDate", 7, in: &fields) { publishedDate = try json.field(String?.self) }
      if json.matchesField("description", 8, in: &fields) { description = try json.field(String?.self) }
      if json.matchesField("coverImage", 9, in: &fields) { coverImage = try json.field(String?.self) }
      if json.matchesField("categoryName", 10, in: &fields) { categoryName = try json.field(String?.self) }
      if json.matchesField("pageCount", 11, in: &fields) { pageCount = try json.field(Int?.self) }
      if json.matchesField("price", 12, in: &fields) { price = try json.field(Price?.self) }
      if json.matchesField("link", 13, in: &fields) { link = try json.field(String?.self) }
      if json.matchesField("stockStatus", 14, in: &fields) { stockStatus = try json.field(String?.self) }
      if json.matchesField("rating", 15, in: &fields) { rating = try json.field(Double?.self) }
    }
    self.id = try json.required(id, "id", in: fields)
    self.isbn = isbn
    self.isbn13 = isbn13
    self.title = try json.required(title, "title", in: fields)
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

  /// Writes a book.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    json.beginObject()
    try json.field("id", id)
    try json.field("isbn", isbn)
    try json.field("isbn13", isbn13)
    try json.field("title", title)
    try json.field("subtitle", subtitle)
    try json.field("author", author)
    try json.field("publisher", publisher)
    try json.field("publishedDate", publishedDate)
    try json.field("description", description)
    try json.field("coverImage", coverImage)
    try json.field("categoryName", categoryName)
    try json.field("pageCount", pageCount)
    try json.field("price", price)
    try json.field("link", link)
    try json.field("stockStatus", stockStatus)
    try json.field("rating", rating)
    json.endObject()
  }

  /// What a book looks like.
  public static var schema: Schema {
    .object(
      Self.self,
      [
        .field("id", String.self),
        .field("isbn", String?.self),
        .field("isbn13", String?.self),
        .field("title", String.self),
        .field("subtitle", String?.self),
        .field("author", String?.self),
        .field("publisher", String?.self),
        .field("publishedDate", String?.self),
        .field("description", String?.self),
        .field("coverImage", String?.self),
        .field("categoryName", String?.self),
        .field("pageCount", Int?.self),
        .field("price", Price?.self),
        .field("link", String?.self),
        .field("stockStatus", String?.self),
        .field("rating", Double?.self),
      ]
    )
  }
}

extension BookPage: Payload {
  /// Reads a page.
  public init(from json: inout JSONReader) throws(JSONError) {
    var books: [Book]?
    var totalResults: Int?
    var currentPage: Int?
    var itemsPerPage: Int?
    var query: String?
    var fields = try json.beginObject(Self.self)
    while try json.nextField(in: &fields) {
      if json.matchesField("books", 0, in: &fields) { books = try json.field([Book].self) }
      if json.matchesField("totalResults", 1, in: &fields) { totalResults = try json.field(Int.self) }
      if json.matchesField("currentPage", 2, in: &fields) { currentPage = try json.field(Int.self) }
      if json.matchesField("itemsPerPage", 3, in: &fields) { itemsPerPage = try json.field(Int.self) }
      if json.matchesField("query", 4, in: &fields) { query = try json.field(String.self) }
    }
    self.books = try json.required(books, "books", in: fields)
    self.totalResults = try json.required(totalResults, "totalResults", in: fields)
    self.currentPage = try json.required(currentPage, "currentPage", in: fields)
    self.itemsPerPage = try json.required(itemsPerPage, "itemsPerPage", in: fields)
    self.query = try json.required(query, "query", in: fields)
  }

  /// Writes a page.
  public func write(to json: inout JSONWriter) throws(JSONError) {
    json.beginObject()
    try json.field("books", books)
    try json.field("totalResults", totalResults)
    try json.field("currentPage", currentPage)
    try json.field("itemsPerPage", itemsPerPage)
    try json.field("query", query)
    json.endObject()
  }

  /// What a page looks like.
  public static var schema: Schema {
    .object(
      Self.self,
      [
        .field("books", [Book].self),
        .field("totalResults", Int.self),
        .field("currentPage", Int.self),
        .field("itemsPerPage", Int.self),
        .field("query", String.self),
      ]
    )
  }
}
