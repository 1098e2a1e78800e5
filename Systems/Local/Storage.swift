import Foundation
import GRDB
import Naru

/// The place where the local backend keeps its data.
package enum Storage: Sendable {
  /// The memory of this process.
  case memory
  /// A SQLite file in a folder. A write is on the disk before it is acknowledged.
  case folder(DataFolder)
}

extension Storage {
  /// Opens the database and migrates it.
  ///
  /// - Parameter register: adds the migrations.
  /// - Returns: the database.
  /// - Throws: `SentenceError` for a file that is not a database, is newer than this program, or can't be opened.
  func open(_ register: (inout DatabaseMigrator) -> Void) throws -> any DatabaseWriter {
    switch self {
    case .memory:
      let database = try DatabaseQueue()
      try Self.migrate(database, register)
      return database
    case .folder(let folder):
      try folder.create()
      do {
        // Another process, such as an import, may be writing.
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        let database = try DatabasePool(path: folder.database.path, configuration: configuration)
        // With GRDB's default, NORMAL, a power failure can lose the last writes. Only the writing connection needs this.
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try Self.migrate(database, register)
        return database
      } catch let error as DatabaseError {
        throw SentenceError(
          Sentence(
            korean: "데이터베이스 \(folder.database.path)을(를) 열 수 없습니다. `--data`로 다른 폴더를 지정해 주세요.",
            english: "The database \(folder.database.path) can't be opened. Choose another folder with `--data`."
          ),
          cause: error
        )
      }
    }
  }

  private static func migrate(_ database: any DatabaseWriter, _ register: (inout DatabaseMigrator) -> Void) throws {
    var migrator = DatabaseMigrator()
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
