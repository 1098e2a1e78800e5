public import Naru

/// A book that is borrowed often.
@Payload(init: true)
public struct PopularBook: Sendable, Hashable, Identifiable {
  /// The library's number of the book.
  public var id: Int
  /// The title, as catalogued.
  @Key("titleStatement") public var title: String
  /// Who wrote, translated or drew it, as catalogued; empty where nobody knows.
  public var author: String
  /// The publisher, as catalogued; empty where nobody knows.
  public var publisher: String
  /// The address of a picture of the cover; empty where there is none.
  @Key("thumbnailUrl") public var thumbnailURL: String
  /// The ISBN with thirteen digits.
  public var isbn: String?
  /// How often it was borrowed in the months that were asked for.
  @Key("chargeCount") public var loanCount: Int?
}

/// The books that were borrowed most.
@Payload
public struct PopularBookList: Sendable, Hashable {
  /// How many books there are.
  public var totalCount: Int
  /// The books, the one that was borrowed most first.
  @Key("list") public var books: [PopularBook]

  /// A list with its count.
  public init(_ books: [PopularBook]) {
    totalCount = books.count
    self.books = books
  }
}
