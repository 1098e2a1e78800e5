package import Foundation
import Naru
package import Storage

extension Operations {
  /// A key. It contains no secret.
  package struct Key: Sendable, Hashable, Encodable {
    /// The purpose of a key.
    package enum Purpose: String, Sendable, Hashable, Encodable {
      /// It encrypts the other keys.
      case master
      /// It signs access tokens.
      case signing
    }

    /// The state of a key.
    package enum State: String, Sendable, Hashable, Encodable {
      /// The key in use.
      case active
      /// A signing key whose tokens are still valid.
      case retired
      /// Another master key that the server could start with, during a rotation.
      case other
    }

    /// Its purpose.
    package let purpose: Purpose
    /// The id. For a signing key, it is the beginning of the `kid` of its tokens, because the whole of it looks like a secret
    /// in logs.
    package let id: String
    /// `HS256` or `ES256`. `nil` for a master key.
    package let algorithm: String?
    /// When it was created. `nil` for a key from a file.
    package let createdAt: Date?
    /// The state.
    package let state: State
    /// When the last token of a retired key expires.
    package let validUntil: Date?
  }

  /// Returns the keys: master keys, then signing keys, the one in use first.
  package func keys() async throws -> [Key] {
    let active = identity.configuration.masterKey.id
    let masters = try await read { db in
      try db.all(
        "SELECT * FROM identity_master_key ORDER BY id <> \(active), created_at DESC",
        as: MasterKeyRow.self
      )
    }.map { row in
      Key(
        purpose: .master,
        id: row.id,
        algorithm: nil,
        createdAt: Date(milliseconds: row.createdAt),
        state: row.id == active ? .active : .other,
        validUntil: nil
      )
    }
    return try await masters + signingKeys()
  }

  private func signingKeys() async throws -> [Key] {
    let configured = sessions.tokens.keys.configured
    guard configured.isEmpty else {
      return configured.enumerated().map { index, key in
        Key(
          purpose: .signing,
          id: String(key.id.prefix(16)),
          algorithm: key.verification.algorithm,
          createdAt: nil,
          state: index == 0 ? .active : .retired,
          validUntil: nil
        )
      }
    }
    let (now, lifetime) = (sessions.now(), Double(sessions.lifetimes.accessToken))
    let rows = try await read { db in try SigningKeyRow.all(db) }
    return rows.map { row in
      let retiredAt = row.retiredAt.map { Date(milliseconds: $0) }
      return Key(
        purpose: .signing,
        id: String(row.id.prefix(16)),
        algorithm: row.algorithm.rawValue,
        createdAt: Date(milliseconds: row.createdAt),
        state: retiredAt == nil ? .active : .retired,
        validUntil: retiredAt.map { $0 + lifetime }
      )
    }.filter { $0.validUntil.map { $0 > now } ?? true }
  }

  /// Signs new access tokens with a new ES256 key, in all servers on the database.
  @discardableResult
  package func rotateSigningKey(revokingPrevious revokes: Bool = false) async throws -> String {
    guard sessions.tokens.keys.configured.isEmpty else {
      throw MessageError(
        LocalizedMessage(
          korean: "서명 키가 NARU_IDENTITY_SIGNING_KEY_FILES에 있습니다. 새 키 파일을 그 목록의 맨 앞에 넣고 서버를 다시 켜 주세요.",
          english: """
            The signing keys are the files in NARU_IDENTITY_SIGNING_KEY_FILES. Put the file of a new key first in that \
            list, and restart the server.
            """
        )
      )
    }
    return try await recorded {
      try await sessions.tokens.keys.rotate(revokingPrevious: revokes, audit: sessions.audit)
    }
  }

  /// Replaces the master key. No one is signed out, and running servers go on.
  ///
  /// A server can start after a crash at any step: first the root key is stored a second time, encrypted with the new
  /// key, so that both keys work. Then the new key is stored. Only then does the old one stop working.
  package func rotateMasterKey(to new: MasterKey, keepingOld keepsOld: Bool, storing store: () throws -> Void)
    async throws
  {
    let old = identity.configuration.masterKey
    try await write { db in
      // A second rotation at the same time could otherwise remove the key that this one stores.
      guard try db.value("SELECT count(*) FROM identity_master_key") == 1 else { throw Self.unfinishedRotation }
      try StoredRootKey.insert(sessions.root, new, at: sessions.now(), db)
      try sessions.audit.add(.masterKeyRotated, db)
    }
    // If this fails, both keys go on working, because it is not known which one a server will find.
    try store()
    guard !keepsOld else { return }
    try await write { db in _ = try db.run("DELETE FROM identity_master_key WHERE id = \(old.id)") }
  }

  /// Makes the configured master key the only one, after a rotation.
  @discardableResult
  package func retireMasterKeys() async throws -> Int {
    let active = identity.configuration.masterKey.id
    return try await write { db in try db.run("DELETE FROM identity_master_key WHERE id <> \(active)") }
  }

  private static var unfinishedRotation: MessageError {
    MessageError(
      LocalizedMessage(
        korean: """
          마스터 키를 바꾸는 일이 아직 끝나지 않았습니다. 모든 서버가 새 키를 쓰고 있으면 `naru admin keys retire-master`로 끝내 주세요.
          """,
        english: """
          An earlier rotation of the master key is not finished. When all servers have the new key, finish it with \
          `naru admin keys retire-master`.
          """
      )
    )
  }
}

extension Identity {
  /// Discards all keys of a database whose master key is lost, and ends all sessions. The next server that starts
  /// creates new keys. Consent at providers can't be revoked any more for users who signed in before.
  package static func resetKeys(operator name: String, now: Date, _ db: Transaction) throws -> Int {
    try db.run("DELETE FROM identity_master_key")
    try db.run("DELETE FROM identity_signing_key")
    try db.run("UPDATE identity_link SET refresh_token = NULL")
    let count = try db.run("UPDATE identity_session SET ended_at = \(now.milliseconds) WHERE ended_at IS NULL")
    try AuditRow(at: now.milliseconds, event: .keysReset, device: name).insert(db)
    return count
  }
}
