package import Foundation
package import Squirret
import Storage

/// An event of an account or of an operator. It never contains a token, a code or a key.
package struct AuditEvent: Sendable, Hashable, Encodable {
  /// The kind of an event.
  package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
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
    /// An operator deleted old events.
    case auditPruned
    /// An operator replaced the key that signs access tokens.
    case signingKeyRotated
    /// An operator replaced the master key.
    case masterKeyRotated
    /// An operator discarded all keys, because the master key was lost. All sessions were ended.
    case keysReset
  }

  /// When it happened.
  package let date: Date
  /// The kind of the event.
  package let kind: Kind
  /// The account's id. `nil` if the user is not known yet, or the event is not about a user.
  package let person: UUID?
  /// The session's id. `nil` if the event is not about a session.
  package let session: UUID?
  /// The provider. `nil` if none was involved.
  package let provider: SignInProvider?
  /// The network address of the caller. `nil` if there was none, as for an operator.
  package let address: String?
  /// The `User-Agent` of the caller, shortened to 200 characters, or the operator. `nil` if there was none.
  package let device: String?

  private enum CodingKeys: String, CodingKey { case date, kind, person, session, provider, address, device }

  /// Writes ids in lower case, as everywhere in the command.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(date, forKey: .date)
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(person?.key, forKey: .person)
    try container.encodeIfPresent(session?.key, forKey: .session)
    try container.encodeIfPresent(provider?.rawValue, forKey: .provider)
    try container.encodeIfPresent(address, forKey: .address)
    try container.encodeIfPresent(device, forKey: .device)
  }
}

/// The log of events, written in the transaction of the event. The origin of an event is ``EventOrigin/current``.
struct AuditLog: Sendable {
  let now: @Sendable () -> Date

  func add(
    _ kind: AuditEvent.Kind,
    person: String? = nil,
    session: String? = nil,
    provider: SignInProvider? = nil,
    _ db: Transaction
  ) throws {
    try AuditRow(
      at: now().milliseconds,
      event: kind,
      personID: person,
      sessionID: session,
      provider: provider,
      address: EventOrigin.current?.address,
      device: EventOrigin.current?.device
    ).insert(db)
  }

  /// Returns the latest events, the latest first.
  static func events(
    _ filter: AuditFilter = AuditFilter(),
    limit: Int,
    offset: Int = 0,
    _ db: Transaction
  ) throws -> [AuditEvent] {
    try db.all(
      "SELECT * FROM identity_audit WHERE \(filter.condition) ORDER BY id DESC LIMIT \(limit) OFFSET \(offset)",
      as: AuditRow.self
    ).map { row in
      AuditEvent(
        date: Date(milliseconds: row.at),
        kind: row.event,
        person: row.personID.flatMap { UUID(uuidString: $0) },
        session: row.sessionID.flatMap { UUID(uuidString: $0) },
        provider: row.provider,
        address: row.address,
        device: row.device
      )
    }
  }
}
