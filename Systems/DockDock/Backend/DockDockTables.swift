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
    try db.script(
      """
      ALTER TABLE reading_book RENAME TO dockdock_reading_book;
      ALTER TABLE dockdock_reading_book RENAME COLUMN userID TO user_id;
      ALTER TABLE dockdock_reading_book RENAME COLUMN bookID TO book_id;
      ALTER TABLE dockdock_reading_book RENAME COLUMN startDate TO start_date;
      ALTER TABLE dockdock_reading_book RENAME COLUMN endDate TO end_date;
      ALTER TABLE dockdock_reading_book RENAME COLUMN currentPage TO current_page;
      ALTER TABLE dockdock_reading_book RENAME COLUMN createdAt TO created_at;
      ALTER TABLE dockdock_reading_book RENAME COLUMN updatedAt TO updated_at;
      DROP INDEX reading_book_by_change;
      CREATE INDEX dockdock_reading_book_by_change ON dockdock_reading_book (user_id, change);

      ALTER TABLE reading_record RENAME TO dockdock_reading_record;
      ALTER TABLE dockdock_reading_record RENAME COLUMN userID TO user_id;
      ALTER TABLE dockdock_reading_record RENAME COLUMN readingBookID TO reading_book_id;
      ALTER TABLE dockdock_reading_record RENAME COLUMN pageNumber TO page_number;
      ALTER TABLE dockdock_reading_record RENAME COLUMN recordType TO record_type;
      ALTER TABLE dockdock_reading_record RENAME COLUMN createdAt TO created_at;
      ALTER TABLE dockdock_reading_record RENAME COLUMN updatedAt TO updated_at;
      DROP INDEX reading_record_on_readingBookID;
      DROP INDEX reading_record_by_user;
      CREATE INDEX dockdock_reading_record_by_reading_book ON dockdock_reading_record (reading_book_id);
      CREATE INDEX dockdock_reading_record_by_user ON dockdock_reading_record (user_id, number);

      ALTER TABLE review RENAME TO dockdock_review;
      ALTER TABLE dockdock_review RENAME COLUMN userID TO user_id;
      ALTER TABLE dockdock_review RENAME COLUMN readingBookID TO reading_book_id;
      ALTER TABLE dockdock_review RENAME COLUMN bookID TO book_id;
      ALTER TABLE dockdock_review RENAME COLUMN reviewText TO review_text;
      ALTER TABLE dockdock_review RENAME COLUMN isPublic TO is_public;
      ALTER TABLE dockdock_review RENAME COLUMN createdAt TO created_at;
      ALTER TABLE dockdock_review RENAME COLUMN updatedAt TO updated_at;
      DROP INDEX review_by_user;
      DROP INDEX review_by_book;
      CREATE INDEX dockdock_review_by_user ON dockdock_review (user_id, number);
      CREATE INDEX dockdock_review_by_book ON dockdock_review (book_id, number);

      ALTER TABLE reading_preference RENAME TO dockdock_preference;
      ALTER TABLE dockdock_preference RENAME COLUMN userID TO user_id;
      ALTER TABLE dockdock_preference RENAME COLUMN updatedAt TO updated_at;
      ALTER TABLE reading_report RENAME TO dockdock_report;
      ALTER TABLE dockdock_report RENAME COLUMN userID TO user_id;

      ALTER TABLE reader RENAME TO dockdock_reader;
      ALTER TABLE dockdock_reader RENAME COLUMN userID TO user_id;
      ALTER TABLE dockdock_reader RENAME COLUMN chosenName TO chosen_name;
      ALTER TABLE dockdock_reader RENAME COLUMN pictureURL TO picture_url;
      ALTER TABLE dockdock_reader RENAME COLUMN createdAt TO created_at;

      ALTER TABLE aladin_answer RENAME TO dockdock_aladin_answer;
      ALTER TABLE aladin_item RENAME TO dockdock_aladin_item;
      """
    )
  }
}
