import GRDB

/// The tables that searches read. They are derived from the table of the books and made again after each change of it:
/// numbers in the order of rank let FTS5 answer in that order, and compress well.
struct SearchIndex {
  /// The number of books that one transaction of an import reads or writes, so that it is short.
  static let batch = 250

  /// The beginning of the tables' names: nothing for the tables that searches read.
  let prefix: String

  init(prefix: String = "") {
    self.prefix = prefix
  }

  private static let entries = "catalogue_entry"

  /// The names of all tables that searches read.
  static let names = [entries] + IndexText.Table.allCases.map(\.rawValue)

  func createTables(_ db: Database) throws {
    // `number` is the rank among equals: short titles first, then new books. The other two are places in those orders.
    try db.execute(
      sql: """
        CREATE TABLE \(prefix)\(Self.entries) (
          number INTEGER PRIMARY KEY,
          isbn INTEGER NOT NULL UNIQUE,
          newest INTEGER NOT NULL,
          alphabetical INTEGER NOT NULL
        )
        """
    )
    // The prefixes are the lengths of queries that would otherwise read too many tokens: a letter, two initials.
    for (table, prefixes) in [(IndexText.Table.text, "1"), (.initials, "1 2")] {
      let name = prefix + table.rawValue
      try db.execute(
        sql: """
          CREATE VIRTUAL TABLE \(name) USING fts5(
            title, author, publisher, content='', columnsize=0, tokenize='ascii', prefix='\(prefixes)'
          )
          """
      )
      // An index is written at once. With the default of 1 MB it would be merged from hundreds of pieces.
      try db.execute(sql: "INSERT INTO \(name)(\(name), rank) VALUES ('hashsize', \(64 << 20))")
    }
  }

  /// A row of the table of ranks.
  struct Entry {
    let number: Int64
    let isbn: Int64
    let newest: Int64
    let alphabetical: Int64
  }

  /// Returns the ranks of all books.
  func entries(_ db: Database) throws -> [Entry] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT
          row_number() OVER (
            ORDER BY instr(title_key, ' '), length(title_key), publication_date IS NULL, publication_date DESC, isbn
          ) AS number,
          isbn,
          row_number() OVER (ORDER BY publication_date IS NULL, publication_date DESC, isbn),
          row_number() OVER (ORDER BY title_key, isbn)
        FROM \(prefix)\(BookTable.name) ORDER BY number
        """
    )
    var entries: [Entry] = []
    while let row = try rows.next() {
      entries.append(Entry(number: row[0], isbn: row[1], newest: row[2], alphabetical: row[3]))
    }
    return entries
  }

  func insert(_ entries: some Sequence<Entry>, _ db: Database) throws {
    let insertion = try db.cachedStatement(
      sql: "INSERT INTO \(prefix)\(Self.entries) (number, isbn, newest, alphabetical) VALUES (?, ?, ?, ?)"
    )
    for entry in entries {
      insertion.setUncheckedArguments([entry.number, entry.isbn, entry.newest, entry.alphabetical])
      try insertion.execute()
    }
  }

  /// Returns the rows of an index for books with some ranks.
  func texts(_ numbers: ClosedRange<Int64>, for table: IndexText.Table, _ db: Database) throws -> [StatementArguments] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT number, title_key, author_key, publisher_key
        FROM \(prefix)\(Self.entries) JOIN \(prefix)\(BookTable.name) USING (isbn)
        WHERE number BETWEEN ? AND ? ORDER BY number
        """
    )
    return try Row.fetchAll(statement, arguments: [numbers.lowerBound, numbers.upperBound]).map { row in
      [
        row[0] as Int64, IndexText.title(row[1], for: table), IndexText.names(row[2], for: table),
        IndexText.names(row[3], for: table),
      ]
    }
  }

  func insert(_ texts: [StatementArguments], into table: IndexText.Table, _ db: Database) throws {
    let insertion = try db.cachedStatement(
      sql: "INSERT INTO \(prefix)\(table.rawValue) (rowid, title, author, publisher) VALUES (?, ?, ?, ?)"
    )
    for text in texts {
      insertion.setUncheckedArguments(text)
      try insertion.execute()
    }
  }

  /// Merges some of the pieces that the transactions of an import left of an index. The first call begins the merge. Returns
  /// false if there was nothing left to merge.
  func merge(_ table: IndexText.Table, isFirst: Bool, _ db: Database) throws -> Bool {
    let name = prefix + table.rawValue
    let before = db.totalChangesCount
    try db.execute(sql: "INSERT INTO \(name)(\(name), rank) VALUES ('merge', \(isFirst ? "-" : "")100)")
    // As FTS5's documentation says: a difference of less than 2 means that the command did nothing.
    return db.totalChangesCount - before >= 2
  }

  /// Makes the tables again in one transaction.
  func rebuild(_ db: Database) throws {
    for name in Self.names { try db.execute(sql: "DROP TABLE \(prefix)\(name)") }
    try createTables(db)
    let entries = try entries(db)
    try insert(entries, db)
    for table in IndexText.Table.allCases {
      for numbers in Self.batches(of: entries.count) { try insert(texts(numbers, for: table, db), into: table, db) }
    }
  }

  /// The ranks of some books in batches.
  static func batches(of count: Int) -> [ClosedRange<Int64>] {
    stride(from: 1, through: count, by: batch).map { Int64($0)...Int64(min($0 + batch - 1, count)) }
  }
}
