import Catalogue
import DockDockBackend
import DoriBackend
import Foundation
import GRDB
import KonkukBackend
import Naru
import SquirretBackend
import SaerokBackend

/// Where the local backend keeps its data.
public enum Storage: Sendable {
  /// In this process only.
  case memory
  /// In a SQLite file in a folder. A write is on the disk before it is acknowledged.
  case folder(DataFolder)
}

extension Storage {
  /// Opens the database and brings it up to date.
  ///
  /// - Throws: ``LocalError`` for a file that is not ours, is newer than this program, or can't be opened.
  func open() throws -> any DatabaseWriter {
    switch self {
    case .memory:
      let database = try DatabaseQueue()
      try Self.migrate(database)
      return database
    case .folder(let folder):
      try folder.create()
      do {
        // Another process, such as an import, may be writing.
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        let database = try DatabasePool(path: folder.database.path, configuration: configuration)
        // GRDB chooses NORMAL, with which the last writes can be lost when the power fails. A read-only connection has
        // nothing to sync, so this is for the one that writes.
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try Self.migrate(database)
        return database
      } catch let error as DatabaseError {
        throw LocalError(
          Sentence(
            korean: "데이터베이스 \(folder.database.path)을(를) 열 수 없습니다. 다른 폴더를 `--data`로 지정해 주세요.",
            english: "The database \(folder.database.path) can't be opened. Name another folder with `--data`."
          ),
          cause: error
        )
      }
    }
  }

  private static func migrate(_ database: any DatabaseWriter) throws {
    var migrator = DatabaseMigrator()
    Catalogue.registerMigrations(in: &migrator)
    DockDockBackend.registerMigrations(in: &migrator)
    Identity.registerMigrations(in: &migrator)
    SaerokBackend.registerMigrations(in: &migrator)
    KonkukBackend.registerMigrations(in: &migrator)
    DoriBackend.registerMigrations(in: &migrator)
    migrator.registerMigration("demo-1-people", migrate: DemoAuthenticator.createTable)
    guard try !database.read(migrator.hasBeenSuperseded) else {
      throw LocalError(
        Sentence(
          korean: "이 데이터베이스는 더 새로운 나루가 만든 것입니다. 나루를 업데이트하거나 다른 폴더를 지정해 주세요.",
          english: "A newer Naru made this database. Update Naru, or name another folder."
        )
      )
    }
    try migrator.migrate(database)
  }
}
