import Dispatch
import Foundation
import GRDB
import Naru

/// The connections to a user's file.
///
/// Closing waits for the operations in progress. With `DatabasePool.close()` alone, a read that starts at the same time crashes (GRDB 7).
final class OfflineDatabase: Sendable {
  private let pool: DatabasePool
  private let number: UInt64?
  private let closed = Locked(false)
  private let operations = DispatchGroup()

  init(_ pool: DatabasePool) {
    self.pool = pool
    number = Self.number(ofFile: pool.path)
  }

  private static func number(ofFile path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  /// Whether the connections are closed, or about to be.
  var isClosed: Bool { closed.withLock { $0 } }

  /// Reads from one state of the database.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try operation { try pool.read(body) }
  }

  /// Writes everything that a closure changes, or nothing if it throws.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try operation {
      // SQLite would write to a file that was deleted, such as when another process has signed out, until the process ends.
      guard number == Self.number(ofFile: pool.path) else {
        throw DatabaseError(resultCode: .SQLITE_READONLY_DBMOVED, message: "The file was deleted or replaced.")
      }
      return try pool.write(body)
    }
  }

  private func operation<Value>(_ body: () throws -> Value) throws -> Value {
    try closed.withLock { isClosed in
      guard !isClosed else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "The file is closed.") }
      operations.enter()
    }
    defer { operations.leave() }
    do {
      return try body()
    } catch let error as DatabaseError {
      // Damage may be found long after the file was opened.
      let explained: (any Error)? = MessageError(error, of: URL(filePath: pool.path))
      throw explained ?? error
    }
  }

  /// Waits for the operations in progress, and closes the connections. Later operations throw.
  func close() throws {
    closed.withLock { $0 = true }
    operations.wait()
    try pool.close()
  }
}

/// A row of the user's file. Its dates are stored as seconds since 1970.
protocol OfflineRecord: EncodableRecord, FetchableRecord {}

extension OfflineRecord {
  static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
    .timeIntervalSince1970
  }

  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    .timeIntervalSince1970
  }
}
