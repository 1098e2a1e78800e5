import Logging
import Naru
import Squirret
import Storage
import Support

/// An event of an account, which the log of the server records. It never contains a token, a code or a key, nor the id of a
/// session: with the key, that would be enough to forge an access token.
struct AuditEvent: Sendable {
  /// The kind of an event.
  enum Kind: String {
    /// An account was created at the first sign-in.
    case accountCreated
    /// A user signed in, which started a session.
    case signedIn
    /// A sign-in failed at the provider or on the way back.
    case signInFailed
    /// A session got new tokens.
    case refreshed
    /// A refresh token or a code was reused, so another party may have it. The session was ended.
    case reused
    /// A user ended a session.
    case loggedOut
    /// A user was disabled, which ended all sessions.
    case disabled
    /// A user was enabled again.
    case enabled
    /// The provider reported that the user withdrew consent, which ended all sessions.
    case revokedByProvider
    /// Consent was revoked at the provider.
    case revokedAtProvider
    /// Revoking consent at the provider failed.
    case revocationFailed
    /// An account was deleted.
    case accountDeleted
    /// An operator ended a session.
    case endedByOperator
  }

  /// The events of the transaction of this task.
  @TaskLocal fileprivate static var uncommitted: Locked<[AuditEvent]>?

  let kind: Kind
  /// The account's id. `nil` if the user is not known yet.
  let person: String?
  let provider: SignInProvider?
}

extension Sessions {
  /// Runs a transaction, and logs its events after it was committed: it may fail, or run again.
  func write<Result: Sendable>(_ change: @escaping @Sendable (Transaction) throws -> Result) async throws -> Result {
    let events = Locked<[AuditEvent]>([])
    let result = try await AuditEvent.$uncommitted.withValue(events) {
      try await database.write { db in
        events.withLock { $0 = [] }
        return try change(db)
      }
    }
    for event in events.withLock({ $0 }) { log(event) }
    return result
  }

  /// Logs an event, in a transaction of ``write(_:)`` after its commit.
  func record(_ kind: AuditEvent.Kind, person: String? = nil, provider: SignInProvider? = nil) {
    let event = AuditEvent(kind: kind, person: person, provider: provider)
    guard let uncommitted = AuditEvent.uncommitted else { return log(event) }
    uncommitted.withLock { $0.append(event) }
  }

  private func log(_ event: AuditEvent) {
    var metadata: Logger.Metadata = ["event": "\(event.kind.rawValue)"]
    metadata["person"] = event.person.map { "\($0)" }
    metadata["provider"] = event.provider.map { "\($0.pathName)" }
    metadata["address"] = RequestOrigin.current?.address.map { "\($0)" }
    // Every session is refreshed, as the log of requests shows.
    logger.log(level: event.kind == .refreshed ? .info : .notice, "An account was used.", metadata: metadata)
  }
}
