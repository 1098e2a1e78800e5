package import Foundation
import GRDB
package import Squirret

/// An event of an account. It never contains a token, a code or an address.
package struct AuditEvent: Sendable, Hashable {
  /// The kind of an event.
  package enum Kind: String, Codable, Sendable, Hashable {
    /// An account was created at the first sign-in.
    case accountCreated
    /// A person signed in, which started a session.
    case signedIn
    /// A sign-in failed at the provider or on the way back.
    case signInFailed
    /// A session got new tokens.
    case refreshed
    /// A refresh token or a code was reused, so another party may have it. The session was ended.
    case reused
    /// A person ended a session.
    case loggedOut
    /// A person was disabled, which ended all sessions.
    case disabled
    /// A person was enabled again.
    case enabled
    /// The provider reported that the person withdrew consent, which ended all sessions.
    case revokedByProvider
    /// Consent was revoked at the provider.
    case revokedAtProvider
    /// Revoking consent at the provider failed.
    case revocationFailed
    /// An account was deleted.
    case accountDeleted
  }

  /// When it happened.
  package let date: Date
  /// The kind of the event.
  package let kind: Kind
  /// The account's id. `nil` if the person is not known yet.
  package let person: UUID?
  /// The session's id. `nil` if the event is not about a session.
  package let session: UUID?
  /// The provider. `nil` if none was involved.
  package let provider: SignInProvider?
}

/// The log of events, written in the transaction of the event.
struct AuditLog: Sendable {
  let now: @Sendable () -> Date

  func add(
    _ kind: AuditEvent.Kind,
    person: String? = nil,
    session: String? = nil,
    provider: SignInProvider? = nil,
    _ db: Database
  ) throws {
    try AuditRow(
      at: now().milliseconds,
      event: kind,
      personID: person,
      sessionID: session,
      provider: provider
    ).insert(db)
  }

  static func events(limit: Int, _ db: Database) throws -> [AuditEvent] {
    try AuditRow.order(Column("id").desc).limit(limit).fetchAll(db).map { row in
      AuditEvent(
        date: Date(milliseconds: row.at),
        kind: row.event,
        person: row.personID.flatMap { UUID(uuidString: $0) },
        session: row.sessionID.flatMap { UUID(uuidString: $0) },
        provider: row.provider
      )
    }
  }
}
