import Storage

/// The table `book`: the facts of each book, with the keys for search and order.
enum BookTable {
  static let name = "book"

  /// Creates the table.
  static func create(_ db: Transaction) throws {
    // `sort_title`, `length` and `newest` are for the orders of a search.
    try db.script(
      """
      CREATE TABLE \(name: name) (
        isbn INTEGER PRIMARY KEY,
        title TEXT NOT NULL,
        volume TEXT,
        author TEXT,
        publisher TEXT,
        publication_date TEXT,
        price INTEGER,
        kdc TEXT,
        addon_code TEXT,
        sort_title TEXT NOT NULL,
        length INTEGER NOT NULL,
        newest INTEGER NOT NULL,
        search TEXT NOT NULL
      )
      """
    )
  }

  /// Creates the table as it was before searches read it.
  static func createFirst(_ db: Transaction) throws {
    try db.script(
      """
      CREATE TABLE \(name: name) (
        isbn INTEGER PRIMARY KEY,
        title TEXT NOT NULL,
        volume TEXT,
        author TEXT,
        publisher TEXT,
        publication_date TEXT,
        price INTEGER,
        kdc TEXT,
        addon_code TEXT,
        title_key TEXT NOT NULL,
        author_key TEXT NOT NULL,
        publisher_key TEXT NOT NULL
      )
      """
    )
  }

  /// Replaces the first table with a table for searches.
  static func addSearch(_ db: Transaction) throws {
    let first = "first_book"
    try db.script("ALTER TABLE \(name: name) RENAME TO \(name: first)")
    try create(db)
    var last: Int64 = 0
    while true {
      let books = try db.all(
        "SELECT \(columns) FROM \(name: first) WHERE isbn > \(last) ORDER BY isbn LIMIT \(batch)",
        book
      ).compactMap(\.self)
      guard let end = books.last else { break }
      try upsert(books, db)
      last = end.isbn.number
    }
    try db.script("DROP TABLE \(name: first)")
  }

  /// The number of books that are read or written at a time.
  static let batch = 250

  static func count(_ db: Transaction) throws -> Int {
    try db.value("SELECT count(*) FROM book")
  }

  /// Adds or replaces books. Of several books with one ISBN, the last one counts.
  ///
  /// - Returns: the number of books that were not there, and of those that differ from what was there.
  static func put(_ books: [CatalogueBook], _ db: Transaction) throws -> (added: Int, changed: Int) {
    var latest = try fetch(db, books.map(\.isbn))
    var counts = (added: 0, changed: 0)
    let changed = books.filter { book in
      let before = latest.updateValue(book, forKey: book.isbn)
      guard before != book else { return false }
      if before == nil { counts.added += 1 } else { counts.changed += 1 }
      return true
    }
    try upsert(changed, db)
    return counts
  }

  private static func upsert(_ books: [CatalogueBook], _ db: Transaction) throws {
    let rows: [[SQLValue]] = books.map { book in
      let title = SearchKey.Title(book.title)
      return [
        book.isbn.number.sqlValue, book.title.sqlValue, book.volume.sqlValue, book.author.sqlValue,
        book.publisher.sqlValue, book.publicationDate.sqlValue, book.price.sqlValue, book.kdc.sqlValue,
        book.addonCode.sqlValue, title.order.sqlValue, title.length.sqlValue, newest(book).sqlValue,
        SearchColumn.text(of: book, title).sqlValue,
      ]
    }
    try db.run(
      """
      INSERT INTO book (
        isbn, \(facts), sort_title, length, newest, search
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (isbn) DO UPDATE SET
        title = excluded.title, volume = excluded.volume, author = excluded.author, publisher = excluded.publisher,
        publication_date = excluded.publication_date, price = excluded.price, kdc = excluded.kdc,
        addon_code = excluded.addon_code, sort_title = excluded.sort_title, length = excluded.length,
        newest = excluded.newest, search = excluded.search
      """,
      rows: rows
    )
  }

  /// A number that is smaller for a newer book: -20200131 for 2020-01-31, -20200000 for 2020, and 1 without a date.
  private static func newest(_ book: CatalogueBook) -> Int {
    let digits = book.publicationDate.map { "\($0.filter { $0 != "-" })0000".prefix(8) }
    return digits.flatMap { Int($0) }.map { -$0 } ?? 1
  }

  static func fetch(_ db: Transaction, _ isbn: ISBN) throws -> CatalogueBook? {
    try db.first("SELECT \(columns) FROM book WHERE isbn = \(isbn.number)", book) ?? nil
  }

  /// Returns the books with some ISBNs, by ISBN.
  static func fetch(_ db: Transaction, _ isbns: [ISBN]) throws -> [ISBN: CatalogueBook] {
    let books = try db.all("SELECT \(columns) FROM book WHERE isbn IN \(list: isbns.map(\.number))", book)
    return books.reduce(into: [:]) { books, book in if let book { books[book.isbn] = book } }
  }

  /// Returns the newest books whose class number matches a pattern.
  static func fetch(_ db: Transaction, classes patterns: [String], limit: Int) throws -> [CatalogueBook] {
    let condition = patterns.map { db.matches("kdc", $0) }.joined(separator: " OR ")
    return try db.all(
      "SELECT \(columns) FROM book WHERE \(condition) ORDER BY publication_date IS NULL, publication_date DESC, isbn LIMIT \(limit)",
      book
    ).compactMap(\.self)
  }

  private static let facts: SQL = "title, volume, author, publisher, publication_date, price, kdc, addon_code"

  static let columns: SQL = "isbn, \(facts)"

  static func book(_ row: Row) throws -> CatalogueBook? {
    let number: Int64? = try row["isbn"]
    guard let isbn = number.flatMap(ISBN.init(number:)) else { return nil }
    return CatalogueBook(
      isbn: isbn,
      title: try row["title"],
      volume: try row["volume"],
      author: try row["author"],
      publisher: try row["publisher"],
      publicationDate: try row["publication_date"],
      price: try row["price"],
      kdc: try row["kdc"],
      addonCode: try row["addon_code"]
    )
  }
}
