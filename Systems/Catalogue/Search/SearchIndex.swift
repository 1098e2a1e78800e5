import Storage

/// The tables that searches read. They are derived from the table of the books and made again after each change of it:
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

  private static let entries = "catalogue_entry"

  /// The names of all tables that searches read.
  static let names = [entries] + IndexText.Table.allCases.map(\.rawValue)

  func createTables(_ db: Transaction) throws {
    // `number` is the rank among equals: short titles first, then new books. The other two are places in those orders.
    try db.script(
      """
      CREATE TABLE \(name: prefix + Self.entries) (
        number INTEGER PRIMARY KEY,
        isbn INTEGER NOT NULL UNIQUE,
        newest INTEGER NOT NULL,
        alphabetical INTEGER NOT NULL
      )
      """
    )
    for table in IndexText.Table.allCases { try db.index.createTable(prefix + table.rawValue, for: table, db) }
  }

  /// Returns the number of books, which is the last rank, so that nothing is counted.
  func count(_ db: Transaction) throws -> Int {
    try db.value("SELECT coalesce(max(number), 0) FROM \(name: prefix + Self.entries)")
  }

  /// A row of the table of ranks.
  struct Entry {
    let number: Int64
    let isbn: Int64
    let newest: Int64
    let alphabetical: Int64
  }

  /// Returns the ranks of all books.
  func entries(_ db: Transaction) throws -> [Entry] {
    try db.all(
      """
      SELECT
        row_number() OVER (
          ORDER BY \(db.index.firstSpace(in: "title_key")), length(title_key), publication_date IS NULL, publication_date DESC, isbn
        ) AS number,
        isbn,
        row_number() OVER (ORDER BY publication_date IS NULL, publication_date DESC, isbn) AS newest,
        row_number() OVER (ORDER BY title_key, isbn) AS alphabetical
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

  /// Returns the statements that add the books with some ranks to an index.
  func insertions(_ numbers: ClosedRange<Int64>, into table: IndexText.Table, _ db: Transaction) throws -> [SQL] {
    try db.all(
      """
      SELECT number, title_key, author_key, publisher_key
      FROM \(name: prefix + Self.entries) JOIN \(name: prefix + BookTable.name) USING (isbn)
      WHERE number BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound) ORDER BY number
      """
    ) { row in
      let number: Int64 = try row["number"]
      let texts = [
        IndexText.title(try row["title_key"], for: table),
        IndexText.names(try row["author_key"], for: table),
        IndexText.names(try row["publisher_key"], for: table),
      ]
      return db.index.insertion(of: texts, number, into: prefix + table.rawValue)
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
      for numbers in Self.batches(of: entries.count) {
        for insertion in try insertions(numbers, into: table, db) { try db.run(insertion) }
      }
    }
  }

  /// The ranks of some books in batches.
  static func batches(of count: Int) -> [ClosedRange<Int64>] {
    stride(from: 1, through: count, by: batch).map { Int64($0)...Int64(min($0 + batch - 1, count)) }
  }
}
