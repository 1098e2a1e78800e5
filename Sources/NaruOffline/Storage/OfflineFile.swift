import Foundation
import GRDB
import Naru

/// The SQLite file of one user: cached reads and queued writes.
///
/// Several processes of an app can have it open, such as the app and its extension. A write is on disk when it returns.
struct OfflineFile: Sendable {
  let database: OfflineDatabase
  let url: URL

  /// Opens the file of a user, or creates it.
  init(in folder: URL, user: String) throws {
    url = Self.url(in: folder, user: user)
    database = try explained(opening: url) { [url] in
      try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
      if !FileManager.default.fileExists(atPath: url.path) {
        // SQLite would create it readable for everyone on the machine.
        _ = FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      let pool = try DatabasePool(path: url.path, configuration: configuration)
      // With GRDB's default, NORMAL, a power failure can lose the last writes. Only the writing connection needs this.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      guard try !pool.read(Self.migrator.hasBeenSuperseded) else {
        throw MessageError([
          .korean: """
          다른 버전의 앱이 만든 파일입니다: \(url.path). 앱을 업데이트하거나, 파일을 다른 곳으로 옮겨 주세요. 아직 보내지 않은 변경은 그 파일에 \
          있습니다.
          """,
          .english: """
          Another version of the app created the file \(url.path). Update the app, or move the file elsewhere. It contains the changes \
          that were not sent.
          """,
        ])
      }
      try Self.migrator.migrate(pool)
      return OfflineDatabase(pool)
    }
  }

  /// The location of a user's file. Its name is a digest, which does not reveal the user.
  static func url(in folder: URL, user: String) -> URL {
    folder.appending(path: "offline-\(Digest128.hexadecimal(Data(user.utf8))).sqlite")
  }

  static func remove(in folder: URL, user: String) throws {
    let url = url(in: folder, user: user)
    for path in ["", "-wal", "-shm"].map({ url.path + $0 }) where FileManager.default.fileExists(atPath: path) {
      try explained(opening: url) { try FileManager.default.removeItem(atPath: path) }
    }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("0.1") { db in
      try db.create(table: CachedResponse.databaseTableName) { table in
        table.primaryKey("key", .text)
        table.column("endpoint", .text).notNull().indexed()
        table.column("headers", .text).notNull()
        table.column("body", .blob).notNull()
        table.column("entityTag", .text)
        table.column("cachedAt", .double).notNull()
        table.column("usedAt", .double).notNull().indexed()
        table.column("isStale", .boolean).notNull()
      }
      try db.create(table: WriteRecord.databaseTableName) { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("key", .text).notNull().unique()
        for name in ["scope", "endpoint", "method", "target", "fields"] { table.column(name, .text).notNull() }
        table.column("body", .blob).notNull()
        table.column("localNumber", .integer).unique()
        table.column("idName", .text)
        table.column("needs", .text).notNull()
        table.column("queuedAt", .double).notNull()
        table.column("attempts", .integer).notNull()
        for name in ["triedAt", "nextAt", "claimedUntil", "sentAt"] { table.column(name, .double) }
        table.column("claimedBy", .text)
        table.column("isRejected", .boolean).notNull()
        table.column("rejectedWith", .integer)
        table.column("status", .integer)
        table.column("korean", .text)
        table.column("english", .text)
      }
      try db.create(
        index: "queuedWriteByScope",
        on: WriteRecord.databaseTableName,
        columns: ["isRejected", "scope", "id"]
      )
      try db.create(table: RealID.databaseTableName) { table in
        table.primaryKey("localNumber", .integer)
        table.column("id", .text).notNull()
      }
    }
    migrator.registerMigration("0.2") { db in
      try db.alter(table: WriteRecord.databaseTableName) { $0.add(column: "user", .text) }
    }
    migrator.registerMigration("0.3 paths") { db in
      try db.alter(table: CachedResponse.databaseTableName) { $0.add(column: "path", .text) }
    }
    migrator.registerMigration("0.3 steps") { db in
      try db.alter(table: WriteRecord.databaseTableName) { $0.add(column: "progress", .text) }
      try db.create(table: StepRecord.databaseTableName) { table in
        table.column("writeID", .integer).notNull().references(WriteRecord.databaseTableName, onDelete: .cascade)
        table.column("position", .integer).notNull()
        table.primaryKey(["writeID", "position"])
        for name in ["call", "results"] { table.column(name, .text).notNull() }
        table.column("body", .blob).notNull()
        table.column("undo", .text)
        table.column("appliedAt", .double)
      }
    }
    return migrator
  }
}

/// Runs a closure, and turns an error of the database into a message for users. If the closure opens the file and the error is about it,
/// the message has the file's name, the cause and a remedy.
func explained<Value>(opening url: URL? = nil, _ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let error as DatabaseError {
    throw url.flatMap { MessageError(error, of: $0) } ?? MessageError(database: error)
  } catch let error as CocoaError where url != nil {
    let code: ResultCode = error.code == .fileWriteOutOfSpace ? .SQLITE_FULL : .SQLITE_CANTOPEN
    return try explained(opening: url) { throw DatabaseError(resultCode: code, message: "\(error)") }
  }
}

extension MessageError {
  /// The message for an error that is about the file itself. `nil` for every other error.
  init?(_ error: DatabaseError, of url: URL) {
    let localizedMessage: LocalizedMessage
    switch error.resultCode {
    // An error in a statement means that another program has changed the tables.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR:
      localizedMessage = LocalizedMessage(
        korean: """
          기기에 저장한 자료의 파일이 손상되었습니다: \(url.path). 계속하려면 파일을 다른 곳으로 옮겨 주세요. 아직 보내지 않은 변경은 그 파일에 \
          있습니다.
          """,
        english: """
          The file with the data that is stored on the device is damaged: \(url.path). Move it elsewhere to continue. It contains the \
          changes that were not sent.
          """
      )
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      localizedMessage = LocalizedMessage(
        korean: "파일을 열거나 쓸 수 없습니다: \(url.path). 파일과 폴더의 권한을 확인해 주세요.",
        english: "The file \(url.path) can't be opened or written. Check its permissions and its folder's."
      )
    case .SQLITE_IOERR:
      localizedMessage = LocalizedMessage(
        korean: "파일을 읽거나 쓰지 못했습니다: \(url.path). 저장 공간이 부족하면 공간을 비우고, 아니면 디스크를 확인해 주세요.",
        english:
          "The file \(url.path) can't be read or written. Free some space if the disk is full, or check the disk."
      )
    default: return nil
    }
    self.init(localizedMessage, underlyingError: error)
  }

  init(database error: DatabaseError) {
    let localizedMessage: LocalizedMessage =
      switch error.resultCode {
      case .SQLITE_FULL:
        LocalizedMessage(
          korean: "기기의 저장 공간이 부족해 저장하지 못했습니다. 공간을 비우고 다시 시도해 주세요.",
          english: "The device is full, so this was not saved. Free some space and try again."
        )
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        LocalizedMessage(
          korean: "앱의 다른 부분이 저장하고 있어 저장하지 못했습니다. 다시 시도해 주세요.",
          english: "Another part of the app was saving, so this was not saved. Try again."
        )
      default:
        LocalizedMessage(
          korean: "기기에 저장하지 못했습니다. 다시 시도해 주세요.",
          english: "This was not saved on the device. Try again."
        )
      }
    self.init(localizedMessage, underlyingError: error)
  }
}
