import Foundation
import Logging
import Naru
import ServedSystem
import Squirret
import Storage

extension Identity {
  /// Returns the contract for a caller.
  func accounts(for caller: Caller) -> Accounts {
    Accounts(
      token: {
        try await checkAddress()
        return try await codes.exchange($0.code, verifier: $0.codeVerifier)
      },
      refresh: {
        try await checkAddress()
        return try await refresh($0.refreshToken)
      },
      me: {
        let (user, session) = try signedIn(caller)
        guard let account = try await people.account(user.key, session: session.key) else { throw APIError(.notFound) }
        return account
      },
      deleteAccount: {
        let (user, session) = try signedIn(caller)
        try await requireFreshSignIn(session)
        try await deleteAccount(user)
      },
      logout: { request in
        try await logOut(caller, request ?? LogoutRequest())
        return LogoutAnswer()
      },
      sessions: {
        let (user, session) = try signedIn(caller)
        return try await sessions.list(of: user.key, current: session.key)
      },
      endSession: { id in
        let (user, _) = try signedIn(caller)
        let count = try await sessions.write { db in try sessions.end(.one(id.key), of: user.key, db) }
        guard count > 0 else {
          throw APIError.notFound(
            LocalizedMessage(korean: "세션을 찾을 수 없습니다.", english: "This session does not exist."),
            serverCode: "not_found"
          )
        }
      },
      keys: { sessions.tokens.published }
    )
  }

  private func signedIn(_ caller: Caller) throws -> (user: UUID, session: UUID) {
    let user = try caller.requireUser()
    guard let session = user.session else { throw APIError(.unauthorized) }
    return (user.id, session)
  }

  func refresh(_ token: Secret) async throws -> TokenPair {
    if let session = try await sessions.session(of: token) { try await sessionLimiter.check(session) }
    return try await sessions.refresh(token)
  }

  /// Ends the requested sessions. If the caller's session has already ended, this succeeds and ends nothing. An expired
  /// token ends only its own session, because it may have been lost or thrown away long ago.
  private func logOut(_ caller: Caller, _ request: LogoutRequest) async throws {
    let user = try caller.requireUser()
    let (person, session) = try signedIn(caller)
    guard !user.isExpired else {
      _ = try await sessions.write { db in try sessions.end(session.key, db) }
      return
    }
    guard try await sessions.state(of: session, person: person)?.isActive == true else { return }
    _ = try await sessions.write { db in
      if request.everywhere == true {
        try sessions.end(.all, of: person.key, db)
      } else if request.others == true {
        try sessions.end(.allBut(session.key), of: person.key, db)
      } else {
        try sessions.end(.one(session.key), of: person.key, db)
      }
    }
  }

  /// Throws if the session's sign-in is too old to delete the account: a stolen or borrowed device must not be enough.
  private func requireFreshSignIn(_ session: UUID) async throws {
    let row = try await sessions.database.read { db in try SessionRow.find(session.key, db) }
    let age = Int64(configuration.lifetimes.freshSignIn) * 1000
    guard let row, sessions.now().milliseconds - row.createdAt <= age else {
      throw APIError.signInTooOld(minutes: configuration.lifetimes.freshSignIn / 60)
    }
  }

  /// Deletes an account after revoking consent at the providers, which needs the stored tokens. The account is deleted
  /// even if a provider can't be reached.
  func deleteAccount(_ person: UUID) async throws {
    for link in try await people.links(of: person.key) {
      guard let client = clients[link.provider], let sealed = link.refreshToken else { continue }
      var cause = "The token was encrypted with another key."
      if let token = sessions.key.open(sealed, context: link.context) {
        do {
          try await client.revoke(Secret(token))
          sessions.record(.revokedAtProvider, person: person.key, provider: link.provider)
          continue
        } catch {
          cause = error.rawValue
        }
      }
      logger.warning(
        "Revoking consent at a provider failed while an account was deleted.",
        metadata: ["provider": "\(link.provider.pathName)", "error": "\(cause)"]
      )
      sessions.record(.revocationFailed, person: person.key, provider: link.provider)
    }
    try await sessions.write { db in
      try ownedData(person, db)
      try db.run("DELETE FROM identity_person WHERE id = \(person)")
      sessions.record(.accountDeleted, person: person.key)
    }
  }
}
