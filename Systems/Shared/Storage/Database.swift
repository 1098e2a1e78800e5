public import Foundation
package import GRDB
public import NaruMessages
import Support

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
  let engine: any Engine

  /// Creates an empty database in the memory of this process.
  public static func inMemory() throws -> Database {
    Database(engine: SQLiteEngine(try DatabaseQueue()))
  }

  /// Opens a SQLite file, which is created if it does not exist. Several processes can open it. A write is on the disk before it
  /// is acknowledged.
  public static func file(at file: URL) throws -> Database {
    try self.file(at: file, waiting: BusyWait())
  }

  /// Opens a SQLite file.
  package static func file(at file: URL, waiting busyWait: BusyWait) throws -> Database {
    Database(engine: try SQLiteEngine(file: file, waiting: busyWait))
  }

  /// Connects to a database of a PostgreSQL server, version 13 or newer, with the encoding UTF-8. A write is as durable as the server's
  /// `synchronous_commit` specifies.
  ///
  /// - Parameters:
  ///   - address: the address as libpq reads it: `postgresql://naru@db.example.com/naru?sslmode=verify-full`. An address without a
  ///     password uses `PGPASSWORD` or `~/.pgpass`.
  ///   - connections: the largest number of connections, from 1. They are opened when they are needed.
  /// - Returns: the database.
  /// - Throws: ``DatabaseFailure`` if the server can't be reached, or `MessageError` for an address that is none, an older server or
  ///   another encoding, and always in a build without the trait `PostgreSQL`.
  public static func postgreSQL(at address: Secret, connections: Int = 8) throws -> Database {
    try postgreSQL(at: address, connections: connections, waiting: BusyWait())
  }

  /// Connects to a database of a PostgreSQL server.
  package static func postgreSQL(at address: Secret, connections: Int, waiting busyWait: BusyWait) throws -> Database {
    #if PostgreSQL
      Database(engine: try PostgreSQLEngine(address, connections: connections, waiting: busyWait))
    #else
      throw MessageError(
        korean: """
          이 빌드는 PostgreSQL을 지원하지 않습니다. `swift build`에 `--traits default,PostgreSQL`을 붙여 다시 빌드하거나, \
          `--database`와 NARU_DATABASE를 빼고 SQLite를 써 주세요.
          """,
        english: """
          This build has no PostgreSQL. Build it again with `swift build --traits default,PostgreSQL`, or remove `--database` and \
          NARU_DATABASE to use SQLite.
          """
      )
    #endif
  }

  /// The database as GRDB knows it. `nil` for PostgreSQL.
  package var sqlite: (any DatabaseWriter)? {
    get throws { try (engine as? SQLiteEngine)?.writer }
  }

  /// Whether other processes can open the database.
  package var isShared: Bool { engine.isShared }

  /// Whether processes on several machines can open the database.
  package var spansMachines: Bool { engine.spansMachines }

  /// The way on which processes that serve a PostgreSQL database tell each other what has changed for the devices of users. `nil` for SQLite, where
  /// one process serves.
  package var changeChannel: (any ChangeChannel)? { engine.changeChannel }

  /// Reads from one state of the database, whatever others write meanwhile. On PostgreSQL, the closure runs again if the
  /// connection is lost.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value {
    try await engine.read(body)
  }

  /// Reads like the asynchronous method, and blocks the thread.
  public func read<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    try engine.read(body)
  }

  /// Writes everything that a closure changes, or nothing if it throws. The changes are durable before this returns.
  /// Transactions have the same effect as if they ran one at a time. On PostgreSQL, the closure runs again if another
  /// transaction got in its way, so it has no effect outside of the database.
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value {
    try await engine.write(body)
  }

  /// Writes like the asynchronous method, and blocks the thread.
  public func write<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    try engine.write(body)
  }

  /// Runs the steps that this database has not run yet. Each is a transaction.
  ///
  /// - Throws: `MessageError` for a database with steps that this program does not have, or an error of the database.
  public func migrate(_ migrations: Migrations) throws {
    let applied = try read(engine.appliedSteps)
    guard applied.isSubset(of: migrations.names) else {
      throw MessageError(
        korean: """
          다른 버전의 나루나 다른 프로그램이 만든 데이터베이스라서 사용할 수 없습니다. 나루를 업데이트하거나, `--data`나 `--database`(복사는 \
          `--from`이나 `--to`)로 다른 곳을 지정해 주세요. 다른 버전의 데이터가 필요하면 만든 버전으로 먼저 옮겨 주세요.
          """,
        english: """
          Another version of Naru, or another program, created this database, so it can't be used. Update Naru, or choose another place \
          with `--data` or `--database` (`--from` or `--to` of a copy). If you need the data of another version, move it with that \
          version first.
          """
      )
    }
    try engine.run(migrations.steps)
  }

  /// Returns whether the database has run exactly the steps of this program, and not another version's.
  package func isCurrent(_ migrations: Migrations) async throws -> Bool {
    try await read { [engine] in try engine.appliedSteps($0) } == migrations.names
  }

  /// Runs work while no other process runs work with the same name on this database. It is not a transaction: a file beside SQLite's is
  /// locked, or with PostgreSQL a lock of the server is held, on a connection that is reserved for such locks. If that connection is lost,
  /// another process may begin meanwhile.
  ///
  /// Work of one process with the same name may overlap with PostgreSQL, and waits for itself with SQLite.
  ///
  /// - Throws: an error with the reason ``DatabaseFailure/busy`` if another process holds the lock for longer than ``BusyWait/limit``.
  package func withLock<Value: Sendable>(
    _ name: String,
    _ work: @concurrent @Sendable () async throws -> Value
  ) async throws -> Value {
    var (lock, tries) = (try await engine.lock(name), 0)
    while lock == nil {
      guard engine.busyWait.mayTryAgain(tries: tries, at: .now, for: name) else {
        throw LockTimeout(limit: engine.busyWait.limit)
      }
      try await Task.sleep(for: min(.milliseconds(1) * (1 << min(tries, 10)), Self.longestPause))
      lock = try await engine.lock(name)
      tries += 1
    }
    if tries > 0 { engine.busyWait.end(name) }
    do {
      let value = try await work()
      await lock?()
      return value
    } catch {
      await lock?()
      throw error
    }
  }

  /// The longest pause between two attempts to get a lock.
  private static let longestPause = Duration.milliseconds(20)

  /// Closes the database. Then a SQLite file holds everything that was written, so that a copy of it is complete without the `-wal`
  /// file beside it.
  public func close() throws {
    try engine.close()
  }
}
