/// A search of the catalogue, and the page of results to return.
public struct CatalogueQuery: Sendable, Hashable {
  /// The fields that are searched.
  public enum Field: String, Sendable, CaseIterable {
    /// The title with the subtitle.
    case title
    /// The author statement.
    case author
    /// The publisher's name.
    case publisher
    /// The title and the author statement.
    case keyword
  }

  /// The order of the results.
  public enum Sort: String, Sendable, CaseIterable {
    /// Best match first: a title (or author, or publisher) that equals the query, begins with it, or
    /// contains it, then authors; among equals, short titles first, then new books.
    case accuracy
    /// Newest first; books without a date come last.
    case publicationDate
    /// By title, without a heading in parentheses: digits, Latin, then Korean letters.
    case title
  }

  /// The allowed page sizes.
  public static let pageSizes = 1...50

  /// The string as typed: words, a part of one, initial consonants, a half-typed syllable or an ISBN.
  public var text: String
  /// The fields that are searched.
  public var field: Field
  /// The order of the results.
  public var sort: Sort
  /// The page, from 1.
  public var page: Int
  /// The maximum number of books on a page, within ``pageSizes``.
  public var pageSize: Int

  /// Creates a query; the search checks the ranges.
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

  /// The number of books before the page.
  var offset: Int {
    get throws(CatalogueError) {
      guard page >= 1, Self.pageSizes.contains(pageSize), page <= Int.max / Self.pageSizes.upperBound else {
        throw CatalogueError(
          korean: "페이지는 1 이상, 페이지당 책은 1~50권이어야 합니다(받은 값: \(page), \(pageSize)).",
          english: "A page must be at least 1 and a page size 1 to 50 (got \(page) and \(pageSize))."
        )
      }
      return (page - 1) * pageSize
    }
  }
}

/// A page of search results.
public struct CataloguePage: Sendable, Equatable {
  /// The books of this page, in order; empty after the last page.
  public let books: [CatalogueBook]
  /// The number of books on all pages.
  public let total: Int
  /// The page, from 1.
  public let page: Int
  /// The maximum number of books on a page.
  public let pageSize: Int
}
