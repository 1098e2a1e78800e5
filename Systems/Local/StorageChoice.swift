import Foundation
package import Naru
import ServedSystem
import Storage

/// The place where the local backend keeps its data.
package enum StorageChoice: Sendable {
  /// The memory of this process.
  case memory
  /// A SQLite file in a folder. A write is on the disk before it is acknowledged.
  case folder(DataFolder)
  /// A database of a PostgreSQL server, which several machines can use.
  case postgreSQL(Secret)
}

extension StorageChoice {
  /// Opens the database and migrates it. Processes that do this at the same time wait for each other, as they do later for a write.
  ///
  /// - Throws: `MessageError` for a folder that is read-only or that others can change, and for a database that is newer than
  ///   this program, or the error of a database that can't be opened.
  func open(
    _ migrations: Migrations,
    _ settings: Settings = .none,
    waiting busyWait: BusyWait = BusyWait()
  ) throws -> Database {
    let connections = try settings.number(.databaseConnections) ?? 8
    func migrated(_ database: Database) throws -> Database {
      try database.migrate(migrations)
      return database
    }
    switch self {
    case .memory: return try migrated(.inMemory())
    case .folder(let folder):
      try folder.prepare()
      return try folder.locked(waiting: busyWait) {
        try folder.createDatabaseFile()
        return try migrated(.file(at: folder.database, waiting: busyWait))
      }
    case .postgreSQL(let address):
      return try migrated(.postgreSQL(at: address, connections: connections, waiting: busyWait))
    }
  }
}
