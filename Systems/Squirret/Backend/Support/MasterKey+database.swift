import Naru
import Storage
import Support

extension MasterKey {
  /// Requires that a database was used with this key only. The database stores the key's id, because a server with another
  /// key would reject the tokens of the others.
  ///
  /// - Throws: `MessageError` if the database was used with another key, or an error of the database.
  func claim(_ database: Database) async throws {
    // Usually there is nothing to write, and a start need not wait for another process that writes.
    guard try await !database.read(isKnown) else { return }
    try await database.write { db in
      guard try !isKnown(db) else { return }
      // Before anyone has signed in, nothing depends on the key.
      let isUnused = try !db.exists("SELECT id FROM identity_person LIMIT 1")
      guard try isUnused || !db.exists("SELECT id FROM identity_key LIMIT 1") else { throw Self.isOther }
      try db.run("DELETE FROM identity_key")
      try db.run("INSERT INTO identity_key (id) VALUES (\(id))")
    }
  }

  private func isKnown(_ db: Transaction) throws -> Bool {
    try db.exists("SELECT id FROM identity_key WHERE id = \(id)")
  }

  private static var isOther: MessageError {
    MessageError(
      korean: """
        이 데이터베이스는 다른 마스터 키로 쓰던 것입니다. 그 키를 NARU_IDENTITY_MASTER_KEY에 넣거나 데이터 폴더의 identity.key를 \
        백업에서 되돌려 주세요. 키를 잃어버렸거나 일부러 바꿨다면 모든 서버를 끄고 데이터베이스에서 `DELETE FROM identity_key`를 \
        실행해 주세요.
        """,
      english: """
        This database was used with another master key. Set NARU_IDENTITY_MASTER_KEY to that key, or restore identity.key in \
        the data folder from a backup. If the key is lost, or if you replaced it on purpose, stop all servers and run \
        `DELETE FROM identity_key` in the database.
        """
    )
  }
}
