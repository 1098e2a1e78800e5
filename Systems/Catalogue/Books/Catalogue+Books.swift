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

  /// Returns the ISBN of every book, in order.
  public func isbns() async throws -> [ISBN] {
    try await database.read { db in
      try db.values("SELECT isbn FROM book ORDER BY isbn", as: Int64.self).compactMap(ISBN.init(number:))
    }
  }

  /// Returns the main class of the books with some ISBNs, by ISBN. Those that are not in the catalogue are left out.
  public func subjects(of isbns: Set<Int64>) async throws -> [Int64: KDCClass?] {
    let isbns = isbns.sorted()
    return try await database.read { db in
      var subjects: [Int64: KDCClass?] = [:]
      for start in stride(from: 0, to: isbns.count, by: 500) {
        let some = Array(isbns[start..<min(start + 500, isbns.count)])
        try db.each("SELECT isbn, kdc FROM book WHERE isbn IN \(list: some)") { row in
          let kdc: String? = try row["kdc"]
          subjects.updateValue(kdc.flatMap(KDCClass.init(classNumber:)), forKey: try row["isbn"])
        }
      }
      return subjects
    }
  }
}
