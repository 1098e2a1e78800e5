import Foundation
import Naru
import ServedSystem
import Storage

/// The memos on SQLite: the system that `Systems/docs/add-a-system.md` adds.
struct MemoBackend: ServedSystem {
  private let database: Database

  static var contracts: [SystemContract<Self>] { [.init(memos(for:))] }

  init(_ context: SystemContext) {
    database = context.database
  }

  static func addMigrations(to migrations: inout Migrations) {
    migrations.add("memo-1-memos") { db in
      try db.script("CREATE TABLE memo (id INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL, text TEXT NOT NULL)")
    }
  }

  func memos(for caller: Caller) -> Memos {
    Memos(
      list: {
        let owner = try caller.requireUser().id
        return try await database.read { db in
          try db.all("SELECT id, text FROM memo WHERE owner = \(owner) ORDER BY id") { row in
            Memo(id: try row["id"], text: try row["text"])
          }
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

  func removeAll(of person: UUID, _ db: Transaction) throws {
    try db.run("DELETE FROM memo WHERE owner = \(person)")
  }

  private func write(_ text: String, for user: Caller.User) async throws -> Memo {
    try await database.write(for: user) { db in
      let id: Int64 = try db.value("INSERT INTO memo (owner, text) VALUES (\(user.id), \(text)) RETURNING id")
      return Memo(id: id, text: text)
    }
  }
}
