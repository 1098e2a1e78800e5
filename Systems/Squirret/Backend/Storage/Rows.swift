import Foundation
import Squirret
import Storage

/// A user with an account.
struct PersonRow: Codable, Sendable {
  let id: String
  var name: String?
  var email: String?
  var pictureURL: String?
  let createdAt: Int64
  /// When the user was disabled. `nil` if the user may sign in.
  var disabledAt: Int64?

  static func find(_ id: String, _ db: Transaction) throws -> PersonRow? {
    try db.first("SELECT * FROM identity_person WHERE id = \(id)", as: PersonRow.self)
  }

  func insert(_ db: Transaction) throws { try db.insert(self, into: "identity_person") }

  func update(_ db: Transaction) throws {
    try db.update(self, in: "identity_person", key: "id", keeping: "created_at")
  }
}

/// The provider's identifier of a user. It does not include the e-mail address, which can change owners.
struct LinkedIdentity: Codable, Sendable {
  let provider: SignInProvider
  let issuer: String
  let subject: String
  let personID: String
  /// The provider's refresh token, encrypted, for revoking consent when the account is deleted.
  var refreshToken: Data?
  let createdAt: Int64

  /// The context that authenticates the encrypted token.
  var context: String { "\(provider.rawValue) \(issuer) \(subject)" }

  static func find(
    _ provider: SignInProvider,
    issuer: String,
    subject: String,
    _ db: Transaction
  ) throws -> LinkedIdentity? {
    try db.first(
      """
      SELECT * FROM identity_link
      WHERE provider = \(provider) AND issuer = \(issuer) AND subject = \(subject)
      """,
      as: LinkedIdentity.self
    )
  }

  /// Returns the identities of a user, the first one first.
  static func all(of person: String, _ db: Transaction) throws -> [LinkedIdentity] {
    try db.all("SELECT * FROM identity_link WHERE person_id = \(person) ORDER BY created_at", as: LinkedIdentity.self)
  }

  func insert(_ db: Transaction) throws { try db.insert(self, into: "identity_link") }

  func update(_ db: Transaction) throws {
    try db.update(self, in: "identity_link", key: "provider", "issuer", "subject", keeping: "person_id", "created_at")
  }
}

/// A session.
struct SessionRow: Codable, Sendable {
  let id: String
  let personID: String
  let provider: SignInProvider
  var device: String?
  let createdAt: Int64
  var lastUsedAt: Int64
  /// When the session ends, however often it is refreshed.
  let expiresAt: Int64
  /// When the session was ended. `nil` if it was not.
  var endedAt: Int64?

  static func find(_ id: String, _ db: Transaction) throws -> SessionRow? {
    try db.first("SELECT * FROM identity_session WHERE id = \(id)", as: SessionRow.self)
  }

  func insert(_ db: Transaction) throws { try db.insert(self, into: "identity_session") }

  func update(_ db: Transaction) throws {
    try db.update(self, in: "identity_session", key: "id", keeping: "person_id", "expires_at")
  }
}

/// An issued refresh token. Its successor is derived from it with the server's key and not stored.
struct RefreshTokenRow: Codable, Sendable {
  let hash: Data
  let sessionID: String
  let expiresAt: Int64
  /// When the token was exchanged for its successor.
  var usedAt: Int64?

  static func find(_ hash: Data, _ db: Transaction) throws -> RefreshTokenRow? {
    try db.first(
      "SELECT hash, session_id, expires_at, used_at FROM identity_refresh_token WHERE hash = \(hash)",
      as: RefreshTokenRow.self
    )
  }

  func insert(_ db: Transaction) throws { try db.insert(self, into: "identity_refresh_token") }

  func update(_ db: Transaction) throws {
    try db.update(self, in: "identity_refresh_token", key: "hash", keeping: "session_id", "expires_at")
  }
}

/// A sign-in whose browser has not returned from the provider yet. Its key is `state`; the nonce and the
/// PKCE verifier are derived from it with the server's key.
struct PendingSignIn: Codable, Sendable {
  let stateHash: Data
  let provider: SignInProvider
  /// The app's address to return to.
  let redirectURI: String
  /// The address that the provider sends the browser to. The token request must repeat it exactly.
  let callbackURI: String
  let codeChallenge: String?
  /// The app's own `state`, which is returned to it.
  let appState: String?
  /// The hash of the browser's cookie.
  let browserHash: Data
  /// The hash of the network address.
  let addressHash: Data
  let device: String?
  let expiresAt: Int64

  static func find(_ stateHash: Data, _ provider: SignInProvider, _ db: Transaction) throws -> PendingSignIn? {
    try db.first(
      "SELECT * FROM identity_pending WHERE state_hash = \(stateHash) AND provider = \(provider)",
      as: PendingSignIn.self
    )
  }

  func insert(_ db: Transaction) throws { try db.insert(self, into: "identity_pending") }

  func delete(_ db: Transaction) throws {
    try db.run("DELETE FROM identity_pending WHERE state_hash = \(stateHash)")
  }
}

/// A one-time code that an app exchanges for tokens.
struct SignInCode: Codable, Sendable {
  let hash: Data
  let personID: String
  let provider: SignInProvider
  let codeChallenge: String
  let device: String?
  let expiresAt: Int64
  var usedAt: Int64?
  /// The session that the code started.
  var sessionID: String?

  static func find(_ hash: Data, _ db: Transaction) throws -> SignInCode? {
    try db.first("SELECT * FROM identity_code WHERE hash = \(hash)", as: SignInCode.self)
  }

  func insert(_ db: Transaction) throws { try db.insert(self, into: "identity_code") }

  func update(_ db: Transaction) throws {
    try db.update(self, in: "identity_code", key: "hash", keeping: "person_id", "expires_at")
  }
}

extension UUID {
  /// The id as in the tables.
  var key: String { uuidString.lowercased() }
}
