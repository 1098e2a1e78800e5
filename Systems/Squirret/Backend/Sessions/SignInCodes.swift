import Foundation
import GRDB
import Naru
import Squirret

/// The one-time codes with which the browser comes back to the app. A code is worth nothing without the verifier that never
/// left the app (RFC 7636), so another app that gets hold of the redirect gets nothing.
struct SignInCodes: Sendable {
  let sessions: Sessions

  /// A code for a person who has just signed in.
  func issue(person: String, for pending: PendingSignIn, challenge: String, _ db: Database) throws -> Secret {
    let code = sessions.randomness.text()
    try SignInCode(
      hash: sha256(code),
      personId: person,
      provider: pending.provider,
      codeChallenge: challenge,
      device: pending.device,
      expiresAt: sessions.now().milliseconds + Int64(sessions.lifetimes.code) * 1000
    ).insert(db)
    return Secret(code)
  }

  /// Exchanges a code for the tokens of a new session.
  ///
  /// - Throws: `APIError` with `invalid_grant`.
  func exchange(_ code: Secret, verifier: Secret) async throws -> TokenPair {
    let started = try await sessions.database.write { db in
      try exchange(code.revealed, verifier: verifier.revealed, db)
    }
    guard let started else { throw APIError.invalidGrant }
    return try await sessions.pair(started)
  }

  /// `nil` and not an error: what was written has to stay. One try is all that a code has.
  private func exchange(_ code: String, verifier: String, _ db: Database) throws -> Sessions.Started? {
    let now = sessions.now().milliseconds
    guard code.utf8.count <= 200, var row = try SignInCode.fetchOne(db, key: sha256(code)) else { return nil }
    guard row.usedAt == nil else {
      if let session = row.sessionID { try sessions.endReused(session, db) }
      return nil
    }
    row.usedAt = now
    guard row.expiresAt > now, PKCE.isVerifier(verifier),
      isEqualInConstantTime(PKCE.challenge(for: verifier), row.codeChallenge),
      try Person.fetchOne(db, key: row.personId)?.disabledAt == nil
    else {
      try row.update(db)
      return nil
    }
    let started = try sessions.start(person: row.personId, provider: row.provider, device: row.device, db)
    row.sessionID = started.session.key
    try row.update(db)
    return started
  }
}
