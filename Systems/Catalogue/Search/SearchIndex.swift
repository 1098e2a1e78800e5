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

  /// Adds rows to the table of ranks.
  func add(_ entries: some Collection<Entry>, _ db: Transaction) throws {
    try db.run(
      "INSERT INTO \(name: prefix + Self.entries) (number, isbn, newest, alphabetical) VALUES (?, ?, ?, ?)",
      rows: entries.map {
        [$0.place.number.sqlValue, $0.place.isbn.sqlValue, $0.newest.sqlValue, $0.alphabetical.sqlValue]
      }
    )
  }

  /// A book's strings without spaces, punctuation and case, from which its tokens are made.
  struct Keys {
    let number: Int64
    let title: String
    let author: String
    let publisher: String

    /// Returns what an index has of the book: the tokens of the title, the author and the publisher.
    func tokens(for table: IndexText.Table) -> [String] {
      [
        IndexText.title(title, for: table), IndexText.names(author, for: table), IndexText.names(publisher, for: table),
      ]
    }
  }

  /// Returns the keys of some books of a table, in the order of the places.
  func keys(of places: [Place], in books: String, _ db: Transaction) throws -> [Keys] {
    let numbers = Dictionary(uniqueKeysWithValues: places.map { ($0.isbn, $0.number) })
    let keys: [Keys] = try db.all(
      """
      SELECT isbn, title_key, author_key, publisher_key FROM \(name: books) WHERE isbn IN \(list: places.map(\.isbn))
      """
    ) { row in
      let isbn: Int64 = try row["isbn"]
      return Keys(
        number: numbers[isbn] ?? 0,
        title: try row["title_key"],
        author: try row["author_key"],
        publisher: try row["publisher_key"]
      )
    }
    return keys.sorted { $0.number < $1.number }
  }

  /// Fills the empty tables with all books, some at a time.
  ///
  /// - Parameters:
  ///   - entries: the rows of the table of ranks.
  ///   - dialect: the SQL of the database.
  ///   - read: runs a transaction that only reads.
  ///   - write: runs a short transaction.
  ///   - progress: called with the number of books that are in the index, or will be in a moment.
  /// - Throws: the error of a closure or of the database.
  func fill(
    with entries: [Entry],
    dialect: Dialect,
    read: ((Transaction) throws -> [Keys]) throws -> [Keys],
    write: ((Transaction) throws -> Void) throws -> Void,
    progress: (Int) throws -> Void = { _ in }
  ) throws {
    let batches = stride(from: 0, to: entries.count, by: Self.batch).map {
      entries[$0..<min($0 + Self.batch, entries.count)]
    }
    for batch in batches { try write { try add(batch, $0) } }
    try dialect.index.fill(
      prefix,
      batches: batches.count,
      { number in
        let places = batches[number].map(\.place)
        let books = try read { try keys(of: places, in: prefix + BookTable.name, $0) }
        try progress(batches[number].endIndex)
        return books
      },
      write: write
    )
  }

  /// Makes the tables again in one transaction.
  func rebuild(_ db: Transaction) throws {
    for name in Self.names { try db.script("DROP TABLE IF EXISTS \(name: prefix + name)") }
    try createTables(db)
    try fill(with: entries(db), dialect: db.dialect, read: { try $0(db) }, write: { try $0(db) })
  }
}
