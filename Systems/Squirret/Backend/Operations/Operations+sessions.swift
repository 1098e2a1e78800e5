package import Foundation
import GRDB
import Naru
package import Squirret

extension Operations {
  /// An active session.
  package struct Session: Sendable, Hashable, Encodable {
    /// The id, in lower case.
    package let id: String
    /// The person's id, in lower case.
    package let person: String
    /// The person's name.
    package let name: String?
    /// The provider.
    package let provider: SignInProvider
    /// The `User-Agent` of the browser in which the person signed in.
    package let device: String?
    /// When the person signed in.
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
    /// All sessions of a person.
    case person(UUID)
    /// All sessions of all people.
    case all
  }

  /// The sessions that have not ended or expired.
  var activeSessions: QueryInterfaceRequest<SessionRow> {
    let (now, lifetime) = (sessions.now().milliseconds, Int64(sessions.lifetimes.refreshToken) * 1000)
    return SessionRow.filter(
      Column("endedAt") == nil && Column("expiresAt") > now && Column("lastUsedAt") > now - lifetime
    )
  }

  /// Returns active sessions, the most recently used first, and their total number.
  ///
  /// - Parameters:
  ///   - person: the person. `nil`: everybody.
  ///   - page: the page.
  /// - Returns: the sessions of the page and the number of all.
  /// - Throws: an error of the database.
  package func sessions(
    of person: UUID? = nil,
    page: Page = Page()
  ) async throws -> (elements: [Session], total: Int) {
    try await read { db in
      var request = activeSessions
      if let person { request = request.filter(Column("personID") == person.key) }
      let rows = try request.order(Column("lastUsedAt").desc, Column("id")).limit(page.size, offset: page.offset)
        .fetchAll(db)
      let sessions = try rows.map { row in
        Session(
          id: row.id,
          person: row.personID,
          name: try PersonRow.fetchOne(db, key: row.personID)?.name,
          provider: row.provider,
          device: row.device,
          createdAt: Date(milliseconds: row.createdAt),
          lastUsedAt: Date(milliseconds: row.lastUsedAt),
          expiresAt: Date(milliseconds: row.expiresAt)
        )
      }
      return (sessions, try request.fetchCount(db))
    }
  }

  /// Ends sessions. Their access tokens are refused at once.
  ///
  /// - Parameter scope: the sessions.
  /// - Returns: how many there were.
  /// - Throws: an error of the database.
  @discardableResult
  package func end(_ scope: SessionScope) async throws -> Int {
    try await write { db in
      var wanted = SessionRow.filter(Column("endedAt") == nil)
      switch scope {
      case .one(let id): wanted = wanted.filter(Column("id") == id.key)
      case .person(let id): wanted = wanted.filter(Column("personID") == id.key)
      case .all: break
      }
      return try wanted.fetchAll(db).reduce(0) { count, row in
        try count + sessions.end(.one(row.id), of: row.personID, reason: .endedByOperator, db)
      }
    }
  }
}
