import GRDB

// The questions for code that runs in tasks, such as a server's. There a question that blocks its thread must not be asked: the
// tasks that would give connections back wait for the same few threads, and all of them stand still.

extension Catalogue {
  /// The book with an identifier (``CatalogueBook/id``) or an ISBN of 13 or 10 digits, hyphens allowed; nil for none.
  public func book(id: String) async throws -> CatalogueBook? {
    guard let isbn = ISBN(bookID: id) ?? ISBN(id) else { return nil }
    return try await database.read { try BookTable.fetch($0, isbn) }
  }

  /// The books with some identifiers, by identifier; those that are not in the catalogue are left out.
  ///
  /// - Throws: a database error.
  public func books(ids: [String]) async throws -> [String: CatalogueBook] {
    let isbns = ids.compactMap { id in (ISBN(bookID: id) ?? ISBN(id)).map { (id, $0) } }
    return try await database.read { db in
      try isbns.reduce(into: [:]) { books, pair in books[pair.0] = try BookTable.fetch(db, pair.1) }
    }
  }

  /// Every book with the main class that it stands in, if it has one, in the order of the ISBN.
  ///
  /// - Throws: a database error.
  public func subjects() async throws -> [(isbn: ISBN, subject: KDCClass?)] {
    try await database.read { db in
      let rows = try Row.fetchCursor(db, sql: "SELECT isbn, kdc FROM book ORDER BY isbn")
      var subjects: [(isbn: ISBN, subject: KDCClass?)] = []
      while let row = try rows.next() {
        guard let isbn = ISBN(number: row[0]) else { continue }
        subjects.append((isbn, (row[1] as String?).flatMap(KDCClass.init(classNumber:))))
      }
      return subjects
    }
  }

  /// Searches the catalogue, as the question of the same name that blocks does.
  ///
  /// - Throws: ``CatalogueError`` with the code `invalidPage`, or a database error.
  public func search(_ query: CatalogueQuery) async throws -> CataloguePage {
    let offset = try query.offset
    return try await database.read { try Self.search(query, offset, $0) }
  }

  /// The first books of a search, as many as there are up to the end of a page: for who puts other books among them.
  ///
  /// - Throws: ``CatalogueError`` with the code `invalidPage`, or a database error.
  public func beginning(of query: CatalogueQuery) async throws -> CataloguePage {
    var whole = query
    whole.pageSize = try query.offset + query.pageSize
    whole.page = 1
    return try await database.read { [whole] in try Self.search(whole, 0, $0) }
  }

  /// Looks up a book by its number, or books by title, as the question of the same name that blocks does.
  ///
  /// - Throws: ``CatalogueError`` with the code `invalidPage`, or a database error.
  public func lookUp(_ text: String, page: Int = 1, pageSize: Int = 10) async throws -> CataloguePage {
    let query = CatalogueQuery(text, field: .title, page: page, pageSize: pageSize)
    let offset = try query.offset
    return try await database.read { try Self.lookUp(query, offset, $0) }
  }
}
