import Storage

/// How earlier versions created and changed the tables. Only databases that they made still need it; see ``IdentityTables``.
enum IdentityTablesHistory {
  /// The steps of earlier versions.
  static var migrations: Migrations {
    var migrations = Migrations()
    migrations.add("identity-1-people", createPeople)
    migrations.add("identity-2-sessions", createSessions)
    migrations.add("identity-3-sign-ins", createSignIns)
    migrations.add("identity-4-audit", createAudit)
    migrations.add("identity-5-notices", createNotices)
    migrations.add("identity-6-code-redirect") { db in try db.script("ALTER TABLE identity_code ADD redirectURI TEXT") }
    migrations.add("identity-5-audit-origin", addOrigin)
    migrations.add("identity-6-keys", createKeys)
    migrations.add("identity-7-names", rename)
    return migrations
  }

  private static func createPeople(_ db: Transaction) throws {
    try db.script(
      """
      CREATE TABLE identity_person (
        id TEXT PRIMARY KEY NOT NULL,
        name TEXT,
        email TEXT,
        pictureURL TEXT,
        createdAt INTEGER NOT NULL,
        disabledAt INTEGER
      );
      CREATE TABLE identity_link (
        provider TEXT NOT NULL,
        issuer TEXT NOT NULL,
        subject TEXT NOT NULL,
        personId TEXT NOT NULL REFERENCES identity_person (id) ON DELETE CASCADE,
        refreshToken BLOB,
        createdAt INTEGER NOT NULL,
        PRIMARY KEY (provider, issuer, subject)
      );
      CREATE INDEX identity_link_on_personId ON identity_link (personId);
      """
    )
  }

  private static func createSessions(_ db: Transaction) throws {
    try db.script(
      """
      CREATE TABLE identity_session (
        id TEXT PRIMARY KEY NOT NULL,
        personId TEXT NOT NULL REFERENCES identity_person (id) ON DELETE CASCADE,
        provider TEXT NOT NULL,
        device TEXT,
        createdAt INTEGER NOT NULL,
        lastUsedAt INTEGER NOT NULL,
        expiresAt INTEGER NOT NULL,
        endedAt INTEGER
      );
      CREATE INDEX identity_session_on_personId ON identity_session (personId);
      CREATE INDEX identity_session_on_expiresAt ON identity_session (expiresAt);
      CREATE INDEX identity_session_on_endedAt ON identity_session (endedAt);
      CREATE TABLE identity_refresh_token (
        hash BLOB PRIMARY KEY NOT NULL,
        sessionId TEXT NOT NULL REFERENCES identity_session (id) ON DELETE CASCADE,
        expiresAt INTEGER NOT NULL,
        usedAt INTEGER
      );
      CREATE INDEX identity_refresh_token_on_sessionId ON identity_refresh_token (sessionId);
      CREATE INDEX identity_refresh_token_on_expiresAt ON identity_refresh_token (expiresAt);
      """
    )
  }

  private static func createSignIns(_ db: Transaction) throws {
    try db.script(
      """
      CREATE TABLE identity_pending (
        stateHash BLOB PRIMARY KEY NOT NULL,
        provider TEXT NOT NULL,
        redirectURI TEXT NOT NULL,
        callbackURI TEXT NOT NULL,
        codeChallenge TEXT,
        appState TEXT,
        browserHash BLOB NOT NULL,
        addressHash BLOB NOT NULL,
        device TEXT,
        expiresAt INTEGER NOT NULL
      );
      CREATE INDEX identity_pending_on_addressHash ON identity_pending (addressHash);
      CREATE INDEX identity_pending_on_expiresAt ON identity_pending (expiresAt);
      CREATE TABLE identity_code (
        hash BLOB PRIMARY KEY NOT NULL,
        personId TEXT NOT NULL REFERENCES identity_person (id) ON DELETE CASCADE,
        provider TEXT NOT NULL,
        codeChallenge TEXT NOT NULL,
        device TEXT,
        expiresAt INTEGER NOT NULL,
        usedAt INTEGER,
        sessionID TEXT
      );
      CREATE INDEX identity_code_on_personId ON identity_code (personId);
      CREATE INDEX identity_code_on_expiresAt ON identity_code (expiresAt);
      """
    )
  }

  /// There is no reference to the person, so that events remain after the account is deleted.
  private static func createAudit(_ db: Transaction) throws {
    try db.script(
      """
      CREATE TABLE identity_audit (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        event TEXT NOT NULL,
        personID TEXT,
        sessionID TEXT,
        provider TEXT
      );
      CREATE INDEX identity_audit_on_at ON identity_audit (at);
      """
    )
  }

  private static func createNotices(_ db: Transaction) throws {
    try db.script(
      """
      CREATE TABLE identity_notice (hash BLOB PRIMARY KEY NOT NULL, expiresAt INTEGER NOT NULL);
      CREATE INDEX identity_notice_on_expiresAt ON identity_notice (expiresAt);
      """
    )
  }

  private static func addOrigin(_ db: Transaction) throws {
    try db.script(
      """
      ALTER TABLE identity_audit ADD address TEXT;
      ALTER TABLE identity_audit ADD device TEXT;
      CREATE INDEX identity_audit_person ON identity_audit (personID, at);
      """
    )
  }

  private static func createKeys(_ db: Transaction) throws {
    try db.script(
      """
      CREATE TABLE identity_master_key (id TEXT PRIMARY KEY NOT NULL, root BLOB, createdAt INTEGER NOT NULL);
      CREATE TABLE identity_signing_key (
        id TEXT PRIMARY KEY NOT NULL,
        algorithm TEXT NOT NULL,
        secret BLOB NOT NULL,
        createdAt INTEGER NOT NULL,
        retiredAt INTEGER
      );
      """
    )
    // What people have in an older database was derived from the master key itself.
    if try db.exists("SELECT id FROM identity_person LIMIT 1") {
      try db.run("INSERT INTO identity_master_key (id, createdAt) VALUES (\(MasterKeyRow.legacyID), 0)")
    }
  }

  /// Gives tables, columns and indexes names like those of the other systems.
  private static func rename(_ db: Transaction) throws {
    try db.replace("identity_person", with: "identity_person", IdentityTables.person)
    try db.replace("identity_link", with: "identity_link", IdentityTables.link)
    try db.replace("identity_session", with: "identity_session", IdentityTables.session)
    try db.replace("identity_refresh_token", with: "identity_refresh_token", IdentityTables.refreshToken)
    try db.replace("identity_pending", with: "identity_pending", IdentityTables.pending)
    try db.replace("identity_code", with: "identity_code", IdentityTables.code)
    try db.replace("identity_audit", with: "identity_audit", IdentityTables.audit)
    try db.replace("identity_notice", with: "identity_notice", IdentityTables.notice)
    try db.replace("identity_master_key", with: "identity_master_key", IdentityTables.masterKey)
    try db.replace("identity_signing_key", with: "identity_signing_key", IdentityTables.signingKey)
  }
}
