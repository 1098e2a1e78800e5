import Storage

/// The tables of sign-in. Times are milliseconds since 1970, and secrets are hashes.
enum IdentityTables {
  static func addMigrations(to migrations: inout Migrations) {
    migrations.add("identity-1-tables", create)
    migrations.add("identity-2-one-key") { db in try db.script(oneKey) }
  }

  /// Creates all tables.
  static func create(_ db: Transaction) throws {
    let tables = [
      person, link, session, refreshToken, pending, code, audit, notice, masterKey, signingKey,
    ]
    for table in tables { try db.script(table) }
  }

  static let person: SQL = """
    CREATE TABLE identity_person (
      id TEXT PRIMARY KEY NOT NULL,
      name TEXT,
      email TEXT,
      picture_url TEXT,
      created_at INTEGER NOT NULL,
      disabled_at INTEGER
    )
    """

  static let link: SQL = """
    CREATE TABLE identity_link (
      provider TEXT NOT NULL,
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      person_id TEXT NOT NULL REFERENCES identity_person (id) ON DELETE CASCADE,
      refresh_token BLOB,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (provider, issuer, subject)
    );
    CREATE INDEX identity_link_by_person ON identity_link (person_id)
    """

  static let session: SQL = """
    CREATE TABLE identity_session (
      id TEXT PRIMARY KEY NOT NULL,
      person_id TEXT NOT NULL REFERENCES identity_person (id) ON DELETE CASCADE,
      provider TEXT NOT NULL,
      device TEXT,
      created_at INTEGER NOT NULL,
      last_used_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      ended_at INTEGER
    );
    CREATE INDEX identity_session_by_person ON identity_session (person_id);
    CREATE INDEX identity_session_by_expires_at ON identity_session (expires_at);
    CREATE INDEX identity_session_by_ended_at ON identity_session (ended_at);
    -- In the order in which a person's sessions are listed.
    CREATE INDEX identity_session_by_use
    ON identity_session (person_id, last_used_at DESC, created_at DESC, id) WHERE ended_at IS NULL
    """

  static let refreshToken: SQL = """
    CREATE TABLE identity_refresh_token (
      hash BLOB PRIMARY KEY NOT NULL,
      session_id TEXT NOT NULL REFERENCES identity_session (id) ON DELETE CASCADE,
      expires_at INTEGER NOT NULL,
      used_at INTEGER
    );
    CREATE INDEX identity_refresh_token_by_session ON identity_refresh_token (session_id);
    CREATE INDEX identity_refresh_token_by_expires_at ON identity_refresh_token (expires_at)
    """

  static let pending: SQL = """
    CREATE TABLE identity_pending (
      state_hash BLOB PRIMARY KEY NOT NULL,
      provider TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      callback_uri TEXT NOT NULL,
      code_challenge TEXT,
      app_state TEXT,
      browser_hash BLOB NOT NULL,
      address_hash BLOB NOT NULL,
      device TEXT,
      expires_at INTEGER NOT NULL
    );
    CREATE INDEX identity_pending_by_address_hash ON identity_pending (address_hash);
    CREATE INDEX identity_pending_by_expires_at ON identity_pending (expires_at)
    """

  static let code: SQL = """
    CREATE TABLE identity_code (
      hash BLOB PRIMARY KEY NOT NULL,
      person_id TEXT NOT NULL REFERENCES identity_person (id) ON DELETE CASCADE,
      provider TEXT NOT NULL,
      code_challenge TEXT NOT NULL,
      device TEXT,
      expires_at INTEGER NOT NULL,
      used_at INTEGER,
      session_id TEXT
    );
    CREATE INDEX identity_code_by_person ON identity_code (person_id);
    CREATE INDEX identity_code_by_expires_at ON identity_code (expires_at)
    """

  static let audit: SQL = """
    CREATE TABLE identity_audit (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      event TEXT NOT NULL,
      person_id TEXT,
      session_id TEXT,
      provider TEXT,
      address TEXT,
      device TEXT
    );
    CREATE INDEX identity_audit_by_at ON identity_audit (at);
    CREATE INDEX identity_audit_by_person ON identity_audit (person_id, at)
    """

  static let notice: SQL = """
    CREATE TABLE identity_notice (
      hash BLOB PRIMARY KEY NOT NULL,
      expires_at INTEGER NOT NULL
    );
    CREATE INDEX identity_notice_by_expires_at ON identity_notice (expires_at)
    """

  static let masterKey: SQL = """
    CREATE TABLE identity_master_key (
      id TEXT PRIMARY KEY NOT NULL,
      root BLOB,
      created_at INTEGER NOT NULL
    )
    """

  static let signingKey: SQL = """
    CREATE TABLE identity_signing_key (
      id TEXT PRIMARY KEY NOT NULL,
      algorithm TEXT NOT NULL,
      secret BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      retired_at INTEGER
    )
    """

  /// Events are in the log, and no key is in the database. Providers' tokens were encrypted with a key that was; each user gets a
  /// new one at the next sign-in. Sessions go on: the app renews its access token with its refresh token.
  static let oneKey: SQL = """
    DROP TABLE identity_audit;
    DROP TABLE identity_master_key;
    DROP TABLE identity_signing_key;
    UPDATE identity_link SET refresh_token = NULL;
    CREATE TABLE identity_key (
      id TEXT PRIMARY KEY NOT NULL
    )
    """
}
