package import Foundation
package import Naru
package import Storage

/// The users whose accounts were deleted.
///
/// A request can be authenticated before an account is deleted, and write after it. Its write would stay for ever, because the
/// account's data is deleted only once. So a system writes with `write(_:for:_:)`, which rejects the users of this list.
///
/// An entry is the user's id, a random number that is never used again. A foreign key to the users is not possible: the users of
/// another authenticator have no row.
package enum DeletedPeople {
  /// The table of the list.
  fileprivate static let table: SQL = "CREATE TABLE deleted_person (id TEXT PRIMARY KEY) WITHOUT ROWID;"

  /// Adds a user, in the transaction that deletes the account.
  package static func add(_ person: UUID, _ db: Transaction) throws {
    try db.run("INSERT INTO deleted_person (id) VALUES (\(person)) ON CONFLICT DO NOTHING")
    try RememberedResults.removeAll(of: person, db)
  }

  fileprivate static func contains(_ person: UUID, _ db: Transaction) throws -> Bool {
    try db.exists("SELECT id FROM deleted_person WHERE id = \(person)")
  }
}

/// The tables of every server, whatever its systems are.
package enum ServerTables {
  /// Adds the migration that creates the tables.
  package static func addMigrations(to migrations: inout Migrations) {
    migrations.add("server-1-tables") { db in
      for table in [DeletedPeople.table, RememberedResults.table, RateLimiter.table] { try db.script(table) }
    }
  }
}

extension Database {
  /// Writes data of a user in a transaction. All systems write with this method, except for sign-in, which has the users themselves.
  ///
  /// If the request has an `Idempotency-Key`, the result is remembered as the result of the endpoint, and a repeated request gets it
  /// without writing again; see ``RememberedResults``. The closure reads everything that its changes depend on: a handler that reads it
  /// before would fail when it runs again.
  ///
  /// - Parameters:
  ///   - name: identifies a transaction that an endpoint has in addition to its own one, even in later versions of the server.
  ///   - user: the user.
  ///   - updates: reads and writes.
  /// - Returns: the result of the closure, or its remembered result.
  /// - Throws: `MessageError` if the request had a transaction with this name already, `unauthorized` for a deleted account, or the error of
  ///   the closure or the database.
  package func write<Value: Sendable>(
    _ name: String? = nil,
    for user: Caller.User,
    _ updates: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value {
    // The transaction runs outside of the task.
    let call = RememberedResults.current
    let step = try call?.beginStep(name) ?? ""
    let (value, isRemembered) = try await write { db -> (Value, Bool) in
      guard try !DeletedPeople.contains(user.id, db) else {
        throw APIError(.unauthorized, LocalizedMessage(korean: "탈퇴한 계정입니다.", english: "This account was deleted."))
      }
      guard let call else { return (try updates(db), false) }
      return try call.result(step, for: user.id, db, updates)
    }
    if isRemembered { call?.noteCommitted() }
    return value
  }
}
