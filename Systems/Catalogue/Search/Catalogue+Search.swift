import GRDB

extension Catalogue {
  /// The longest text searched for, in letters and digits; no title is as long.
  private static let longestText = 400
  /// The most words that are looked for one by one.
  private static let mostWords = 32

  /// Searches the catalogue.
  ///
  /// Spaces, punctuation, case, width and Unicode normal form do not matter. A valid ISBN gives its book. Else the text
  /// is looked for as typed and whole; if nothing has it, its words in any order; if nothing has those, what its last,
  /// half-typed syllable can become. A lone consonant stands for any syllable that it begins. A text without letters or
  /// digits, or longer than any title, finds nothing.
  ///
  /// - Throws: ``CatalogueError`` with the code `invalidPage`, or a database error.
  public func search(_ query: CatalogueQuery) throws -> CataloguePage {
    let offset = try query.offset
    return try database.read { try Self.search(query, offset, $0) }
  }

  /// Looks up a book by its number, or books by title.
  ///
  /// A text of 10 or 13 digits (hyphens and spaces allowed, an `X` at the end too) is an ISBN and gives that book or
  /// nothing; any other text is searched for in titles.
  ///
  /// - Throws: ``CatalogueError`` with the code `invalidPage`, or a database error.
  public func lookUp(_ text: String, page: Int = 1, pageSize: Int = 10) throws -> CataloguePage {
    let query = CatalogueQuery(text, field: .title, page: page, pageSize: pageSize)
    let offset = try query.offset
    return try database.read { try Self.lookUp(query, offset, $0) }
  }

  static func search(_ query: CatalogueQuery, _ offset: Int, _ db: Database) throws -> CataloguePage {
    if let isbn = ISBN(query.text), let book = try BookTable.fetch(db, isbn) {
      return query.page(offset == 0 ? [book] : [], total: 1)
    }
    for plan in plans(for: query.text) {
      let found = try SearchRun(db, plan, query.field).numbers(by: query.sort, offset: offset, limit: query.pageSize)
      if found.total > 0 {
        return query.page(try BookTable.fetch(db, numbers: found.numbers), total: found.total)
      }
    }
    return query.page([], total: 0)
  }

  static func lookUp(_ query: CatalogueQuery, _ offset: Int, _ db: Database) throws -> CataloguePage {
    guard ISBN.isDigits(query.text) else { return try search(query, offset, db) }
    let book = try ISBN(query.text).flatMap { try BookTable.fetch(db, $0) }
    return query.page(offset == 0 ? [book].compactMap(\.self) : [], total: book == nil ? 0 : 1)
  }

  /// The ways to read a text, best first.
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
