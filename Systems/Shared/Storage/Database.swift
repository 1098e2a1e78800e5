public import Foundation
package import GRDB
import Naru

/// A database that several tasks and processes share.
///
/// Every access is a transaction in a synchronous closure, so that nothing suspends while it is open.
///
/// ```swift
/// let database = try Database.file(at: "/var/lib/naru/naru.sqlite")
/// try database.migrate(migrations)
/// let names = try await database.read { db in try db.values("SELECT name FROM dori_person", as: String.self) }
/// ```
public struct Database: Sendable {
  /// The database as GRDB knows it, for an engine's own features.
  package let sqlite: any DatabaseWriter

  /// Creates an empty database in the memory of this process.
  ///
  /// - Returns: the database.
  /// - Throws: an error of the database.
  public static func inMemory() throws -> Database {
    Database(sqlite: try DatabaseQueue())
  }

  /// Opens a SQLite file, which is created if it does not exist. Several processes can open it. A write is on the disk before it
  /// is acknowledged.
  ///
  /// - Parameter file: the file.
  /// - Returns: the database.
  /// - Throws: an error of the database.
  public static func file(at file: URL) throws -> Database {
    try self.file(at: file, waiting: BusyWait())
  }

  /// Opens a SQLite file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - busyWait: how long a write waits for another process.
  /// - Returns: the database.
  /// - Throws: an error of the database.
  package static func file(at file: URL, waiting busyWait: BusyWait) throws -> Database {
    var configuration = Configuration()
    configuration.busyMode = busyWait.mode
    let pool = try DatabasePool(path: file.path, configuration: configuration)
    // With GRDB's default, NORMAL, a power failure can lose the last writes. Only the writing connection needs this.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return Database(sqlite: pool)
  }

  /// Whether other processes can open the database.
  package var isShared: Bool { sqlite is DatabasePool }

  /// Copies everything into another database, in place of what it has.
  ///
  /// - Parameter other: the other database.
  /// - Throws: an error of one of the databases.
  package func copy(to other: Database) throws {
    try sqlite.backup(to: other.sqlite)
  }

  /// Reads from one state of the database, whatever others write meanwhile.
  ///
  /// - Parameter body: the queries.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure or of the database.
  public func read<Value: Sendable>(_ body: @Sendable (Transaction) throws -> Value) async throws -> Value {
    try await sqlite.read { try body(Transaction($0)) }
  }

  /// Reads like the asynchronous method, and blocks the thread.
  ///
  /// - Parameter body: the queries.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure or of the database.
  public func read<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    try sqlite.read { try body(Transaction($0)) }
  }

  /// Writes everything that a closure changes, or nothing if it throws. What was written is on the disk before this returns.
  ///
  /// - Parameter body: the queries and changes.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure or of the database.
  public func write<Value: Sendable>(_ body: @Sendable (Transaction) throws -> Value) async throws -> Value {
    try await sqlite.write { try body(Transaction($0)) }
  }

  /// Writes like the asynchronous method, and blocks the thread.
  ///
  /// - Parameter body: the queries and changes.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure or of the database.
  public func write<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    try sqlite.write { try body(Transaction($0)) }
  }

  /// Runs the steps that this database has not run yet. Each is a transaction.
  ///
  /// - Parameters:
  ///   - migrations: all steps of this program.
  ///   - last: the last step to run. `nil`, the default: all.
  /// - Throws: `SentenceError` for a database with steps that this program does not know, or an error of the database.
  public func migrate(_ migrations: Migrations, upTo last: String? = nil) throws {
    let migrator = DatabaseMigrator(migrations)
    guard try !sqlite.read(migrator.hasBeenSuperseded) else {
      throw SentenceError(
        Sentence(
          korean: "이 데이터베이스는 더 새로운 나루가 만든 것입니다. 나루를 업데이트하거나 다른 폴더를 지정해 주세요.",
          english: "A newer version of Naru created this database. Update Naru, or choose another folder."
        )
      )
    }
    if let last {
      try migrator.migrate(sqlite, upTo: last)
    } else {
      try migrator.migrate(sqlite)
    }
  }

  /// Returns whether the database has run exactly the steps of this program, and not those of another version.
  ///
  /// - Parameter migrations: all steps of this program.
  /// - Returns: whether it has.
  /// - Throws: an error of the database.
  package func isCurrent(_ migrations: Migrations) async throws -> Bool {
    let migrator = DatabaseMigrator(migrations)
    return try await sqlite.read { try migrator.hasCompletedMigrations($0) && !migrator.hasBeenSuperseded($0) }
  }

  /// Closes the database. Then its file holds everything that was written, so that a copy of it is complete without the `-wal`
  /// file beside it.
  ///
  /// - Throws: an error of the database.
  public func close() throws {
    // SQLite's own checkpoint at the last close is skipped, because GRDB closes a read-only connection last.
    do {
      _ = try sqlite.writeWithoutTransaction { try $0.checkpoint(.passive) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // Another process does it at this moment.
    }
    try sqlite.close()
  }
}
