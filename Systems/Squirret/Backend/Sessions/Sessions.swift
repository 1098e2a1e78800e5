import Foundation
import Logging
import Naru
import Squirret
import Storage

/// The sessions of signed-in users, and their tokens.
///
/// A refresh token is a random string that is stored only as a hash. Its successor is derived from it with the server's
/// key, so a repeated refresh within the reuse window gives the same successor, also from another process on the same
/// file.
struct Sessions: Sendable {
  /// The number of sessions in a user's list. A list is rarely longer, and old sessions end by themselves.
  private static let mostListed = 100

  let database: Database
  let states: SessionStates
  let tokens: AccessTokens
  let key: MasterKey
  let lifetimes: Lifetimes
  let now: @Sendable () -> Date
  let makeID: @Sendable () -> UUID
  let logger: Logger

  /// A session with its first refresh token.
  struct Started {
    let session: UUID
    let person: UUID
    let refreshToken: Secret
  }

  /// Starts a session.
  func start(person: String, provider: SignInProvider, device: String?, _ db: Transaction) throws -> Started {
    let (now, id) = (now().milliseconds, makeID())
    let session = SessionRow(
      id: id.key,
      personID: person,
      provider: provider,
      device: device,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: now + Int64(lifetimes.session) * 1000
    )
    try session.insert(db)
    let token = Randomness.text()
    try insert(token, of: session, at: now, db)
    record(.signedIn, person: person, provider: provider)
    return Started(session: id, person: UUID(uuidString: person) ?? id, refreshToken: Secret(token))
  }

  /// Issues the tokens of a started or refreshed session.
  func pair(_ started: Started) async throws -> TokenPair {
    let access = try await tokens.issue(to: started.person, session: started.session, id: makeID(), at: now())
    return TokenPair(accessToken: access, refreshToken: started.refreshToken, expiresIn: lifetimes.accessToken)
  }

  /// Exchanges a refresh token for its successor and a new access token.
  ///
  /// A token that was already exchanged ends its session, because two parties hold it. There is one exception: within
  /// the reuse window, and if the successor was not used yet, the response is repeated, because the first one may have
  /// been lost.
  func refresh(_ token: Secret) async throws -> TokenPair {
    let started = try await write { db in try exchange(token.revealed, db) }
    guard let started else { throw APIError.invalidGrant }
    return try await pair(started)
  }

  /// Returns `nil` instead of throwing, because an error would roll back the changes.
  private func exchange(_ token: String, _ db: Transaction) throws -> Started? {
    let time = now().milliseconds
    guard token.utf8.count <= 200, var row = try RefreshTokenRow.find(sha256(token), db),
      var session = try SessionRow.find(row.sessionID, db), let id = UUID(uuidString: session.id),
      let person = UUID(uuidString: session.personID), session.endedAt == nil, session.expiresAt > time
    else { return nil }
    let successor = key.text("refresh-token", for: token)
    if let usedAt = row.usedAt {
      let next = try RefreshTokenRow.find(sha256(successor), db)
      guard let next, next.usedAt == nil, next.expiresAt > time, time - usedAt <= Int64(lifetimes.reuseWindow) * 1000
      else {
        try end(&session, .reused, db)
        return nil
      }
    } else {
      guard row.expiresAt > time else { return nil }
      row.usedAt = time
      try row.update(db)
      try insert(successor, of: session, at: time, db)
      session.lastUsedAt = time
      try session.update(db)
      record(.refreshed, person: session.personID, provider: session.provider)
    }
    return Started(session: id, person: person, refreshToken: Secret(successor))
  }

  private func insert(_ token: String, of session: SessionRow, at time: Int64, _ db: Transaction) throws {
    try RefreshTokenRow(
      hash: sha256(token),
      sessionID: session.id,
      expiresAt: min(time + Int64(lifetimes.refreshToken) * 1000, session.expiresAt)
    ).insert(db)
  }

  private func end(_ session: inout SessionRow, _ reason: AuditEvent.Kind, _ db: Transaction) throws {
    session.endedAt = now().milliseconds
    try session.update(db)
    record(reason, person: session.personID, provider: session.provider)
  }
}

extension Sessions {
  /// The sessions of a user to end.
  enum Scope {
    case one(String)
    case allBut(String)
    case all
  }

  /// Ends sessions of a user and returns how many there were.
  @discardableResult
  func end(_ scope: Scope, of person: String, reason: AuditEvent.Kind = .loggedOut, _ db: Transaction) throws -> Int {
    let wanted: SQL =
      switch scope {
      case .one(let id): "id = \(id)"
      case .allBut(let id): "id <> \(id)"
      case .all: "1 = 1"
      }
    let sessions = try db.all(
      "SELECT * FROM identity_session WHERE person_id = \(person) AND ended_at IS NULL AND \(wanted)",
      as: SessionRow.self
    )
    for var session in sessions { try end(&session, reason, db) }
    return sessions.count
  }

  /// Ends one session, unless it has already ended.
  func end(_ id: String, reason: AuditEvent.Kind = .loggedOut, _ db: Transaction) throws {
    guard var session = try SessionRow.find(id, db), session.endedAt == nil else { return }
    try end(&session, reason, db)
  }

  /// Returns the active sessions of a user, the most recently used one first: the first hundred, and the current one.
  func list(of person: String, current: String?) async throws -> [AccountSession] {
    let now = now().milliseconds
    let rows = try await database.read { db in
      let active: SQL = "SELECT * FROM identity_session WHERE person_id = \(person) AND \(areActive(at: now))"
      var rows = try db.all(
        "\(active) ORDER BY last_used_at DESC, created_at DESC, id LIMIT \(Self.mostListed)",
        as: SessionRow.self
      )
      if rows.count == Self.mostListed, let current, !rows.contains(where: { $0.id == current }),
        let row = try db.first("\(active) AND id = \(current)", as: SessionRow.self)
      {
        rows.append(row)
      }
      return rows
    }
    return rows.compactMap { row in
      UUID(uuidString: row.id).map { id in
        AccountSession(
          id: id,
          provider: row.provider,
          device: row.device,
          createdAt: Date(milliseconds: row.createdAt),
          lastUsedAt: Date(milliseconds: row.lastUsedAt),
          isCurrent: row.id == current
        )
      }
    }
  }

  /// Returns the condition of the sessions that have not ended or expired.
  func areActive(at now: Int64) -> SQL {
    let oldest = now - Int64(lifetimes.refreshToken) * 1000
    return "ended_at IS NULL AND expires_at > \(now) AND last_used_at > \(oldest)"
  }

  /// Returns whether a session is active, and the user's name. `nil` if the user has no such session.
  func state(of session: UUID, person: UUID) async throws -> (isActive: Bool, name: String?)? {
    let state = try await states.state(of: session, person: person)
    return state.map { (isActive: !$0.isEnded && $0.expiresAt > now().milliseconds, name: $0.name) }
  }
}

extension Sessions {
  /// Returns the session of a refresh token. `nil` for an unknown token.
  func session(of token: Secret) async throws -> String? {
    guard token.revealed.utf8.count <= 200 else { return nil }
    return try await database.read { db in try RefreshTokenRow.find(sha256(token.revealed), db)?.sessionID }
  }
}
