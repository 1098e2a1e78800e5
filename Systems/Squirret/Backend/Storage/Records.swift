import Foundation
import GRDB
import Squirret

/// A person.
struct Person: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_person"

  var id: String
  var name: String?
  var email: String?
  var pictureURL: String?
  var createdAt: Int64
  /// Since when the person may not sign in.
  var disabledAt: Int64?
}

/// By what a provider knows a person. The e-mail address is no part of it: it may change, and go to somebody else.
struct LinkedIdentity: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_link"

  var provider: SignInProvider
  var issuer: String
  var subject: String
  var personId: String
  /// The provider's own refresh token, sealed: without it, nothing can be revoked there when the account is deleted.
  var refreshToken: Data?
  var createdAt: Int64

  /// What the sealed token belongs to.
  var context: String { "\(provider.rawValue) \(issuer) \(subject)" }
}

/// A sign-in that lasts.
struct SessionRow: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_session"

  var id: String
  var personId: String
  var provider: SignInProvider
  var device: String?
  var createdAt: Int64
  var lastUsedAt: Int64
  /// When the session ends however often it is refreshed.
  var expiresAt: Int64
  /// When it was ended.
  var endedAt: Int64?
}

/// A refresh token that was given out. Its successor is made out of it with the server's key, so it isn't stored anywhere.
struct RefreshTokenRow: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_refresh_token"

  var hash: Data
  var sessionId: String
  var expiresAt: Int64
  /// When it was exchanged for its successor.
  var usedAt: Int64?
}

/// A sign-in that went to the provider and did not come back yet. `state` is its name; the nonce and the PKCE verifier are
/// made out of `state` with the server's key.
struct PendingSignIn: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_pending"

  var stateHash: Data
  var provider: SignInProvider
  /// Where the app waits.
  var redirectURI: String
  /// Where the provider sends the browser: the token request has to repeat it to the byte.
  var callbackURI: String
  var codeChallenge: String?
  /// The app's own `state`, which it gets back.
  var appState: String?
  /// The browser that began.
  var browserHash: Data
  /// The network address that began.
  var addressHash: Data
  var device: String?
  var expiresAt: Int64
}

/// A one-time code that an app exchanges for tokens.
struct SignInCode: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_code"

  var hash: Data
  var personId: String
  var provider: SignInProvider
  var codeChallenge: String
  var device: String?
  var expiresAt: Int64
  var usedAt: Int64?
  /// The session that it was exchanged for.
  var sessionID: String?
}

/// What happened, and to whom.
struct AuditRow: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_audit"

  var id: Int64?
  var at: Int64
  var event: AuditEvent.Kind
  var personID: String?
  var sessionID: String?
  var provider: SignInProvider?
}

extension Date {
  /// Milliseconds since 1970, as the tables have it.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}

extension UUID {
  /// The id as the tables have it.
  var key: String { uuidString.lowercased() }
}
