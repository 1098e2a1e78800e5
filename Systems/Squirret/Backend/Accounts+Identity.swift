import Foundation
import GRDB
import Logging
import Naru
import Squirret

extension Identity {
  /// Returns the contract for a caller.
  func accounts(for caller: Caller) -> Accounts {
    Accounts(
      token: { try await codes.exchange($0.code, verifier: $0.codeVerifier) },
      refresh: { try await refresh($0.refreshToken) },
      me: {
        let (user, session) = try signedIn(caller)
        guard let account = try await people.account(user.key, session: session.key) else { throw APIError(.notFound) }
        return account
      },
      deleteAccount: { try await deleteAccount(signedIn(caller).user) },
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
        let count = try await sessions.database.write { db in try sessions.end(.one(id.key), of: user.key, db) }
        guard count > 0 else {
          throw APIError.notFound(
            Sentence(korean: "없는 세션입니다.", english: "This session does not exist."),
            serverCode: "not_found"
          )
        }
      },
      keys: { try await sessions.tokens.published() }
    )
  }

  private func signedIn(_ caller: Caller) throws -> (user: UUID, session: UUID) {
    let user = try caller.requireUser()
    guard let session = user.session else { throw APIError(.unauthorized) }
    return (user.id, session)
  }

  private func refresh(_ token: Secret) async throws -> TokenPair {
    if let session = try await sessions.session(of: token) { try limitRefresh(session) }
    return try await sessions.refresh(token)
  }

  /// Ends the requested sessions. If the caller's session has already ended, this succeeds and ends nothing.
  private func logOut(_ caller: Caller, _ request: LogoutRequest) async throws {
    let (user, session) = try signedIn(caller)
    guard try await sessions.state(of: session, person: user)?.isActive == true else { return }
    _ = try await sessions.database.write { db in
      if request.everywhere == true {
        try sessions.end(.all, of: user.key, db)
      } else if request.others == true {
        try sessions.end(.allBut(session.key), of: user.key, db)
      } else {
        try sessions.end(.one(session.key), of: user.key, db)
      }
    }
  }

  /// Deletes an account after revoking consent at the providers, which needs the stored tokens. The account is deleted
  /// even if a provider can't be reached.
  func deleteAccount(_ person: UUID) async throws {
    for link in try await people.links(of: person.key) {
      guard let client = clients[link.provider], let sealed = link.refreshToken,
        let token = sessions.root.open(sealed, context: link.context)
      else { continue }
      var kind = AuditEvent.Kind.revokedAtProvider
      do {
        try await client.revoke(Secret(token))
      } catch {
        kind = .revocationFailed
        logger.warning(
          "Revoking consent at a provider failed while an account was deleted.",
          metadata: ["provider": "\(link.provider.pathName)", "error": "\(error.rawValue)"]
        )
      }
      try await sessions.database.write { [kind] db in
        try sessions.audit.add(kind, person: person.key, provider: link.provider, db)
      }
    }
    try await sessions.database.write { db in
      try ownedData(person, db)
      _ = try PersonRow.deleteOne(db, key: person.key)
      try sessions.audit.add(.accountDeleted, person: person.key, db)
    }
  }
}
