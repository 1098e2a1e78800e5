import Foundation
import GRDB

/// The tables of keys, and the origin of audit events.
enum OperationsTables {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("identity-5-audit-origin", migrate: addOrigin)
    migrator.registerMigration("identity-6-keys", migrate: createKeys)
  }

  private static func addOrigin(_ db: Database) throws {
    try db.alter(table: AuditRow.databaseTableName) { table in
      table.add(column: "address", .text)
      table.add(column: "device", .text)
    }
    try db.create(index: "identity_audit_person", on: AuditRow.databaseTableName, columns: ["personID", "at"])
  }

  private static func createKeys(_ db: Database) throws {
    try db.create(table: MasterKeyRow.databaseTableName) { table in
      table.primaryKey("id", .text)
      table.column("root", .blob)
      table.column("createdAt", .integer).notNull()
    }
    try db.create(table: SigningKeyRow.databaseTableName) { table in
      table.primaryKey("id", .text)
      table.column("algorithm", .text).notNull()
      table.column("secret", .blob).notNull()
      table.column("createdAt", .integer).notNull()
      table.column("retiredAt", .integer)
    }
    // What people have in an older database was derived from the master key itself.
    if try PersonRow.fetchCount(db) > 0 {
      try MasterKeyRow(id: MasterKeyRow.legacyID, root: nil, createdAt: 0).insert(db)
    }
  }
}

/// A master key with which the root key can be decrypted. There are two during a rotation, and one otherwise.
struct MasterKeyRow: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_master_key"
  /// The id of the row that says that the root key is the master key.
  static let legacyID = "legacy"

  /// ``MasterKey/id``.
  var id: String
  /// The root key, encrypted with this master key. `nil` in the legacy row.
  var root: Data?
  var createdAt: Int64
}

/// A key for access tokens.
struct SigningKeyRow: Codable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "identity_signing_key"

  /// ``SigningKey/id``.
  var id: String
  var algorithm: Algorithm
  /// The secret or the private key, encrypted with the root key.
  var secret: Data
  var createdAt: Int64
  /// When another key took its place. `nil` for the key that signs.
  var retiredAt: Int64?

  enum Algorithm: String, Codable, Sendable {
    case hs256 = "HS256"
    case es256 = "ES256"
  }

  /// The context that authenticates the encrypted secret.
  static func context(_ id: String) -> String { "signing-key \(id)" }
}
