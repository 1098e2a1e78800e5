package import Foundation
import Naru
package import Squirret
package import Storage
import Support

extension Operations {
  /// A user with an account.
  package struct Person: Sendable, Hashable, Encodable {
    /// The id, in lower case.
    package let id: String
    /// The name from the provider.
    package let name: String?
    /// The e-mail address from the provider.
    package let email: String?
    /// The providers that the user signs in with.
    package let providers: [SignInProvider]
    /// When the account was created.
    package let createdAt: Date
    /// When the user was disabled. `nil` if the user may sign in.
    package let disabledAt: Date?
    /// The number of active sessions.
    package let sessions: Int
    /// When a session was last used. `nil` if there is none.
    package let lastUsedAt: Date?
  }

  /// Returns users, the newest account first, and their total number.
  package func people(
    matching text: String = "",
    isDisabled: Bool? = nil,
    page: Page = Page()
  ) async throws -> (elements: [Person], total: Int) {
    try await sessions.database.read { db in
      var parts: [SQL] = []
      if !text.isEmpty {
        // Only Latin letters are compared without case, as `lower` does it.
        let lower = String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
        let pattern = "%\(lower.replacing(/[%_\\]/) { "\\\($0.output)" })%"
        parts.append("(lower(name) LIKE \(pattern) ESCAPE '\\' OR lower(email) LIKE \(pattern) ESCAPE '\\')")
      }
      if let isDisabled { parts.append(isDisabled ? "disabled_at IS NOT NULL" : "disabled_at IS NULL") }
      let condition: SQL = parts.isEmpty ? "1 = 1" : parts.joined(separator: " AND ")
      let rows = try db.all(
        """
        SELECT * FROM identity_person WHERE \(condition)
        ORDER BY created_at DESC, id \(page)
        """,
        as: PersonRow.self
      )
      let count: Int = try db.value("SELECT count(*) FROM identity_person WHERE \(condition)")
      return (try rows.map { try person($0, db) }, count)
    }
  }

  /// Returns a user.
  package func person(_ id: UUID) async throws -> Person {
    try await sessions.database.read { db in try person(row(id, db), db) }
  }

  /// Disables a user and ends all their sessions, or enables the user again.
  package func setDisabled(_ isDisabled: Bool, person id: UUID) async throws {
    try await sessions.write { db in
      // Repeating it changes nothing, and keeps the time when the user was disabled.
      guard try (row(id, db).disabledAt != nil) != isDisabled else { return }
      try identity.people.setDisabled(isDisabled, id.key, db)
    }
  }

  /// Deletes a user and all data of the user in all systems, after revoking consent at the providers, as if the user
  /// had done it.
  package func delete(person id: UUID) async throws {
    _ = try await sessions.database.read { db in try row(id, db) }
    try await identity.deleteAccount(id)
  }

  private func row(_ id: UUID, _ db: Transaction) throws -> PersonRow {
    if let row = try PersonRow.find(id.key, db) { return row }
    throw MessageError(
      korean: "이 ID의 사용자를 찾을 수 없습니다: \(id.key)",
      english: "No account has the ID \(id.key). List the accounts with `naru-server people list`."
    )
  }

  private func person(_ row: PersonRow, _ db: Transaction) throws -> Person {
    let now = sessions.now().milliseconds
    let providers = try LinkedIdentity.all(of: row.id, db)
    let lastUsed: Int64? = try db.value("SELECT max(last_used_at) FROM identity_session WHERE person_id = \(row.id)")
    return Person(
      id: row.id,
      name: row.name,
      email: row.email,
      providers: providers.map(\.provider),
      createdAt: Date(milliseconds: row.createdAt),
      disabledAt: row.disabledAt.map { Date(milliseconds: $0) },
      sessions: try db.value(
        "SELECT count(*) FROM identity_session WHERE person_id = \(row.id) AND \(sessions.areActive(at: now))"
      ),
      lastUsedAt: lastUsed.map { Date(milliseconds: $0) }
    )
  }
}
