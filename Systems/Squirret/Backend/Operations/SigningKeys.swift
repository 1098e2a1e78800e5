import Crypto
import Foundation
import Naru
import Storage
import Support

/// The keys for access tokens: the configured ones, or those in the database.
///
/// Keys in the database can be rotated by another process. As with ``SessionStates``, the last result is used until
/// something is committed.
final class SigningKeys: Sendable {
  private struct Known {
    var version: Int?
    var rows: [SigningKeyRow] = []
    var keys: [String: SigningKey] = [:]
  }

  /// The keys from files. Empty: the keys are in the database.
  let configured: [SigningKey]
  private let database: Database
  private let states: SessionStates
  private let root: RootKey
  /// The lifetime of an access token. A retired key is valid that long.
  private let lifetime: Int
  private let now: @Sendable () -> Date
  private let known = Locked(Known())

  /// Creates the first key of a database that has none.
  init(
    _ configured: [SigningKey],
    database: Database,
    states: SessionStates,
    root: RootKey,
    lifetime: Int,
    now: @escaping @Sendable () -> Date
  ) async throws {
    self.configured = configured
    self.database = database
    self.states = states
    self.root = root
    self.lifetime = lifetime
    self.now = now
    guard try await database.read({ db in try SigningKeyRow.all(db).isEmpty }) else { return }
    // Derived, so that the tokens of a server from before this table stay valid, and so that two processes that start
    // at once have the same key.
    let secret = root.derived("access-token").withUnsafeBytes { Data($0) }
    let row = try SigningKeyRow(
      id: try await SigningKey.hs256(secret).id,
      algorithm: .hs256,
      secret: secret.base64EncodedString(),
      root: root,
      at: now()
    )
    try await database.write { db in
      if try SigningKeyRow.all(db).isEmpty { try row.insert(db) }
    }
  }

  /// The keys that are valid now. The first one signs.
  func current() async throws -> [SigningKey] {
    guard configured.isEmpty else { return configured }
    let known = try await read()
    let oldest = now().milliseconds - Int64(lifetime) * 1000
    return known.rows.filter { ($0.retiredAt ?? .max) > oldest }.compactMap { known.keys[$0.id] }
  }

  private func read() async throws -> Known {
    let version = states.version()
    var known = known.withLock { $0 }
    if version != nil, known.version == version { return known }
    known.rows = try await database.read { db in try SigningKeyRow.all(db) }
    for row in known.rows where known.keys[row.id] == nil { known.keys[row.id] = try await row.key(root) }
    known.version = version
    self.known.withLock { [known] in $0 = known }
    return known
  }

  /// Replaces the key that signs by a new ES256 key.
  func rotate(revokingPrevious revokes: Bool, audit: AuditLog) async throws -> String {
    let pem = P256.Signing.PrivateKey().pemRepresentation
    let id = try await SigningKey.es256(pem: Secret(pem)).id
    let row = try SigningKeyRow(id: id, algorithm: .es256, secret: pem, root: root, at: now())
    try await database.write { [lifetime] db in
      if revokes {
        try db.run("DELETE FROM identity_signing_key")
      } else {
        let oldest = row.createdAt - Int64(lifetime) * 1000
        try db.run("DELETE FROM identity_signing_key WHERE retired_at <= \(oldest)")
        try db.run("UPDATE identity_signing_key SET retired_at = \(row.createdAt) WHERE retired_at IS NULL")
      }
      try row.insert(db)
      try audit.add(.signingKeyRotated, db)
    }
    return id
  }
}

extension SigningKeyRow {
  fileprivate init(id: String, algorithm: Algorithm, secret: String, root: RootKey, at now: Date) throws {
    self.init(
      id: id,
      algorithm: algorithm,
      secret: try root.seal(secret, context: Self.context(id)),
      createdAt: now.milliseconds
    )
  }

  fileprivate func key(_ root: RootKey) async throws -> SigningKey {
    let secret = root.open(self.secret, context: Self.context(id))
    switch algorithm {
    case .hs256:
      if let secret = secret.flatMap({ Data(base64Encoded: $0) }) { return try await .hs256(secret) }
    case .es256:
      if let secret { return try await .es256(pem: Secret(secret)) }
    }
    throw MessageError(
      LocalizedMessage(
        korean: "서명 키를 복호화할 수 없습니다: \(id). 다른 마스터 키로 만든 키입니다. NARU_IDENTITY_MASTER_KEY에 그 키를 설정해 주세요.",
        english: "The signing key \(id) can't be decrypted. It was created with another master key."
      )
    )
  }
}
