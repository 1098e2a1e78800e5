import Foundation
import GRDB
import Naru

/// The SQLite file of one person: what was read, and what is to be written.
///
/// Several processes of an app can have it open, such as the app and its extension. A write is on disk when it returns.
struct OfflineFile: Sendable {
  let database: OfflineDatabase
  let url: URL

  /// Opens the file of a person, or creates it.
  init(in folder: URL, person: String) throws {
    url = Self.url(in: folder, person: person)
    database = try explained { [url] in
      try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
      if !FileManager.default.fileExists(atPath: url.path) {
        // SQLite would let everyone on the machine read it.
        _ = FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      let pool = try DatabasePool(path: url.path, configuration: configuration)
      // With GRDB's default, NORMAL, a power failure can lose the last writes. Only the writing connection needs this.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      guard try !pool.read(Self.migrator.hasBeenSuperseded) else {
        throw MessageError(
          LocalizedMessage(
            korean: "더 새로운 버전의 앱이 저장한 자료입니다. 앱을 업데이트해 주세요.",
            english: "A newer version of the app has stored this data. Update the app."
          )
        )
      }
      try Self.migrator.migrate(pool)
      return OfflineDatabase(pool)
    }
  }

  /// The location of a person's file. The name is a digest, so that it says nothing about the person.
  static func url(in folder: URL, person: String) -> URL {
    folder.appending(path: "offline-\(Digest128.hexadecimal(Data(person.utf8))).sqlite")
  }

  /// Deletes the file of a person.
  static func remove(in folder: URL, person: String) throws {
    let path = url(in: folder, person: person).path
    for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(
        sql: """
          CREATE TABLE answer (
            key TEXT PRIMARY KEY, endpoint TEXT NOT NULL, headers TEXT NOT NULL, body BLOB NOT NULL, etag TEXT,
            seen_at INTEGER NOT NULL, used_at INTEGER NOT NULL, is_stale INTEGER NOT NULL DEFAULT 0
          );
          CREATE INDEX answer_by_endpoint ON answer (endpoint);
          CREATE INDEX answer_by_use ON answer (used_at);
          CREATE TABLE queued_write (
            id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, scope TEXT NOT NULL,
            endpoint TEXT NOT NULL, method TEXT NOT NULL, target TEXT NOT NULL, headers TEXT NOT NULL, body BLOB NOT NULL,
            local_id INTEGER UNIQUE, id_name TEXT, needs TEXT NOT NULL,
            queued_at INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, tried_at INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL DEFAULT 0,
            claimed_until INTEGER NOT NULL DEFAULT 0, claimed_by TEXT,
            is_refused INTEGER NOT NULL DEFAULT 0, refused_with INTEGER,
            status INTEGER, korean TEXT, english TEXT
          );
          CREATE INDEX queued_write_by_scope ON queued_write (is_refused, scope, id);
          CREATE TABLE real_id (local_id INTEGER PRIMARY KEY, real_id TEXT NOT NULL);
          """
      )
    }
    migrator.registerMigration("2-sent-at") { db in
      try db.execute(
        sql: """
          ALTER TABLE queued_write ADD COLUMN sent_at INTEGER NOT NULL DEFAULT 0;
          UPDATE queued_write SET sent_at = queued_at WHERE attempts > 0;
          """
      )
    }
    return migrator
  }
}

/// Runs a closure, and explains an error of the database to a person.
func explained<Value>(_ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let error as DatabaseError {
    throw MessageError(database: error)
  }
}

extension MessageError {
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
      case .SQLITE_CORRUPT, .SQLITE_NOTADB:
        LocalizedMessage(
          korean: "기기에 저장한 자료가 손상되었습니다.",
          english: "The data that is stored on the device is damaged."
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

extension Date {
  /// Whole milliseconds since 1970, as times are stored.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}

extension Duration {
  var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
