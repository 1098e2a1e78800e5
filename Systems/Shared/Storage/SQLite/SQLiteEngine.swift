import Dispatch
import Foundation
import GRDB
import Support

/// SQLite in this process, in memory or in a file.
struct SQLiteEngine: Engine {
  /// The size in bytes that the write-ahead log is cut to when it restarts from its beginning.
  private static let journalLimit = 16 << 20

  let isShared: Bool
  /// The connections, or `nil` once the database is closed. They close when the last transaction ends. `DatabaseWriter.close()` is not
  /// used, because a read that starts at the same time crashes (GRDB 7).
  private let current: Locked<(any DatabaseWriter)?>
  let busyWait: BusyWait
  /// The copies in progress. Each reads a state of the database until it ends.
  let copies = DispatchGroup()

  init(_ writer: any DatabaseWriter, waiting busyWait: BusyWait = BusyWait()) {
    isShared = writer is DatabasePool
    current = Locked(writer)
    self.busyWait = busyWait
  }

  init(file: URL, waiting busyWait: BusyWait) throws {
    var configuration = Configuration()
    // SQLite calls this on the connection's own thread, which can only wait by sleeping.
    configuration.busyMode = .callback { busyWait.waits(tries: $0) }
    let pool = try DatabasePool(path: file.path, configuration: configuration)
    // With GRDB's default, NORMAL, a power failure can lose the last writes. Only the writing connection needs this.
    // Without a limit, the write-ahead log keeps the size of the largest transaction, such as an import.
    try pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = \(Self.journalLimit)")
    }
    self.init(pool, waiting: busyWait)
  }

  /// The connections.
  var writer: any DatabaseWriter {
    get throws {
      guard let writer = current.withLock({ $0 }) else {
        throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "The database is closed.")
      }
      return writer
    }
  }

  var spansMachines: Bool { false }

  func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
    try await writer.read { try body(Transaction($0)) }
  }

  func read<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    try writer.read { try body(Transaction($0)) }
  }

  func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
    try await writer.write { [busyWait] db in
      busyWait.end()
      return try body(Transaction(db))
    }
  }

  func write<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    try writer.write { db in
      busyWait.end()
      return try body(Transaction(db))
    }
  }

  func appliedSteps(_ db: Transaction) throws -> Set<String> {
    guard try db.exists("SELECT name FROM sqlite_schema WHERE name = 'grdb_migrations'") else {
      // Another program's tables count as steps that no version has, so that nothing is added to them.
      return Set(try db.values("SELECT name FROM sqlite_schema"))
    }
    return Set(try db.values("SELECT identifier FROM grdb_migrations"))
  }

  /// Like GRDB's `DatabaseMigrator`, and in its table, but what another process has done since the last step is not done again.
  func run(_ steps: [Migrations.Step]) throws {
    try writer.writeWithoutTransaction { [busyWait] connection in
      let db = Transaction(connection)
      try db.script("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      let applied = try appliedSteps(db)
      // A step may replace a table that others refer to.
      try db.script("PRAGMA foreign_keys = OFF")
      defer { try? db.script("PRAGMA foreign_keys = ON") }
      for step in steps where !applied.contains(step.name) {
        try connection.inTransaction(.immediate) {
          busyWait.end()
          guard try !appliedSteps(db).contains(step.name) else { return .rollback }
          try step.run(db)
          try db.run("INSERT INTO grdb_migrations (identifier) VALUES (\(step.name))")
          try connection.checkForeignKeys()
          return .commit
        }
      }
    }
  }

  /// A lock is a file beside the database that exists only while the lock is held.
  func lock(_ name: String) async throws -> (@Sendable () async -> Void)? {
    guard let pool = try writer as? DatabasePool else { return {} }
    let path = "\(pool.path)-lock-\(String(StableHash(name).value, radix: 16))"
    guard let lock = try FileLock(file: path) else { return nil }
    return { lock.unlock(removing: path) }
  }

  func close() throws {
    guard let writer = current.withLock({ $0.take() }) else { return }
    // No one waits for the statements that still run, such as a cancelled search's.
    writer.interrupt()
    // Copies see that the database is closed after their next pages.
    _ = copies.wait(timeout: .now() + 5)
    // SQLite's own checkpoint at the last close is skipped, because GRDB closes a read-only connection last.
    do {
      _ = try writer.writeWithoutTransaction { db in
        // Truncating the log waits for other processes that read, which is not worth more than 100 ms. This statement also clears the
        // interruption: a checkpoint in its place would fail.
        try db.execute(sql: "PRAGMA busy_timeout = 100")
        try db.checkpoint(.passive)
        return try db.checkpoint(.truncate)
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // Another process does it at this moment.
    }
  }
}
