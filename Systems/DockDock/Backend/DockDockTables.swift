import Storage

/// The tables of DockDock, created by numbered migrations. Times are milliseconds since 1970.
enum DockDockTables {
  static func createShelf(_ db: Transaction) throws {
    try db.script(
      """
      CREATE TABLE reading_book (
        id TEXT PRIMARY KEY NOT NULL,
        userID TEXT NOT NULL,
        bookID TEXT NOT NULL,
        status TEXT NOT NULL,
        startDate INTEGER,
        endDate INTEGER,
        currentPage INTEGER,
        rating DOUBLE,
        createdAt INTEGER NOT NULL,
        updatedAt INTEGER NOT NULL,
        change INTEGER NOT NULL UNIQUE,
        UNIQUE (userID, bookID)
      );
      CREATE INDEX reading_book_by_change ON reading_book (userID, change);
      """
    )
  }

  /// A record is deleted with its entry of the shelf.
  static func createRecords(_ db: Transaction) throws {
    try db.script(
      """
      CREATE TABLE reading_record (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        userID TEXT NOT NULL,
        readingBookID TEXT NOT NULL REFERENCES reading_book (id) ON DELETE CASCADE,
        content TEXT NOT NULL,
        pageNumber INTEGER,
        recordType TEXT NOT NULL,
        createdAt INTEGER NOT NULL,
        updatedAt INTEGER NOT NULL
      );
      CREATE INDEX reading_record_on_readingBookID ON reading_record (readingBookID);
      CREATE INDEX reading_record_by_user ON reading_record (userID, number);
      """
    )
  }

  /// A review is deleted with its entry of the shelf.
  static func createReviews(_ db: Transaction) throws {
    try db.script(
      """
      CREATE TABLE reviewer (userID TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL);
      CREATE TABLE review (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        userID TEXT NOT NULL,
        readingBookID TEXT NOT NULL UNIQUE REFERENCES reading_book (id) ON DELETE CASCADE,
        bookID TEXT NOT NULL,
        rating INTEGER NOT NULL,
        reviewText TEXT,
        isPublic BOOLEAN NOT NULL,
        createdAt INTEGER NOT NULL,
        updatedAt INTEGER NOT NULL
      );
      CREATE INDEX review_by_user ON review (userID, number);
      CREATE INDEX review_by_book ON review (bookID, number);
      """
    )
  }

  static func createOnboarding(_ db: Transaction) throws {
    try db.script(
      """
      CREATE TABLE reading_preference (
        userID TEXT PRIMARY KEY NOT NULL,
        answers TEXT NOT NULL,
        updatedAt INTEGER NOT NULL
      );
      CREATE TABLE reading_report (userID TEXT PRIMARY KEY NOT NULL, report TEXT NOT NULL);
      """
    )
  }

  static func createAladin(_ db: Transaction) throws {
    // `isbns` are those of the items found, in order, separated by spaces.
    try db.script(
      """
      CREATE TABLE aladin_answer (
        question TEXT PRIMARY KEY,
        isbns TEXT NOT NULL,
        answered_at INTEGER NOT NULL
      );

      CREATE TABLE aladin_item (
        isbn INTEGER PRIMARY KEY,
        item BLOB NOT NULL
      );
      """
    )
  }

  /// Creates the table of readers, with those who have a shelf. It replaces the table `reviewer`, whose names came from the
  /// sign-in providers and not from the readers.
  static func createReaders(_ db: Transaction) throws {
    try db.script(
      """
      CREATE TABLE reader (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        userID TEXT NOT NULL UNIQUE,
        chosenName TEXT,
        email TEXT,
        pictureURL TEXT,
        createdAt INTEGER NOT NULL
      );
      INSERT INTO reader (userID, createdAt)
      SELECT userID, min(createdAt) FROM reading_book GROUP BY userID ORDER BY min(createdAt);
      DROP TABLE reviewer;
      """
    )
  }

  /// Gives tables, columns and indexes names like those of the other systems.
  static func rename(_ db: Transaction) throws {
    try db.replace(
      "reading_book",
      with: "dockdock_reading_book",
      """
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
        change INTEGER NOT NULL UNIQUE,
        UNIQUE (user_id, book_id)
      );
      CREATE INDEX dockdock_reading_book_by_change ON dockdock_reading_book (user_id, change)
      """
    )
    try db.replace(
      "reading_record",
      with: "dockdock_reading_record",
      """
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
    )
    try db.replace(
      "review",
      with: "dockdock_review",
      """
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
    )
    try db.replace(
      "reading_preference",
      with: "dockdock_preference",
      """
      CREATE TABLE dockdock_preference (
        user_id TEXT PRIMARY KEY NOT NULL,
        answers TEXT NOT NULL,
        updated_at INTEGER NOT NULL
      )
      """
    )
    try db.replace(
      "reading_report",
      with: "dockdock_report",
      "CREATE TABLE dockdock_report (user_id TEXT PRIMARY KEY NOT NULL, report TEXT NOT NULL)"
    )
    try db.replace(
      "reader",
      with: "dockdock_reader",
      """
      CREATE TABLE dockdock_reader (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        user_id TEXT NOT NULL UNIQUE,
        chosen_name TEXT,
        email TEXT,
        picture_url TEXT,
        created_at INTEGER NOT NULL
      )
      """
    )
    try db.replace(
      "aladin_answer",
      with: "dockdock_aladin_answer",
      """
      CREATE TABLE dockdock_aladin_answer (
        question TEXT PRIMARY KEY,
        isbns TEXT NOT NULL,
        answered_at INTEGER NOT NULL
      )
      """
    )
    try db.replace(
      "aladin_item",
      with: "dockdock_aladin_item",
      "CREATE TABLE dockdock_aladin_item (isbn INTEGER PRIMARY KEY, item BLOB NOT NULL)"
    )
  }
}
