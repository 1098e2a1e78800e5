import GRDB

/// The tables that searches read. They are derived from the table `book` and rebuilt after each change of it: numbers
/// in the order of rank let FTS5 answer in that order, and compress well.
enum SearchIndex {
  static func createTables(_ db: Database) throws {
    // `number` is the rank among equals: short titles first, then new books. The other two are places in those orders.
    try db.execute(
      sql: """
        CREATE TABLE catalogue_entry (
          number INTEGER PRIMARY KEY,
          isbn INTEGER NOT NULL UNIQUE,
          newest INTEGER NOT NULL,
          alphabetical INTEGER NOT NULL
        )
        """
    )
    // The prefixes are the lengths of queries that would otherwise read too many tokens: a letter, two initials.
    for (table, prefixes) in [(IndexText.Table.text.rawValue, "1"), (IndexText.Table.initials.rawValue, "1 2")] {
      try db.execute(
        sql: """
          CREATE VIRTUAL TABLE \(table) USING fts5(
            title, author, publisher, content='', columnsize=0, tokenize='ascii', prefix='\(prefixes)'
          )
          """
      )
      // An index is written at once. With the default of 1 MB it would be merged from hundreds of pieces.
      try db.execute(sql: "INSERT INTO \(table)(\(table), rank) VALUES ('hashsize', \(64 << 20))")
    }
  }

  /// Fills the tables from `book`, and passes the number of finished books to `progress`, every 1,000 books and at the
  /// end.
  static func rebuild(_ db: Database, progress: (Int) throws -> Void) throws {
    try db.execute(sql: "DELETE FROM catalogue_entry")
    try db.execute(
      sql: """
        INSERT INTO catalogue_entry (number, isbn, newest, alphabetical)
        SELECT
          row_number() OVER (
            ORDER BY instr(title_key, ' '), length(title_key), publication_date IS NULL, publication_date DESC, isbn
          ),
          isbn,
          row_number() OVER (ORDER BY publication_date IS NULL, publication_date DESC, isbn),
          row_number() OVER (ORDER BY title_key, isbn)
        FROM book
        """
    )
    // One after the other: FTS5 builds each in memory, and two at a time would evict each other from the cache.
    let total = try BookTable.count(db)
    try fill(.text, db) { try progress($0 / 2) }
    try fill(.initials, db) { try progress((total + $0) / 2) }
  }

  private static func fill(_ table: IndexText.Table, _ db: Database, progress: (Int) throws -> Void) throws {
    let name = table.rawValue
    try db.execute(sql: "INSERT INTO \(name)(\(name)) VALUES ('delete-all')")
    let insertion = try db.makeStatement(
      sql: "INSERT INTO \(name) (rowid, title, author, publisher) VALUES (?, ?, ?, ?)"
    )
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT number, title_key, author_key, publisher_key
        FROM catalogue_entry JOIN book USING (isbn) ORDER BY number
        """
    )
    var count = 0
    while let row = try rows.next() {
      let number: Int64 = row[0]
      insertion.setUncheckedArguments([
        number, IndexText.title(row[1], for: table), IndexText.names(row[2], for: table),
        IndexText.names(row[3], for: table),
      ])
      try insertion.execute()
      count += 1
      if count % 1_000 == 0 { try progress(count) }
    }
    try progress(count)
  }
}
