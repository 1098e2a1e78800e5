import Storage

/// The tables that searches read. They are derived from the table of the books, and made again or changed with it:
/// numbers in the order of rank let FTS5 answer in that order, and compress well. What differs between the engines is in
/// ``FullTextIndex``.
struct SearchIndex {
  /// The number of books that one transaction of an import reads or writes, so that it is short.
  static let batch = 250

  /// The beginning of the tables' names: nothing for the tables that searches read.
  let prefix: String

  init(prefix: String = "") {
    self.prefix = prefix
  }

  static let entries = "catalogue_entry"

  /// The names of all tables that searches read.
  static let names = [entries] + IndexText.Table.allCases.map(\.rawValue)

  func createTables(_ db: Transaction) throws {
    // `number` and `alphabetical` are places in the orders of ``BookOrder``. `newest` is smaller for a newer book.
    try db.script(
      """
      CREATE TABLE \(name: prefix + Self.entries) (
        number INTEGER PRIMARY KEY,
        isbn INTEGER NOT NULL UNIQUE,
        newest INTEGER NOT NULL,
        alphabetical INTEGER NOT NULL UNIQUE
      )
      """
    )
    for table in IndexText.Table.allCases { try db.index.createTable(prefix + table.rawValue, for: table, db) }
  }

  /// Returns the number of books. This table is much smaller than that of the books.
  func count(_ db: Transaction) throws -> Int {
    try db.value("SELECT count(*) FROM \(name: prefix + Self.entries)")
  }

  /// A row of the table of ranks.
  struct Entry {
    let number: Int64
    let isbn: Int64
    let newest: Int64
    let alphabetical: Int64
  }

  /// Returns rows with new places for all books.
  func entries(_ db: Transaction) throws -> [Entry] {
    try db.all(
      """
      SELECT
        \(BookOrder.rank.step) * row_number() OVER (ORDER BY \(BookOrder.rank.key(db)))
          + \(BookOrder.newBooks) * dense_rank() OVER (ORDER BY \(BookOrder.lengths(db))) AS number,
        isbn,
        \(BookOrder.newest) AS newest,
        \(BookOrder.alphabetical.step) * row_number() OVER (ORDER BY \(BookOrder.alphabetical.key(db))) AS alphabetical
      FROM \(name: prefix + BookTable.name) ORDER BY 1
      """
    ) { row in
      Entry(
        number: try row["number"],
        isbn: try row["isbn"],
        newest: try row["newest"],
        alphabetical: try row["alphabetical"]
      )
    }
  }

  func insert(_ entries: some Sequence<Entry>, _ db: Transaction) throws {
    for entry in entries {
      try db.run(
        """
        INSERT INTO \(name: prefix + Self.entries) (number, isbn, newest, alphabetical)
        VALUES (\(entry.number), \(entry.isbn), \(entry.newest), \(entry.alphabetical))
        """
      )
    }
  }

  /// Returns the statements that add books to an index.
  func insertions(of numbers: [Int64], into table: IndexText.Table, _ db: Transaction) throws -> [SQL] {
    try texts(of: numbers, for: table, db).map { db.index.insertion(of: $1, $0, into: prefix + table.rawValue) }
  }

  /// Returns the statements that remove books from an index, whose texts are still those that it has.
  func deletions(of numbers: [Int64], from table: IndexText.Table, _ db: Transaction) throws -> [SQL] {
    try texts(of: numbers, for: table, db).map { db.index.deletion(of: $1, $0, from: prefix + table.rawValue) }
  }

  /// Returns what an index has of some books, in the order of their ranks: the tokens of the title, the author and the publisher.
  private func texts(
    of numbers: [Int64],
    for table: IndexText.Table,
    _ db: Transaction
  ) throws -> [(number: Int64, texts: [String])] {
    try db.all(
      """
      SELECT number, title_key, author_key, publisher_key
      FROM \(name: prefix + Self.entries) JOIN \(name: prefix + BookTable.name) USING (isbn)
      WHERE number IN \(list: numbers) ORDER BY number
      """
    ) { row in
      let texts = [
        IndexText.title(try row["title_key"], for: table),
        IndexText.names(try row["author_key"], for: table),
        IndexText.names(try row["publisher_key"], for: table),
      ]
      return (try row["number"], texts)
    }
  }

  /// Merges some of the pieces that the transactions of an import left of an index. The first call begins the merge. Returns
  /// false if there was nothing left to merge.
  func merge(_ table: IndexText.Table, isFirst: Bool, _ db: Transaction) throws -> Bool {
    try db.index.merge(prefix + table.rawValue, isFirst: isFirst, db)
  }

  /// Makes the tables again in one transaction.
  func rebuild(_ db: Transaction) throws {
    for name in Self.names { try db.script("DROP TABLE IF EXISTS \(name: prefix + name)") }
    try createTables(db)
    let entries = try entries(db)
    try insert(entries, db)
    for table in IndexText.Table.allCases {
      for batch in Self.batches(of: entries) {
        for insertion in try insertions(of: batch.map(\.number), into: table, db) { try db.run(insertion) }
      }
      var isFirst = true
      while try merge(table, isFirst: isFirst, db) { isFirst = false }
    }
  }

  /// Returns the rows in batches.
  static func batches(of entries: [Entry]) -> [ArraySlice<Entry>] {
    stride(from: 0, to: entries.count, by: batch).map { entries[$0..<min($0 + batch, entries.count)] }
  }
}
