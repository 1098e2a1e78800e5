package import Foundation
import Naru
package import Squirret
import Storage

extension Operations {
  /// An active session.
  package struct Session: Sendable, Hashable, Encodable {
    /// The id, in lower case.
    package let id: String
    /// The user's id, in lower case.
    package let person: String
    /// The user's name.
    package let name: String?
    /// The provider.
    package let provider: SignInProvider
    /// The `User-Agent` of the browser that the user signed in with.
    package let device: String?
    /// When the user signed in.
    package let createdAt: Date
    /// When the session was last refreshed.
    package let lastUsedAt: Date
    /// When the session ends, however often it is refreshed.
    package let expiresAt: Date

    private enum CodingKeys: String, CodingKey {
      case id, person, name, provider, device, createdAt, lastUsedAt, expiresAt
    }

    /// Writes the session.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(person, forKey: .person)
      try container.encodeIfPresent(name, forKey: .name)
      try container.encode(provider.rawValue, forKey: .provider)
      try container.encodeIfPresent(device, forKey: .device)
      try container.encode(createdAt, forKey: .createdAt)
      try container.encode(lastUsedAt, forKey: .lastUsedAt)
      try container.encode(expiresAt, forKey: .expiresAt)
    }
  }

  /// The sessions to end.
  package enum SessionScope: Sendable, Hashable {
    /// One session.
    case one(UUID)
    /// All sessions of a user.
    case person(UUID)
    /// All sessions of all users.
    case all
  }

  /// The condition of the sessions that have not ended or expired.
  var activeSessions: SQL { sessions.areActive(at: sessions.now().milliseconds) }

  /// Returns active sessions, the most recently used first, and their total number.
  package func sessions(
    of person: UUID? = nil,
    page: Page = Page()
  ) async throws -> (elements: [Session], total: Int) {
    try await read { db in
      var condition = activeSessions
      if let person { condition = "\(condition) AND person_id = \(person)" }
      let rows = try db.all(
        """
        SELECT * FROM identity_session WHERE \(condition)
        ORDER BY last_used_at DESC, id \(page)
        """,
        as: SessionRow.self
      )
      let sessions = try rows.map { row in
        Session(
          id: row.id,
          person: row.personID,
          name: try PersonRow.find(row.personID, db)?.name,
          provider: row.provider,
          device: row.device,
          createdAt: Date(milliseconds: row.createdAt),
          lastUsedAt: Date(milliseconds: row.lastUsedAt),
          expiresAt: Date(milliseconds: row.expiresAt)
        )
      }
      return (sessions, try db.value("SELECT count(*) FROM identity_session WHERE \(condition)"))
    }
  }

  /// Ends sessions. Their access tokens are rejected at once.
  @discardableResult
  package func end(_ scope: SessionScope) async throws -> Int {
    try await write { db in
      let wanted: SQL =
        switch scope {
        case .one(let id): "id = \(id)"
        case .person(let id): "person_id = \(id)"
        case .all: "1 = 1"
        }
      let rows = try db.all(
        "SELECT * FROM identity_session WHERE ended_at IS NULL AND \(wanted)",
        as: SessionRow.self
      )
      return try rows.reduce(0) { count, row in
        try count + sessions.end(.one(row.id), of: row.personID, reason: .endedByOperator, db)
      }
    }
  }
}
