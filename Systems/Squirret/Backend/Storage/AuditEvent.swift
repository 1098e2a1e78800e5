public import Foundation
import GRDB
public import Squirret

/// Something that happened to an account. It never holds a token, a code or an address.
public struct AuditEvent: Sendable, Hashable {
  /// What happened.
  public enum Kind: String, Codable, Sendable, Hashable {
    /// An account was made at the first sign-in.
    case accountCreated
    /// Somebody signed in: a session began.
    case signedIn
    /// A sign-in failed at the provider or on the way back.
    case signInFailed
    /// A session got new tokens.
    case refreshed
    /// A refresh token or a code came a second time: somebody else may have it. The session was ended.
    case reused
    /// A session was ended by its person.
    case loggedOut
    /// A person was shut out, and all sessions ended.
    case disabled
    /// A person may sign in again.
    case enabled
    /// The provider told that the person took the sign-in back there: all sessions were ended.
    case revokedByProvider
    /// The provider was told to forget the sign-in.
    case revokedAtProvider
    /// The provider could not be told.
    case revocationFailed
    /// An account was deleted.
    case accountDeleted
  }

  /// When it happened.
  public let date: Date
  /// What happened.
  public let kind: Kind
  /// Whose account it is. `nil` where nobody is known yet.
  public let person: UUID?
  /// In which session. `nil` where it is not about one.
  public let session: UUID?
  /// With which provider. `nil` where none was concerned.
  public let provider: SignInProvider?
}

/// Writes down what happens, in the transaction in which it happens.
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
