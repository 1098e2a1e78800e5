import Foundation
import Naru
import Squirret
import Storage
import Support

/// The one-time codes that the browser returns to the app with. A code can be exchanged only with the verifier, which
/// never leaves the app (RFC 7636), so an app that intercepts the redirect can't use it.
struct SignInCodes: Sendable {
  let sessions: Sessions

  /// Issues a code for a user who has just signed in.
  func issue(person: String, for pending: PendingSignIn, challenge: String, _ db: Transaction) throws -> Secret {
    let code = Randomness.text()
    try SignInCode(
      hash: sha256(code),
      personID: person,
      provider: pending.provider,
      codeChallenge: challenge,
      device: pending.device,
      expiresAt: sessions.now().milliseconds + Int64(sessions.lifetimes.code) * 1000
    ).insert(db)
    return Secret(code)
  }

  /// Exchanges a code for the tokens of a new session.
  func exchange(_ code: Secret, verifier: Secret) async throws -> TokenPair {
    let started = try await sessions.write { db in
      try exchange(code.revealed, verifier: verifier.revealed, db)
    }
    guard let started else { throw APIError.invalidGrant }
    return try await sessions.pair(started)
  }

  /// Returns `nil` instead of throwing, because an error would roll back the changes. A code can be tried only once.
  private func exchange(
    _ code: String,
    verifier: String,
    _ db: Transaction
  ) throws -> Sessions.Started? {
    let now = sessions.now().milliseconds
    guard code.utf8.count <= 200, var row = try SignInCode.find(sha256(code), db) else { return nil }
    guard row.usedAt == nil else {
      if let session = row.sessionID { try sessions.end(session, reason: .reused, db) }
      return nil
    }
    row.usedAt = now
    guard row.expiresAt > now, PKCE.isVerifier(verifier),
      isEqualInConstantTime(PKCE.challenge(for: verifier), row.codeChallenge),
      try PersonRow.find(row.personID, db)?.disabledAt == nil
    else {
      try row.update(db)
      return nil
    }
    let started = try sessions.start(person: row.personID, provider: row.provider, device: row.device, db)
    row.sessionID = started.session.key
    try row.update(db)
    return started
  }
}
