import Foundation
import GRDB
import Squirret

// Columns named `personId` and `sessionId` by `belongsTo` are `personID` and `sessionID` here: SQLite and GRDB ignore
// the case.

/// A person with an account.
struct PersonRow: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_person"

  var id: String
  var name: String?
  var email: String?
  var pictureURL: String?
  var createdAt: Int64
  /// When the person was disabled. `nil` if the person may sign in.
  var disabledAt: Int64?
}

/// The provider's identifier of a person. It does not include the e-mail address, which can change owners.
struct LinkedIdentity: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_link"

  var provider: SignInProvider
  var issuer: String
  var subject: String
  var personID: String
  /// The provider's refresh token, encrypted, for revoking consent when the account is deleted.
  var refreshToken: Data?
  var createdAt: Int64

  /// The context that authenticates the encrypted token.
  var context: String { "\(provider.rawValue) \(issuer) \(subject)" }
}

/// A session.
struct SessionRow: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_session"

  var id: String
  var personID: String
  var provider: SignInProvider
  var device: String?
  var createdAt: Int64
  var lastUsedAt: Int64
  /// When the session ends, however often it is refreshed.
  var expiresAt: Int64
  /// When the session was ended. `nil` if it was not.
  var endedAt: Int64?
}

/// An issued refresh token. Its successor is derived from it with the server's key and not stored.
struct RefreshTokenRow: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_refresh_token"

  var hash: Data
  var sessionID: String
  var expiresAt: Int64
  /// When the token was exchanged for its successor.
  var usedAt: Int64?
}

/// A sign-in whose browser has not come back from the provider yet. Its key is `state`, from which the nonce and the
/// PKCE verifier are derived with the server's key.
struct PendingSignIn: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_pending"

  var stateHash: Data
  var provider: SignInProvider
  /// The app's address to return to.
  var redirectURI: String
  /// The address to which the provider sends the browser. The token request must repeat it exactly.
  var callbackURI: String
  var codeChallenge: String?
  /// The app's own `state`, which is returned to it.
  var appState: String?
  /// The hash of the browser's cookie.
  var browserHash: Data
  /// The hash of the network address.
  var addressHash: Data
  var device: String?
  var expiresAt: Int64
}

/// A one-time code that an app exchanges for tokens.
struct SignInCode: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_code"

  var hash: Data
  var personID: String
  var provider: SignInProvider
  /// The address to which the browser returned.
  var redirectURI: String?
  var codeChallenge: String
  var device: String?
  var expiresAt: Int64
  var usedAt: Int64?
  /// The session that the code started.
  var sessionID: String?
}

/// An event.
struct AuditRow: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_audit"

  var id: Int64?
  var at: Int64
  var event: AuditEvent.Kind
  var personID: String?
  var sessionID: String?
  var provider: SignInProvider?
  /// The network address of the caller.
  var address: String?
  /// The `User-Agent` of the caller, shortened.
  var device: String?
}

/// A signed notice from a provider that was received, so that it can't be replayed.
struct NoticeRow: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_notice"

  var hash: Data
  var expiresAt: Int64
}

extension Date {
  /// The milliseconds since 1970, as in the tables.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  /// Creates a date from a time in the tables.
  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}

extension UUID {
  /// The id as in the tables.
  var key: String { uuidString.lowercased() }
}
