import GRDB

/// Notices whether anything was committed to a database, by whichever process, without reading it.
///
/// It is `PRAGMA data_version`, which changes with every commit of another connection, read on a connection of its own that never
/// writes.
package struct CommitCounter: Sendable {
  private let watch: DatabaseQueue?

  /// Opens a second connection to the database.
  ///
  /// - Parameter database: the database.
  /// - Throws: an error of the database.
  package init(_ database: Database) throws {
    var configuration = database.sqlite.configuration
    configuration.readonly = true
    watch = try (database.sqlite as? DatabasePool).map { [configuration] in
      try DatabaseQueue(path: $0.path, configuration: configuration)
    }
  }

  /// A number that differs after each commit. What was read after the number is up to date while the number is the same. `nil`
  /// if it is not known, as for a database in memory.
  package var count: Int? {
    // Waits only for other callers of this property, for a few microseconds.
    try? watch?.unsafeRead { db in try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) }
  }
}
