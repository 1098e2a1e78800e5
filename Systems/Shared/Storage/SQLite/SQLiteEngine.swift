import Foundation
import GRDB

/// SQLite in this process, in memory or in a file.
struct SQLiteEngine: Engine {
  /// The size in bytes to which the write-ahead log is cut when it starts again from its beginning.
  private static let journalLimit = 16 << 20

  let writer: any DatabaseWriter
  private let busyWait: BusyWait?

  init(_ writer: any DatabaseWriter) {
    self.writer = writer
    busyWait = nil
  }

  init(file: URL, waiting busyWait: BusyWait) throws {
    var configuration = Configuration()
    configuration.busyMode = busyWait.mode
    let pool = try DatabasePool(path: file.path, configuration: configuration)
    // With GRDB's default, NORMAL, a power failure can lose the last writes. Only the writing connection needs this.
    // Without a limit, the write-ahead log keeps the size of the largest transaction, such as an import.
    try pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = \(Self.journalLimit)")
    }
    writer = pool
    self.busyWait = busyWait
  }

  var isShared: Bool { writer is DatabasePool }

  var use: DatabaseUse? { nil }

  func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
    guard let queue = writer as? DatabaseQueue else { return try await writer.read { try body(Transaction($0)) } }
    return try await queue.writeWithoutTransaction { try $0.readOnly(body) }
  }

  func read<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    guard let queue = writer as? DatabaseQueue else { return try writer.read { try body(Transaction($0)) } }
    return try queue.writeWithoutTransaction { try $0.readOnly(body) }
  }

  func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
    try await writer.write { [busyWait] db in
      busyWait?.end()
      return try body(Transaction(db))
    }
  }

  func write<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    try writer.write { db in
      busyWait?.end()
      return try body(Transaction(db))
    }
  }

  /// Earlier versions had GRDB's migrations, which are remembered by name in the table `grdb_migrations`.
  func appliedSteps(_ db: Transaction) throws -> Set<String> {
    guard try db.exists("SELECT name FROM sqlite_schema WHERE name = 'grdb_migrations'") else { return [] }
    return Set(try db.values("SELECT identifier FROM grdb_migrations"))
  }

  func run(_ steps: [Migrations.Step]) throws {
    var migrator = DatabaseMigrator()
    for step in steps {
      migrator.registerMigration(step.name) { try step.run(Transaction($0)) }
    }
    try migrator.migrate(writer)
  }

  func exclusively<Value: Sendable>(
    _ name: String,
    _ work: @concurrent @Sendable () async throws -> Value
  ) async throws -> Value {
    try await work()
  }

  func close() throws {
    // SQLite's own checkpoint at the last close is skipped, because GRDB closes a read-only connection last.
    do {
      _ = try writer.writeWithoutTransaction { db in
        try db.checkpoint(.passive)
        // Cutting the log waits for other processes that read. It is not worth a long wait.
        try db.execute(sql: "PRAGMA busy_timeout = 100")
        return try db.checkpoint(.truncate)
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // Another process does it at this moment.
    }
    try writer.close()
  }
}

extension Database {
  /// Copies everything of a SQLite database into another one, in place of what it has, page by page.
  ///
  /// - Parameter other: the other database.
  /// - Throws: an error of one of the databases. Nothing happens if one of them is not SQLite.
  package func copyPages(to other: Database) throws {
    guard let source = sqlite, let target = other.sqlite else { return }
    try source.backup(to: target)
  }
}

extension GRDB.Database {
  /// Reads as `DatabaseQueue.read` does, which crashes in GRDB 7 when the database is closed. This throws then.
  fileprivate func readOnly<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    try readOnly {
      try beginTransaction(.deferred)
      do {
        let value = try body(Transaction(self))
        try commit()
        return value
      } catch {
        try rollback()
        throw error
      }
    }
  }
}
