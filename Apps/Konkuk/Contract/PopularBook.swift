/// A book that is borrowed often.
public struct PopularBook: Codable, Sendable, Hashable, Identifiable {
  /// The library's number of the book.
  public var id: Int
  /// The title, as catalogued.
  public var title: String
  /// Who wrote, translated or drew it, as catalogued; empty where nobody knows.
  public var author: String
  /// The publisher, as catalogued; empty where nobody knows.
  public var publisher: String
  /// The address of a picture of the cover; empty where there is none.
  public var thumbnailURL: String
  /// The ISBN with thirteen digits.
  public var isbn: String?
  /// How often it was borrowed in the months that were asked for.
  public var loanCount: Int?

  /// A book.
  public init(
    id: Int,
    title: String,
    author: String,
    publisher: String,
    thumbnailURL: String,
    isbn: String? = nil,
    loanCount: Int? = nil
  ) {
    self.id = id
    self.title = title
    self.author = author
    self.publisher = publisher
    self.thumbnailURL = thumbnailURL
    self.isbn = isbn
    self.loanCount = loanCount
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case title = "titleStatement"
    case author
    case publisher
    case thumbnailURL = "thumbnailUrl"
    case isbn
    case loanCount = "chargeCount"
  }
}

/// The books that were borrowed most.
public struct PopularBookList: Codable, Sendable, Hashable {
  /// How many books there are.
  public var totalCount: Int
  /// The books, the one that was borrowed most first.
  public var books: [PopularBook]

  /// A list with its count.
  public init(_ books: [PopularBook]) {
    totalCount = books.count
    self.books = books
  }

  private enum CodingKeys: String, CodingKey {
    case totalCount
    case books = "list"
  }
}
