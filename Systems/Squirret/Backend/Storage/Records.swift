import Foundation
import Squirret
import Storage

/// A person with an account.
struct PersonRow: Sendable {
  let id: String
  var name: String?
  var email: String?
  var pictureURL: String?
  let createdAt: Int64
  /// When the person was disabled. `nil` if the person may sign in.
  var disabledAt: Int64?
}

extension PersonRow {
  /// Reads all columns.
  init(_ row: Row) throws {
    id = try row["id"]
    name = try row["name"]
    email = try row["email"]
    pictureURL = try row["picture_url"]
    createdAt = try row["created_at"]
    disabledAt = try row["disabled_at"]
  }

  static func find(_ id: String, _ db: Transaction) throws -> PersonRow? {
    try db.first("SELECT * FROM identity_person WHERE id = \(id)", PersonRow.init)
  }

  func insert(_ db: Transaction) throws {
    try db.run(
      """
      INSERT INTO identity_person (id, name, email, picture_url, created_at, disabled_at)
      VALUES (\(id), \(name), \(email), \(pictureURL), \(createdAt), \(disabledAt))
      """
    )
  }

  func update(_ db: Transaction) throws {
    try db.run(
      """
      UPDATE identity_person
      SET name = \(name), email = \(email), picture_url = \(pictureURL), disabled_at = \(disabledAt)
      WHERE id = \(id)
      """
    )
  }
}

/// The provider's identifier of a person. It does not include the e-mail address, which can change owners.
struct LinkedIdentity: Sendable {
  let provider: SignInProvider
  let issuer: String
  let subject: String
  let personID: String
  /// The provider's refresh token, encrypted, for revoking consent when the account is deleted.
  var refreshToken: Data?
  let createdAt: Int64

  /// The context that authenticates the encrypted token.
  var context: String { "\(provider.rawValue) \(issuer) \(subject)" }
}

extension LinkedIdentity {
  /// Reads all columns.
  init(_ row: Row) throws {
    provider = try row["provider"]
    issuer = try row["issuer"]
    subject = try row["subject"]
    personID = try row["person_id"]
    refreshToken = try row["refresh_token"]
    createdAt = try row["created_at"]
  }

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
      LinkedIdentity.init
    )
  }

  /// Returns the identities of a person, the first one first.
  static func all(of person: String, _ db: Transaction) throws -> [LinkedIdentity] {
    try db.all("SELECT * FROM identity_link WHERE person_id = \(person) ORDER BY created_at", LinkedIdentity.init)
  }

  func insert(_ db: Transaction) throws {
    try db.run(
      """
      INSERT INTO identity_link (provider, issuer, subject, person_id, refresh_token, created_at)
      VALUES (\(provider), \(issuer), \(subject), \(personID), \(refreshToken), \(createdAt))
      """
    )
  }

  /// Stores the refresh token.
  func update(_ db: Transaction) throws {
    try db.run(
      """
      UPDATE identity_link SET refresh_token = \(refreshToken)
      WHERE provider = \(provider) AND issuer = \(issuer) AND subject = \(subject)
      """
    )
  }
}

/// A session.
struct SessionRow: Sendable {
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
}

extension SessionRow {
  /// Reads all columns.
  init(_ row: Row) throws {
    id = try row["id"]
    personID = try row["person_id"]
    provider = try row["provider"]
    device = try row["device"]
    createdAt = try row["created_at"]
    lastUsedAt = try row["last_used_at"]
    expiresAt = try row["expires_at"]
    endedAt = try row["ended_at"]
  }

  static func find(_ id: String, _ db: Transaction) throws -> SessionRow? {
    try db.first("SELECT * FROM identity_session WHERE id = \(id)", SessionRow.init)
  }

  func insert(_ db: Transaction) throws {
    try db.run(
      """
      INSERT INTO identity_session (id, person_id, provider, device, created_at, last_used_at, expires_at, ended_at)
      VALUES (
        \(id), \(personID), \(provider), \(device), \(createdAt), \(lastUsedAt), \(expiresAt), \(endedAt)
      )
      """
    )
  }

  /// Stores when the session was last used and when it was ended.
  func update(_ db: Transaction) throws {
    try db.run(
      "UPDATE identity_session SET last_used_at = \(lastUsedAt), ended_at = \(endedAt) WHERE id = \(id)"
    )
  }
}

/// An issued refresh token. Its successor is derived from it with the server's key and not stored.
struct RefreshTokenRow: Sendable {
  let hash: Data
  let sessionID: String
  let expiresAt: Int64
  /// When the token was exchanged for its successor.
  var usedAt: Int64?
}

extension RefreshTokenRow {
  static func find(_ hash: Data, _ db: Transaction) throws -> RefreshTokenRow? {
    try db.first(
      "SELECT hash, session_id, expires_at, used_at FROM identity_refresh_token WHERE hash = \(hash)"
    ) { row in
      RefreshTokenRow(
        hash: try row["hash"],
        sessionID: try row["session_id"],
        expiresAt: try row["expires_at"],
        usedAt: try row["used_at"]
      )
    }
  }

  func insert(_ db: Transaction) throws {
    try db.run(
      """
      INSERT INTO identity_refresh_token (hash, session_id, expires_at, used_at)
      VALUES (\(hash), \(sessionID), \(expiresAt), \(usedAt))
      """
    )
  }

  /// Stores when the token was exchanged.
  func update(_ db: Transaction) throws {
    try db.run("UPDATE identity_refresh_token SET used_at = \(usedAt) WHERE hash = \(hash)")
  }
}

/// A sign-in whose browser has not come back from the provider yet. Its key is `state`, from which the nonce and the
/// PKCE verifier are derived with the server's key.
struct PendingSignIn: Sendable {
  let stateHash: Data
  let provider: SignInProvider
  /// The app's address to return to.
  let redirectURI: String
  /// The address to which the provider sends the browser. The token request must repeat it exactly.
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
}

extension PendingSignIn {
  static func find(_ stateHash: Data, _ provider: SignInProvider, _ db: Transaction) throws -> PendingSignIn? {
    try db.first(
      "SELECT * FROM identity_pending WHERE state_hash = \(stateHash) AND provider = \(provider)"
    ) { row in
      PendingSignIn(
        stateHash: try row["state_hash"],
        provider: try row["provider"],
        redirectURI: try row["redirect_uri"],
        callbackURI: try row["callback_uri"],
        codeChallenge: try row["code_challenge"],
        appState: try row["app_state"],
        browserHash: try row["browser_hash"],
        addressHash: try row["address_hash"],
        device: try row["device"],
        expiresAt: try row["expires_at"]
      )
    }
  }

  func insert(_ db: Transaction) throws {
    try db.run(
      """
      INSERT INTO identity_pending (
        state_hash, provider, redirect_uri, callback_uri, code_challenge, app_state, browser_hash, address_hash, device,
        expires_at
      ) VALUES (
        \(stateHash), \(provider), \(redirectURI), \(callbackURI), \(codeChallenge), \(appState), \(browserHash),
        \(addressHash), \(device), \(expiresAt)
      )
      """
    )
  }

  func delete(_ db: Transaction) throws {
    try db.run("DELETE FROM identity_pending WHERE state_hash = \(stateHash)")
  }
}

/// A one-time code that an app exchanges for tokens.
struct SignInCode: Sendable {
  let hash: Data
  let personID: String
  let provider: SignInProvider
  /// The address to which the browser returned.
  let redirectURI: String?
  let codeChallenge: String
  let device: String?
  let expiresAt: Int64
  var usedAt: Int64?
  /// The session that the code started.
  var sessionID: String?
}

extension SignInCode {
  static func find(_ hash: Data, _ db: Transaction) throws -> SignInCode? {
    try db.first("SELECT * FROM identity_code WHERE hash = \(hash)") { row in
      SignInCode(
        hash: try row["hash"],
        personID: try row["person_id"],
        provider: try row["provider"],
        redirectURI: try row["redirect_uri"],
        codeChallenge: try row["code_challenge"],
        device: try row["device"],
        expiresAt: try row["expires_at"],
        usedAt: try row["used_at"],
        sessionID: try row["session_id"]
      )
    }
  }

  func insert(_ db: Transaction) throws {
    try db.run(
      """
      INSERT INTO identity_code (
        hash, person_id, provider, redirect_uri, code_challenge, device, expires_at, used_at, session_id
      ) VALUES (
        \(hash), \(personID), \(provider), \(redirectURI), \(codeChallenge), \(device), \(expiresAt), \(usedAt),
        \(sessionID)
      )
      """
    )
  }

  /// Stores when the code was used, and the session.
  func update(_ db: Transaction) throws {
    try db.run("UPDATE identity_code SET used_at = \(usedAt), session_id = \(sessionID) WHERE hash = \(hash)")
  }
}

/// An event.
struct AuditRow: Sendable {
  let at: Int64
  let event: AuditEvent.Kind
  var personID: String?
  var sessionID: String?
  var provider: SignInProvider?
  /// The network address of the caller.
  var address: String?
  /// The `User-Agent` of the caller, shortened.
  var device: String?
}

extension AuditRow {
  /// Reads all columns.
  init(_ row: Row) throws {
    at = try row["at"]
    event = try row["event"]
    personID = try row["person_id"]
    sessionID = try row["session_id"]
    provider = try row["provider"]
    address = try row["address"]
    device = try row["device"]
  }

  func insert(_ db: Transaction) throws {
    try db.run(
      """
      INSERT INTO identity_audit (at, event, person_id, session_id, provider, address, device)
      VALUES (\(at), \(event), \(personID), \(sessionID), \(provider), \(address), \(device))
      """
    )
  }
}

/// A master key with which the root key can be decrypted. There are two during a rotation, and one otherwise.
struct MasterKeyRow: Sendable {
  /// The id of the row that says that the root key is the master key.
  static let legacyID = "legacy"

  /// ``MasterKey/id``.
  let id: String
  /// The root key, encrypted with this master key. `nil` in the legacy row.
  let root: Data?
  let createdAt: Int64
}

extension MasterKeyRow {
  /// Reads all columns.
  init(_ row: Row) throws {
    id = try row["id"]
    root = try row["root"]
    createdAt = try row["created_at"]
  }

  static func find(_ id: String, _ db: Transaction) throws -> MasterKeyRow? {
    try db.first("SELECT * FROM identity_master_key WHERE id = \(id)", MasterKeyRow.init)
  }

  func insert(_ db: Transaction) throws {
    try db.run(
      "INSERT INTO identity_master_key (id, root, created_at) VALUES (\(id), \(root), \(createdAt))"
    )
  }
}

/// A key for access tokens.
struct SigningKeyRow: Sendable {
  /// ``SigningKey/id``.
  let id: String
  let algorithm: Algorithm
  /// The secret or the private key, encrypted with the root key.
  let secret: Data
  let createdAt: Int64
  /// When another key took its place. `nil` for the key that signs.
  var retiredAt: Int64?

  enum Algorithm: String, Sendable {
    case hs256 = "HS256"
    case es256 = "ES256"
  }

  /// The context that authenticates the encrypted secret.
  static func context(_ id: String) -> String { "signing-key \(id)" }
}

extension SigningKeyRow {
  /// Returns all keys. The one that signs is the first.
  static func all(_ db: Transaction) throws -> [SigningKeyRow] {
    try db.all(
      "SELECT * FROM identity_signing_key ORDER BY retired_at IS NOT NULL, created_at DESC, id"
    ) { row in
      SigningKeyRow(
        id: try row["id"],
        algorithm: try row["algorithm"],
        secret: try row["secret"],
        createdAt: try row["created_at"],
        retiredAt: try row["retired_at"]
      )
    }
  }

  func insert(_ db: Transaction) throws {
    try db.run(
      """
      INSERT INTO identity_signing_key (id, algorithm, secret, created_at, retired_at)
      VALUES (\(id), \(algorithm), \(secret), \(createdAt), \(retiredAt))
      """
    )
  }
}

extension UUID {
  /// The id as in the tables.
  var key: String { uuidString.lowercased() }
}
