import Storage

/// The tables of DockDock. Times are milliseconds since 1970.
enum DockDockTables {
  /// Creates all tables.
  static func create(_ db: Transaction) throws {
    for table in [readingBook, readingRecord, review, preference, report, reader] { try db.script(table) }
  }

  static let readingBook: SQL = """
    CREATE TABLE dockdock_reading_book (
      id TEXT PRIMARY KEY NOT NULL,
      user_id TEXT NOT NULL,
      book_id TEXT NOT NULL,
      status TEXT NOT NULL,
      start_date INTEGER,
      end_date INTEGER,
      current_page INTEGER,
      rating DOUBLE,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      change INTEGER NOT NULL,
      UNIQUE (user_id, book_id),
      UNIQUE (user_id, change)
    )
    """

  static let readingRecord: SQL = """
    CREATE TABLE dockdock_reading_record (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      user_id TEXT NOT NULL,
      reading_book_id TEXT NOT NULL REFERENCES dockdock_reading_book (id) ON DELETE CASCADE,
      content TEXT NOT NULL,
      page_number INTEGER,
      record_type TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    );
    CREATE INDEX dockdock_reading_record_by_reading_book ON dockdock_reading_record (reading_book_id);
    CREATE INDEX dockdock_reading_record_by_user ON dockdock_reading_record (user_id, number)
    """

  static let review: SQL = """
    CREATE TABLE dockdock_review (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      user_id TEXT NOT NULL,
      reading_book_id TEXT NOT NULL UNIQUE REFERENCES dockdock_reading_book (id) ON DELETE CASCADE,
      book_id TEXT NOT NULL,
      rating INTEGER NOT NULL,
      review_text TEXT,
      is_public BOOLEAN NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    );
    CREATE INDEX dockdock_review_by_user ON dockdock_review (user_id, number);
    CREATE INDEX dockdock_review_by_book ON dockdock_review (book_id, number)
    """

  static let preference: SQL = """
    CREATE TABLE dockdock_preference (
      user_id TEXT PRIMARY KEY NOT NULL,
      answers TEXT NOT NULL,
      updated_at INTEGER NOT NULL
    )
    """

  static let report: SQL =
    "CREATE TABLE dockdock_report (user_id TEXT PRIMARY KEY NOT NULL, report TEXT NOT NULL)"

  static let reader: SQL = """
    CREATE TABLE dockdock_reader (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id TEXT NOT NULL UNIQUE,
      chosen_name TEXT,
      email TEXT,
      picture_url TEXT,
      created_at INTEGER NOT NULL
    )
    """
}
