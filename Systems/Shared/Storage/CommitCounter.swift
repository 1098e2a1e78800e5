import GRDB

/// Notices whether anything was committed to a database, by whichever process, without reading it.
///
/// It is `PRAGMA data_version`, which changes with every commit of another connection, read on a connection of its own that never
/// writes.
package struct CommitCounter: Sendable {
  private let watch: DatabaseQueue?

  /// Opens a second connection to a database file.
  package init(_ database: Database) throws {
    watch = try (database.sqlite as? DatabasePool).map { pool in
      var configuration = pool.configuration
      configuration.readonly = true
      return try DatabaseQueue(path: pool.path, configuration: configuration)
    }
  }

  /// A number that differs after each commit. Data read after the number is current while the number is the same. `nil`
  /// if it is not known: for a database in memory, and for PostgreSQL, where asking costs as much as reading the data.
  package var count: Int? {
    // Waits only for other callers of this property, for a few microseconds.
    try? watch?.unsafeRead { db in try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) }
  }
}
