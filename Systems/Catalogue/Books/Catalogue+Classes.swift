import GRDB

extension Catalogue {
  /// Books of some classes, the newest first; of one day, by ISBN.
  ///
  /// - Parameters:
  ///   - patterns: class numbers of the Korean Decimal Classification as SQLite's `GLOB` takes them: `813*`, `8?3*`, `9[0-7]*`.
  ///   - limit: how many books at most.
  /// - Throws: a database error.
  public func books(classes patterns: [String], limit: Int) async throws -> [CatalogueBook] {
    guard !patterns.isEmpty else { return [] }
    return try await database.read { try BookTable.fetch($0, classes: patterns, limit: limit) }
  }
}
