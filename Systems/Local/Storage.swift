import Foundation
import GRDB
import Naru
import ServedSystem

/// The place where the local backend keeps its data.
package enum Storage: Sendable {
  /// The memory of this process.
  case memory
  /// A SQLite file in a folder. A write is on the disk before it is acknowledged.
  case folder(DataFolder)
}

extension Storage {
  /// Opens the database and migrates it. Processes that do this at the same time wait for each other.
  ///
  /// - Parameters:
  ///   - busyWait: how long a write waits for another process.
  ///   - register: adds the migrations.
  /// - Returns: the database.
  /// - Throws: `SentenceError` for a folder that is read-only or that others can change, and for a database that is newer than
  ///   this program, or the error of a database that can't be opened.
  func open(
    waiting busyWait: BusyWait = BusyWait(),
    _ register: (inout DatabaseMigrator) -> Void
  ) throws -> any DatabaseWriter {
    switch self {
    case .memory:
      let database = try DatabaseQueue()
      try Self.migrate(database, register)
      return database
    case .folder(let folder):
      try folder.prepare()
      return try folder.locked {
        try folder.createDatabaseFile()
        var configuration = Configuration()
        configuration.busyMode = busyWait.mode
        let database = try DatabasePool(path: folder.database.path, configuration: configuration)
        // With GRDB's default, NORMAL, a power failure can lose the last writes. Only the writing connection needs this.
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try Self.migrate(database, register)
        return database
      }
    }
  }

  private static func migrate(_ database: any DatabaseWriter, _ register: (inout DatabaseMigrator) -> Void) throws {
    var migrator = DatabaseMigrator()
    DeletedPeople.registerMigrations(in: &migrator)
    register(&migrator)
    guard try !database.read(migrator.hasBeenSuperseded) else {
      throw SentenceError(
        Sentence(
          korean: "이 데이터베이스는 더 새로운 나루가 만든 것입니다. 나루를 업데이트하거나 다른 폴더를 지정해 주세요.",
          english: "A newer version of Naru created this database. Update Naru, or choose another folder."
        )
      )
    }
    try migrator.migrate(database)
  }
}
