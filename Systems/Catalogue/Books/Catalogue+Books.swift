package import Storage

// Reads are asynchronous: a read that blocks its thread in a server's task can wait for connections that only other
// tasks on the same few threads give back.

extension Catalogue {
  /// Returns the book with an identifier (``CatalogueBook/id``) or an ISBN of 13 or 10 digits, hyphens allowed; nil if
  /// there is none.
  public func book(id: String) async throws -> CatalogueBook? {
    try await database.read { try Self.book(id: id, $0) }
  }

  /// Returns the book with an identifier, in a transaction of a system that has its tables in the same database.
  package static func book(id: String, _ db: Transaction) throws -> CatalogueBook? {
    try (ISBN(bookID: id) ?? ISBN(id)).flatMap { try BookTable.fetch(db, $0) }
  }

  /// The columns of the books, for a `JOIN` of a system that has its tables in the same database.
  package static var columns: SQL { BookTable.columns }

  /// Returns the book in the ``columns`` of a row. `nil` if a `LEFT JOIN` has found none.
  package static func book(in row: Row) throws -> CatalogueBook? { try BookTable.book(row) }

  /// Returns an expression for the `isbn` of a book from a column with ``CatalogueBook/id``.
  package static func isbn(in column: SQL) -> SQL {
    "CAST(substr(\(column), 21, 3) || substr(\(column), 27) AS BIGINT)"
  }

  /// Returns the books with some identifiers, by identifier. Those that are not in the catalogue are left out.
  public func books(ids: [String]) async throws -> [String: CatalogueBook] {
    try await database.read { db in try ids.reduce(into: [:]) { $0[$1] = try Self.book(id: $1, db) } }
  }

  /// Returns books of some classes, newest first, books of one day by ISBN. The classes are class numbers of the Korean Decimal
  /// Classification, as `GLOB` patterns of SQLite: `813*`, `8?3*`, `9[0-7]*`.
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
