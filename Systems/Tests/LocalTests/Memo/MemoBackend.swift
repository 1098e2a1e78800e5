import Foundation
import GRDB
import Naru
import ServedSystem

/// The memos on SQLite: the system that `docs/add-a-system.md` adds.
struct MemoBackend: ServedSystem {
  private let database: any DatabaseWriter

  static var contracts: [SystemContract<Self>] { [.init(memos(for:))] }

  init(_ context: SystemContext) {
    database = context.database
  }

  static func registerMigrations(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("memo-1-memos") { db in
      try db.execute(sql: "CREATE TABLE memo (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, text TEXT NOT NULL)")
    }
  }

  func memos(for caller: Caller) -> Memos {
    Memos(
      list: {
        let owner = try caller.requireUser().id.uuidString
        return try await database.read { db in
          try Row.fetchAll(db, sql: "SELECT id, text FROM memo WHERE owner = ? ORDER BY id", arguments: [owner])
            .map { Memo(id: $0["id"], text: $0["text"]) }
        }
      },
      add: { memo in
        try await write(memo.text, for: caller.requireUser())
      }
    )
  }

  func welcome(_ user: Caller.User, now: Date) async throws {
    _ = try await write("반가워요", for: user)
  }

  func removeAll(of person: UUID, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM memo WHERE owner = ?", arguments: [person.uuidString])
  }

  private func write(_ text: String, for user: Caller.User) async throws -> Memo {
    try await database.write(for: user) { db in
      try db.execute(sql: "INSERT INTO memo (owner, text) VALUES (?, ?)", arguments: [user.id.uuidString, text])
      return Memo(id: db.lastInsertedRowID, text: text)
    }
  }
}
