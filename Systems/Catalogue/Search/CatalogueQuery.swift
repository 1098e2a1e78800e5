/// What to search for, and which page of the answer to give.
public struct CatalogueQuery: Sendable, Equatable {
  /// Where the text must be found.
  public enum Field: String, Sendable, CaseIterable {
    /// In the title, the subtitle included.
    case title
    /// In the author statement.
    case author
    /// In the publisher's name.
    case publisher
    /// In the title or the author statement.
    case keyword
  }

  /// The order of the books found.
  public enum Sort: String, Sendable, CaseIterable {
    /// Best match first: the very title (or author, or publisher), one that begins with the text, one that contains it,
    /// then the author; short titles first among equals, then new books.
    case accuracy
    /// Newest first; books without a date come last.
    case publicationDate
    /// By title, without a heading in parentheses: digits, Latin, then Korean letters.
    case title
  }

  /// The sizes a page may have.
  public static let pageSizes = 1...50

  /// The text as typed: words, a part of one, initial consonants, a half-typed syllable or an ISBN.
  public var text: String
  /// Where the text must be found.
  public var field: Field
  /// The order of the books found.
  public var sort: Sort
  /// The page, from 1.
  public var page: Int
  /// The most books of a page, within ``pageSizes``.
  public var pageSize: Int

  /// Makes a query; ranges are checked by the search.
  public init(
    _ text: String,
    field: Field = .keyword,
    sort: Sort = .accuracy,
    page: Int = 1,
    pageSize: Int = 10
  ) {
    self.text = text
    self.field = field
    self.sort = sort
    self.page = page
    self.pageSize = pageSize
  }

  /// How many books come before the page.
  var offset: Int {
    get throws(CatalogueError) {
      guard page >= 1, Self.pageSizes.contains(pageSize), page <= Int.max / Self.pageSizes.upperBound else {
        throw CatalogueError(
          .invalidPage,
          korean: "쪽은 1부터, 한 쪽의 책은 1~50권이어야 합니다(받은 값: \(page), \(pageSize)).",
          english: "A page is 1 or more and a page size 1 to 50 (got \(page) and \(pageSize))."
        )
      }
      return (page - 1) * pageSize
    }
  }
}

extension CatalogueQuery.Sort {
  /// Whether a book comes before another one. Accuracy depends on the query and not on the book: there all are equal.
  public func isInOrder(_ one: CatalogueBook, _ other: CatalogueBook) -> Bool {
    switch self {
    case .accuracy:
      return false
    case .publicationDate:
      // A day is later than its year alone, as it is to SQLite.
      if one.publicationDate == other.publicationDate { return one.isbn < other.isbn }
      return (one.publicationDate ?? "") > (other.publicationDate ?? "")
    case .title:
      let keys = (SearchKey.title(one.title), SearchKey.title(other.title))
      return keys.0 == keys.1 ? one.isbn < other.isbn : Array(keys.0.utf8).lexicographicallyPrecedes(keys.1.utf8)
    }
  }
}

/// One page of the books found.
public struct CataloguePage: Sendable, Equatable {
  /// The books of this page, in order; empty behind the last page.
  public let books: [CatalogueBook]
  /// How many books were found in all.
  public let total: Int
  /// The page, from 1.
  public let page: Int
  /// The most books of a page.
  public let pageSize: Int
}
