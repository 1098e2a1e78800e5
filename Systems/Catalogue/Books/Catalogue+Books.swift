import Storage

// Reads are asynchronous: a read that blocks its thread in a server's task can wait for connections that only other
// tasks on the same few threads give back.

extension Catalogue {
  /// Returns the book with an identifier (``CatalogueBook/id``) or an ISBN of 13 or 10 digits, hyphens allowed; nil if
  /// there is none.
  public func book(id: String) async throws -> CatalogueBook? {
    guard let isbn = ISBN(bookID: id) ?? ISBN(id) else { return nil }
    return try await database.read { try BookTable.fetch($0, isbn) }
  }

  /// Returns the books with some identifiers, by identifier. Those that are not in the catalogue are left out.
  public func books(ids: [String]) async throws -> [String: CatalogueBook] {
    let isbns = ids.compactMap { id in (ISBN(bookID: id) ?? ISBN(id)).map { (id, $0) } }
    return try await database.read { db in
      try isbns.reduce(into: [:]) { books, pair in books[pair.0] = try BookTable.fetch(db, pair.1) }
    }
  }

  /// Returns books of some classes, newest first, those of one day by ISBN.
  ///
  /// - Parameters:
  ///   - patterns: class numbers of the Korean Decimal Classification as `GLOB` patterns of SQLite: `813*`, `8?3*`,
  ///     `9[0-7]*`.
  ///   - limit: the maximum number of books.
  /// - Returns: the books.
  /// - Throws: a database error.
  public func books(classes patterns: [String], limit: Int) async throws -> [CatalogueBook] {
    guard !patterns.isEmpty else { return [] }
    return try await database.read { try BookTable.fetch($0, classes: patterns, limit: limit) }
  }

  /// Returns the ISBN and main class of every book, in the order of the ISBN.
  public func subjects() async throws -> [(isbn: ISBN, subject: KDCClass?)] {
    try await database.read { db in
      var subjects: [(isbn: ISBN, subject: KDCClass?)] = []
      try db.each("SELECT isbn, kdc FROM book ORDER BY isbn") { row in
        guard let isbn = ISBN(number: try row["isbn"]) else { return }
        subjects.append((isbn, (try row["kdc"] as String?).flatMap(KDCClass.init(classNumber:))))
      }
      return subjects
    }
  }
}
