import Naru
import Storage

extension Catalogue {
  /// The maximum number of letters and digits in a query; no title is longer.
  private static let longestText = 400
  /// The maximum number of words that are searched for one by one.
  private static let mostWords = 32

  /// Searches the catalogue.
  ///
  /// Spaces, punctuation, case, width and Unicode normal form do not matter. A valid ISBN finds its book. Any other
  /// query is searched for as typed and whole; without a match, its words in any order; without a match again,
  /// what its last, half-typed syllable can become. A lone consonant stands for any syllable that it begins. A string
  /// without letters or digits, or longer than any title, finds nothing.
  ///
  /// A search that takes longer than the catalogue's `longestSearch` fails, but goes on, so that the same search soon succeeds.
  ///
  /// - Parameter query: the string, the order and the page.
  /// - Returns: the page of books found.
  /// - Throws: ``CatalogueError`` with the code `invalidPage`, `APIError` with the code `timedOut`, or a database error.
  public func search(_ query: CatalogueQuery) async throws -> CataloguePage {
    let offset = try query.offset
    do {
      return try await searches.value(for: query, within: longestSearch) { [database, totals] in
        try await database.read { try Self.search(query, offset, totals, $0) }
      }
    } catch let error as APIError where error.code == .timedOut {
      let localizedMessage = LocalizedMessage(
        korean: "검색이 오래 걸리고 있습니다. 잠시 후 다시 검색하거나 검색어를 더 길게 입력해 주세요.",
        english: "This search takes long. Try again in a moment, or add letters."
      )
      throw APIError(.timedOut, localizedMessage, retryAfter: .seconds(1))
    }
  }

  private static func search(
    _ query: CatalogueQuery,
    _ offset: Int,
    _ totals: SearchTotals,
    _ db: Transaction
  ) throws -> CataloguePage {
    if let isbn = ISBN(query.text), let book = try BookTable.fetch(db, isbn) {
      return query.page(offset == 0 ? [book] : [], total: 1)
    }
    for plan in plans(for: query.text) {
      let found = try SearchRun(db, plan, query.field, totals)
        .numbers(by: query.sort, offset: offset, limit: query.pageSize)
      if found.total > 0 {
        return query.page(try BookTable.fetch(db, numbers: found.numbers), total: found.total)
      }
    }
    return query.page([], total: 0)
  }

  /// The ways to read a string, best first.
  private static func plans(for text: String) -> [SearchPlan] {
    let words = SearchKey.words(of: text).map(SearchPattern.init)
    let phrase = SearchPattern(elements: words.flatMap(\.elements))
    guard (1...longestText).contains(phrase.elements.count) else { return [] }
    let readings = (2...mostWords).contains(words.count) ? [[phrase], words] : [[phrase]]
    return readings.map { SearchPlan(patterns: $0, reading: .asTyped) }
      + readings.map { SearchPlan(patterns: $0, reading: .completed) }
  }
}

extension CatalogueQuery {
  fileprivate func page(_ books: [CatalogueBook], total: Int) -> CataloguePage {
    CataloguePage(books: books, total: total, page: page, pageSize: pageSize)
  }
}
