import Naru
package import Storage

/// The turns of the processes that serve one database.
package struct DatabaseTurns: WriteLock {
  private let database: Database

  /// Creates the turns of a database.
  package init(in database: Database) {
    self.database = database
  }

  package func run<Value: Sendable>(
    _ key: String,
    _ write: @concurrent @Sendable () async throws -> Value
  ) async throws -> Value {
    try await database.withLock(key, write)
  }
}
