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
  /// A search reads the letters of every book: [Benchmarks](../../../Benchmarks/README.md#a-large-catalogue) has the times.
  ///
  /// - Throws: ``CatalogueError`` for a page out of range, or a database error.
  public func search(_ query: CatalogueQuery) async throws -> CataloguePage {
    let offset = try query.offset
    return try await database.read { try Self.search(query, offset, $0) }
  }

  private static func search(_ query: CatalogueQuery, _ offset: Int, _ db: Transaction) throws -> CataloguePage {
    if let isbn = ISBN(query.text), let book = try BookTable.fetch(db, isbn) {
      return query.page(offset == 0 ? [book] : [], total: 1)
    }
    for search in searches(for: query.text, in: query.field) {
      let found = try search.page(by: query.sort, offset: offset, limit: query.pageSize, db)
      if found.total > 0 {
        let books = try BookTable.fetch(db, found.isbns)
        return query.page(found.isbns.compactMap { books[$0] }, total: found.total)
      }
    }
    return query.page([], total: 0)
  }

  /// The ways to read a string, best first.
  private static func searches(for text: String, in field: CatalogueQuery.Field) -> [BookSearch] {
    let words = SearchKey.words(of: text).map(SearchPattern.init)
    let phrase = SearchPattern(elements: words.flatMap(\.elements))
    guard (1...longestText).contains(phrase.elements.count) else { return [] }
    let readings = (2...mostWords).contains(words.count) ? [[phrase], words] : [[phrase]]
    let completions = phrase.completions.isEmpty ? [] : readings
    return readings.map { BookSearch(words: $0.map { [$0.glob] }, isWhole: true, field: field) }
      + completions.map { words in
        let forms = words.dropLast().map { [$0.glob] } + [words[words.count - 1].completions]
        return BookSearch(words: forms, isWhole: false, field: field)
      }
  }
}

extension CatalogueQuery {
  fileprivate func page(_ books: [CatalogueBook], total: Int) -> CataloguePage {
    CataloguePage(books: books, total: total, page: page, pageSize: pageSize)
  }
}
