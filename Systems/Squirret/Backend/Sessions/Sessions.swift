import Foundation
import GRDB
import Naru
import Squirret

/// Sign-ins that last, and the tokens that belong to them.
///
/// A refresh token is a random text of which only the hash is stored. Its successor is made out of it with the server's key, so
/// whoever asks twice within the reuse window gets the same one twice, also from another process on the same file.
struct Sessions: Sendable {
  let database: any DatabaseWriter
  let states: SessionStates
  let tokens: AccessTokens
  let master: MasterKey
  let lifetimes: Lifetimes
  let now: @Sendable () -> Date
  let makeID: @Sendable () -> UUID
  let randomness: Randomness
  var audit: AuditLog { AuditLog(now: now) }

  /// A session with its first refresh token.
  struct Started {
    let session: UUID
    let person: UUID
    let refreshToken: Secret
  }

  /// Begins a session.
  func start(person: String, provider: SignInProvider, device: String?, _ db: Database) throws -> Started {
    let (now, id) = (now().milliseconds, makeID())
    let session = SessionRow(
      id: id.key,
      personId: person,
      provider: provider,
      device: device,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: now + Int64(lifetimes.session) * 1000
    )
    try session.insert(db)
    let token = randomness.text()
    try insert(token, of: session, at: now, db)
    try audit.add(.signedIn, person: person, session: session.id, provider: provider, db)
    return Started(session: id, person: UUID(uuidString: person) ?? id, refreshToken: Secret(token))
  }

  /// The tokens of a session that has begun.
  func pair(_ started: Started) async throws -> TokenPair {
    let access = try await tokens.issue(to: started.person, session: started.session, id: makeID(), at: now())
    return TokenPair(accessToken: access, refreshToken: started.refreshToken, expiresIn: lifetimes.accessToken)
  }

  /// Exchanges a refresh token for its successor and a new access token.
  ///
  /// A token that was exchanged before means that two have it, so its session ends; unless that was just now, and the successor
  /// was not used yet: then the first answer got lost, and comes again.
  ///
  /// - Throws: `APIError` with `invalid_grant`.
  func refresh(_ token: Secret) async throws -> TokenPair {
    let started = try await database.write { db in try exchange(token.revealed, db) }
    guard let started else { throw APIError.invalidGrant }
    return try await pair(started)
  }

  /// `nil` and not an error: what was written has to stay.
  private func exchange(_ token: String, _ db: Database) throws -> Started? {
    let time = now().milliseconds
    guard token.utf8.count <= 200, var row = try RefreshTokenRow.fetchOne(db, key: sha256(token)),
      var session = try SessionRow.fetchOne(db, key: row.sessionId), let id = UUID(uuidString: session.id),
      let person = UUID(uuidString: session.personId), session.endedAt == nil, session.expiresAt > time
    else { return nil }
    let successor = master.text("refresh-token", for: token)
    if let usedAt = row.usedAt {
      let next = try RefreshTokenRow.fetchOne(db, key: sha256(successor))
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
      try audit.add(.refreshed, person: session.personId, session: session.id, provider: session.provider, db)
    }
    return Started(session: id, person: person, refreshToken: Secret(successor))
  }

  private func insert(_ token: String, of session: SessionRow, at time: Int64, _ db: Database) throws {
    try RefreshTokenRow(
      hash: sha256(token),
      sessionId: session.id,
      expiresAt: min(time + Int64(lifetimes.refreshToken) * 1000, session.expiresAt)
    ).insert(db)
  }

  private func end(_ session: inout SessionRow, _ reason: AuditEvent.Kind, _ db: Database) throws {
    session.endedAt = now().milliseconds
    try session.update(db)
    try audit.add(reason, person: session.personId, session: session.id, provider: session.provider, db)
  }
}

extension Sessions {
  /// Which sessions a person ends.
  enum Scope {
    case one(String)
    case allBut(String)
    case all
  }

  /// Ends sessions of a person.
  ///
  /// - Returns: how many there were to end.
  @discardableResult
  func end(_ scope: Scope, of person: String, reason: AuditEvent.Kind = .loggedOut, _ db: Database) throws -> Int {
    var wanted = SessionRow.filter(Column("personId") == person && Column("endedAt") == nil)
    switch scope {
    case .one(let id): wanted = wanted.filter(Column("id") == id)
    case .allBut(let id): wanted = wanted.filter(Column("id") != id)
    case .all: break
    }
    let sessions = try wanted.fetchAll(db)
    for var session in sessions { try end(&session, reason, db) }
    return sessions.count
  }

  /// Ends a session whose code came a second time.
  func endReused(_ id: String, _ db: Database) throws {
    guard var session = try SessionRow.fetchOne(db, key: id), session.endedAt == nil else { return }
    try end(&session, .reused, db)
  }

  /// The sessions that a person could go on with, the one that was used last first.
  func list(of person: String, current: String?) async throws -> [AccountSession] {
    let now = now().milliseconds
    let rows = try await database.read { db in
      try SessionRow.filter(
        Column("personId") == person && Column("endedAt") == nil && Column("expiresAt") > now
          && Column("lastUsedAt") > now - Int64(lifetimes.refreshToken) * 1000
      )
      .order(Column("lastUsedAt").desc, Column("createdAt").desc, Column("id")).fetchAll(db)
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

  /// Whether a session goes on, and what its person is called. `nil` if there is no such session.
  func state(of session: UUID, person: UUID) async throws -> (isActive: Bool, name: String?)? {
    let state = try await states.state(of: session, person: person)
    return state.map { (isActive: !$0.isEnded && $0.expiresAt > now().milliseconds, name: $0.name) }
  }
}

extension Sessions {
  /// The session of a refresh token. `nil` for a token that nobody knows.
  func session(of token: Secret) async throws -> String? {
    guard token.revealed.utf8.count <= 200 else { return nil }
    return try await database.read { db in try RefreshTokenRow.fetchOne(db, key: sha256(token.revealed))?.sessionId }
  }
}
