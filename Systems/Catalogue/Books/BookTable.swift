import Storage

/// The table `book`: the facts of each book, with the keys for search and order.
enum BookTable {
  static let name = "book"

  /// Creates the table, or one like it with another name.
  static func create(_ db: Transaction, named name: String = name) throws {
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

  static func count(_ db: Transaction) throws -> Int {
    try db.value("SELECT count(*) FROM book")
  }

  /// Adds books, or replaces those with their ISBNs.
  static func upsert(_ books: [CatalogueBook], into name: String, _ db: Transaction) throws {
    let rows: [[SQLValue]] = books.map { book in
      [
        book.isbn.number.sqlValue, book.title.sqlValue, book.volume.sqlValue, book.author.sqlValue,
        book.publisher.sqlValue, book.publicationDate.sqlValue, book.price.sqlValue, book.kdc.sqlValue,
        book.addonCode.sqlValue, SearchKey.title(book.title).sqlValue, SearchKey.names(book.author ?? "").sqlValue,
        SearchKey.names(book.publisher ?? "").sqlValue,
      ]
    }
    try db.run(
      """
      INSERT INTO \(name: name) (
        isbn, \(facts), title_key, author_key, publisher_key
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (isbn) DO UPDATE SET
        title = excluded.title, volume = excluded.volume, author = excluded.author, publisher = excluded.publisher,
        publication_date = excluded.publication_date, price = excluded.price, kdc = excluded.kdc,
        addon_code = excluded.addon_code, title_key = excluded.title_key, author_key = excluded.author_key,
        publisher_key = excluded.publisher_key
      """,
      rows: rows
    )
  }

  static func fetch(_ db: Transaction, _ isbn: ISBN) throws -> CatalogueBook? {
    try db.first("SELECT isbn, \(facts) FROM book WHERE isbn = \(isbn.number)", book) ?? nil
  }

  /// Returns the books with some ISBNs in this table, or in one like it, by ISBN.
  static func fetch(_ db: Transaction, _ isbns: [ISBN], from name: String = name) throws -> [ISBN: CatalogueBook] {
    let list = isbns.map(\.number)
    let books = try db.all("SELECT isbn, \(facts) FROM \(name: name) WHERE isbn IN \(list: list)", book)
    return books.reduce(into: [:]) { books, book in if let book { books[book.isbn] = book } }
  }

  /// Returns the books with some ranks in the search index, in the order of the ranks given.
  static func fetch(_ db: Transaction, numbers: [Int64]) throws -> [CatalogueBook] {
    var books: [Int64: CatalogueBook] = [:]
    try db.each(
      """
      SELECT number, isbn, \(facts) FROM catalogue_entry JOIN book USING (isbn) WHERE number IN \(list: numbers)
      """
    ) { row in books[try row["number"]] = try book(row) }
    return numbers.compactMap { books[$0] }
  }

  /// Returns the newest books whose class number matches a pattern.
  static func fetch(_ db: Transaction, classes patterns: [String], limit: Int) throws -> [CatalogueBook] {
    let condition = patterns.map { db.dialect == .sqlite ? "kdc GLOB \($0)" : "kdc ~ \(regularExpression($0))" as SQL }
      .joined(separator: " OR ")
    return try db.all(
      "SELECT isbn, \(facts) FROM book WHERE \(condition) ORDER BY publication_date IS NULL, publication_date DESC, isbn LIMIT \(limit)",
      book
    ).compactMap(\.self)
  }

  /// Returns the regular expression for a `GLOB` pattern.
  private static func regularExpression(_ pattern: String) -> String {
    "^" + pattern.replacing(".", with: "\\.").replacing("?", with: ".").replacing("*", with: ".*") + "$"
  }

  private static let facts: SQL = "title, volume, author, publisher, publication_date, price, kdc, addon_code"

  private static func book(_ row: Row) throws -> CatalogueBook? {
    guard let isbn = ISBN(number: try row["isbn"]) else { return nil }
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
