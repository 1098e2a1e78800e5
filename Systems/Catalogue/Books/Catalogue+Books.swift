import GRDB

extension Catalogue {
  /// The books with some identifiers, by identifier; those that are not in the catalogue are left out.
  ///
  /// - Throws: a database error.
  public func books(ids: some Sequence<String>) throws -> [String: CatalogueBook] {
    let isbns = ids.compactMap { id in (ISBN(bookID: id) ?? ISBN(id)).map { (id, $0) } }
    return try database.read { db in
      try isbns.reduce(into: [:]) { books, pair in books[pair.0] = try BookTable.fetch(db, pair.1) }
    }
  }
}
