import Storage

/// The tables that searches read. They are derived from the table of the books, and made again or changed with it:
/// numbers in the order of rank let FTS5 respond in that order, and compress well. The differences between the engines are in
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

  /// Returns the number of books. This table is much smaller than the table of books.
  func count(_ db: Transaction) throws -> Int {
    try db.value("SELECT count(*) FROM \(name: prefix + Self.entries)")
  }

  /// The place of a book in the order of ranks. The indexes identify the book by it.
  struct Place {
    let number: Int64
    let isbn: Int64
  }

  /// A row of the table of ranks.
  struct Entry {
    let place: Place
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
        place: Place(number: try row["number"], isbn: try row["isbn"]),
        newest: try row["newest"],
        alphabetical: try row["alphabetical"]
      )
    }
  }

  /// Returns the statement that adds a row to the table of ranks.
  func insertion(of entry: Entry) -> SQL {
    """
    INSERT INTO \(name: prefix + Self.entries) (number, isbn, newest, alphabetical)
    VALUES (\(entry.place.number), \(entry.place.isbn), \(entry.newest), \(entry.alphabetical))
    """
  }

  /// Returns the statements that add books of a table to an index.
  func insertions(
    of places: [Place],
    in books: String,
    into table: IndexText.Table,
    _ db: Transaction
  ) throws -> [SQL] {
    try texts(of: places, in: books, for: table, db).map {
      db.index.insertion(of: $1, $0, into: prefix + table.rawValue)
    }
  }

  /// Returns the statements that remove books from an index, which a table still has as they were when they were added.
  func deletions(
    of places: [Place],
    in books: String,
    from table: IndexText.Table,
    _ db: Transaction
  ) throws -> [SQL] {
    try texts(of: places, in: books, for: table, db).map {
      db.index.deletion(of: $1, $0, from: prefix + table.rawValue)
    }
  }

  /// Returns what an index has of some books of a table, in the order of the places: the tokens of the title, the author and the publisher.
  private func texts(
    of places: [Place],
    in books: String,
    for table: IndexText.Table,
    _ db: Transaction
  ) throws -> [(number: Int64, texts: [String])] {
    let texts: [(Int64, [String])] = try db.all(
      """
      SELECT isbn, title_key, author_key, publisher_key FROM \(name: books) WHERE isbn IN \(list: places.map(\.isbn))
      """
    ) { row in
      let texts = [
        IndexText.title(try row["title_key"], for: table),
        IndexText.names(try row["author_key"], for: table),
        IndexText.names(try row["publisher_key"], for: table),
      ]
      return (try row["isbn"], texts)
    }
    let byISBN = Dictionary(uniqueKeysWithValues: texts)
    return places.compactMap { place in byISBN[place.isbn].map { (place.number, $0) } }
  }

  /// Merges some of the segments that the transactions of an import have added to an index so far.
  func mergeSome(of table: IndexText.Table, _ db: Transaction) throws {
    try db.index.mergeSome(of: prefix + table.rawValue, db)
  }

  /// Merges some of the segments of an index that is complete. The first call begins the merge. Returns false if there was nothing left
  /// to merge.
  func merge(_ table: IndexText.Table, isFirst: Bool, _ db: Transaction) throws -> Bool {
    try db.index.merge(prefix + table.rawValue, isFirst: isFirst, db)
  }

  /// Makes the tables again in one transaction.
  func rebuild(_ db: Transaction) throws {
    for name in Self.names { try db.script("DROP TABLE IF EXISTS \(name: prefix + name)") }
    try createTables(db)
    let entries = try entries(db)
    for entry in entries { try db.run(insertion(of: entry)) }
    for table in IndexText.Table.allCases {
      for batch in Self.batches(of: entries) {
        let places = batch.map(\.place)
        for insertion in try insertions(of: places, in: prefix + BookTable.name, into: table, db) {
          try db.run(insertion)
        }
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
