import Storage

/// How earlier versions created and changed the tables. Only databases that they made still need it; see ``DockDockTables``.
enum DockDockTablesHistory {
  /// The steps of earlier versions.
  static var migrations: Migrations {
    var migrations = Migrations()
    migrations.add("dockdock-1-shelf", createShelf)
    migrations.add("dockdock-2-records", createRecords)
    migrations.add("dockdock-3-reviews", createReviews)
    migrations.add("dockdock-4-onboarding", createOnboarding)
    migrations.add("dockdock-5-aladin", createAladin)
    migrations.add("dockdock-6-readers", createReaders)
    migrations.add("dockdock-7-names", rename)
    migrations.add("dockdock-8-changes", numberChangesByReader)
    return migrations
  }

  private static func createShelf(_ db: Transaction) throws {
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
  private static func createRecords(_ db: Transaction) throws {
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
  private static func createReviews(_ db: Transaction) throws {
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

  private static func createOnboarding(_ db: Transaction) throws {
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

  private static func createAladin(_ db: Transaction) throws {
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
  private static func createReaders(_ db: Transaction) throws {
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
  private static func rename(_ db: Transaction) throws {
    try db.replace("reading_book", with: "dockdock_reading_book", DockDockTables.readingBook)
    try db.replace("reading_record", with: "dockdock_reading_record", DockDockTables.readingRecord)
    try db.replace("review", with: "dockdock_review", DockDockTables.review)
    try db.replace("reading_preference", with: "dockdock_preference", DockDockTables.preference)
    try db.replace("reading_report", with: "dockdock_report", DockDockTables.report)
    try db.replace("reader", with: "dockdock_reader", DockDockTables.reader)
    try db.replace("aladin_answer", with: "dockdock_aladin_answer", DockDockTables.aladinAnswer)
    try db.replace("aladin_item", with: "dockdock_aladin_item", DockDockTables.aladinItem)
  }

  /// Numbers the changes of each reader for themselves, so that two readers who change their shelves don't wait for each other.
  private static func numberChangesByReader(_ db: Transaction) throws {
    try db.replace("dockdock_reading_book", with: "dockdock_reading_book", DockDockTables.readingBook)
  }
}
