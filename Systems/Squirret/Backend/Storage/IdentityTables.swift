import GRDB

/// The tables of sign-in, created by numbered migrations. Times are milliseconds since 1970, and secrets are hashes.
enum IdentityTables {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("identity-1-people", migrate: createPeople)
    migrator.registerMigration("identity-2-sessions", migrate: createSessions)
    migrator.registerMigration("identity-3-sign-ins", migrate: createSignIns)
    migrator.registerMigration("identity-4-audit", migrate: createAudit)
    migrator.registerMigration("identity-5-notices", migrate: createNotices)
    migrator.registerMigration("identity-6-code-redirect", migrate: addCodeRedirect)
  }

  private static func createPeople(_ db: Database) throws {
    try db.create(table: PersonRow.databaseTableName) { table in
      table.primaryKey("id", .text)
      table.column("name", .text)
      table.column("email", .text)
      table.column("pictureURL", .text)
      table.column("createdAt", .integer).notNull()
      table.column("disabledAt", .integer)
    }
    try db.create(table: LinkedIdentity.databaseTableName) { table in
      table.column("provider", .text).notNull()
      table.column("issuer", .text).notNull()
      table.column("subject", .text).notNull()
      table.belongsTo("person", inTable: PersonRow.databaseTableName, onDelete: .cascade).notNull()
      table.column("refreshToken", .blob)
      table.column("createdAt", .integer).notNull()
      table.primaryKey(["provider", "issuer", "subject"])
    }
  }

  private static func createSessions(_ db: Database) throws {
    try db.create(table: SessionRow.databaseTableName) { table in
      table.primaryKey("id", .text)
      table.belongsTo("person", inTable: PersonRow.databaseTableName, onDelete: .cascade).notNull()
      table.column("provider", .text).notNull()
      table.column("device", .text)
      table.column("createdAt", .integer).notNull()
      table.column("lastUsedAt", .integer).notNull()
      table.column("expiresAt", .integer).notNull().indexed()
      table.column("endedAt", .integer).indexed()
    }
    try db.create(table: RefreshTokenRow.databaseTableName) { table in
      table.primaryKey("hash", .blob)
      table.belongsTo("session", inTable: SessionRow.databaseTableName, onDelete: .cascade).notNull()
      table.column("expiresAt", .integer).notNull().indexed()
      table.column("usedAt", .integer)
    }
  }

  private static func createSignIns(_ db: Database) throws {
    try db.create(table: PendingSignIn.databaseTableName) { table in
      table.primaryKey("stateHash", .blob)
      table.column("provider", .text).notNull()
      table.column("redirectURI", .text).notNull()
      table.column("callbackURI", .text).notNull()
      table.column("codeChallenge", .text)
      table.column("appState", .text)
      table.column("browserHash", .blob).notNull()
      table.column("addressHash", .blob).notNull().indexed()
      table.column("device", .text)
      table.column("expiresAt", .integer).notNull().indexed()
    }
    try db.create(table: SignInCode.databaseTableName) { table in
      table.primaryKey("hash", .blob)
      table.belongsTo("person", inTable: PersonRow.databaseTableName, onDelete: .cascade).notNull()
      table.column("provider", .text).notNull()
      table.column("codeChallenge", .text).notNull()
      table.column("device", .text)
      table.column("expiresAt", .integer).notNull().indexed()
      table.column("usedAt", .integer)
      table.column("sessionID", .text)
    }
  }

  /// There is no reference to the person, so that events remain after the account is deleted.
  private static func createAudit(_ db: Database) throws {
    try db.create(table: AuditRow.databaseTableName) { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("at", .integer).notNull().indexed()
      table.column("event", .text).notNull()
      table.column("personID", .text)
      table.column("sessionID", .text)
      table.column("provider", .text)
    }
  }

  private static func createNotices(_ db: Database) throws {
    try db.create(table: NoticeRow.databaseTableName) { table in
      table.primaryKey("hash", .blob)
      table.column("expiresAt", .integer).notNull().indexed()
    }
  }

  private static func addCodeRedirect(_ db: Database) throws {
    try db.alter(table: SignInCode.databaseTableName) { table in
      table.add(column: "redirectURI", .text)
    }
  }
}
