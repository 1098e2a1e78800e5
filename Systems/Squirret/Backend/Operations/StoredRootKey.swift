import Foundation
import Naru
import Storage

/// The root key of a database, encrypted with each master key that may be used.
struct StoredRootKey: Sendable {
  let database: Database
  let now: @Sendable () -> Date

  /// Decrypts the root key, or creates one for a new database.
  ///
  /// - Parameter master: the master key.
  /// - Returns: the root key.
  /// - Throws: `MessageError` if the database was used with another master key, or an error of the database.
  func open(with master: MasterKey) async throws -> RootKey {
    // Usually there is nothing to write, and a start need not wait for another process that writes.
    if let root = try await database.read({ db in try Self.find(master, db) }) { return root }
    return try await database.write { db in
      if let root = try Self.find(master, db) { return root }
      let isUnused = try !db.exists("SELECT id FROM identity_person LIMIT 1")
      guard try isUnused || !db.exists("SELECT id FROM identity_master_key LIMIT 1") else {
        throw MessageError(
          LocalizedMessage(
            korean: """
              이 데이터베이스는 다른 마스터 키로 쓰던 것입니다. 그 키를 NARU_IDENTITY_MASTER_KEY에 넣거나 데이터 폴더의 identity.key를 \
              백업에서 되돌려 주세요. 키를 잃어버렸다면 `naru admin keys reset`으로 모두 로그아웃하고 새로 시작할 수 있습니다.
              """,
            english: """
              This database was used with another master key. Set NARU_IDENTITY_MASTER_KEY to that key, or restore \
              identity.key in the data folder from a backup. If the key is lost, `naru admin keys reset` signs everybody \
              out and starts with new keys.
              """
          )
        )
      }
      // The database is new or was reset, or nothing depends on its keys because no one has used the server.
      let root = RootKey.random()
      try db.run("DELETE FROM identity_signing_key")
      try db.run("DELETE FROM identity_master_key")
      try Self.insert(root, master, at: now(), db)
      return root
    }
  }

  private static func find(_ master: MasterKey, _ db: Transaction) throws -> RootKey? {
    try MasterKeyRow.find(master.id, db).flatMap { master.open($0.root) }
  }

  static func insert(_ root: RootKey, _ master: MasterKey, at now: Date, _ db: Transaction) throws {
    try MasterKeyRow(id: master.id, root: master.seal(root), createdAt: now.milliseconds).insert(db)
  }
}
