import GRDB

/// The table `book`: the facts of each book, with the keys for search and order.
enum BookTable {
  static let name = "book"

  /// Creates the table, or one like it with another name.
  static func create(_ db: Database, named name: String = name) throws {
    try db.execute(
      sql: """
        CREATE TABLE \(name) (
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

  static func count(_ db: Database, in name: String = name) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM \(name)") ?? 0
  }

  /// Returns a statement that adds a book or replaces the one with its ISBN, and writes nothing if they are equal.
  static func upsertStatement(_ db: Database, into name: String) throws -> Statement {
    let facts = ["title", "volume", "author", "publisher", "publication_date", "price", "kdc", "addon_code"]
    let columns = facts + ["title_key", "author_key", "publisher_key"]
    return try db.cachedStatement(
      sql: """
        INSERT INTO \(name) (isbn, \(columns.joined(separator: ", ")))
        VALUES (?\(String(repeating: ", ?", count: columns.count)))
        ON CONFLICT (isbn) DO UPDATE SET \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        WHERE (\(facts.joined(separator: ", "))) IS NOT (\(facts.map { "excluded.\($0)" }.joined(separator: ", ")))
        """
    )
  }

  /// Writes the keys of all titles again.
  static func updateTitleKeys(_ db: Database) throws {
    let update = try db.makeStatement(sql: "UPDATE book SET title_key = ? WHERE isbn = ?")
    let books = try Row.fetchAll(db, sql: "SELECT isbn, title, title_key FROM book")
    for book in books {
      let key = SearchKey.title(book[1])
      if key != book[2] { try update.execute(arguments: [key, book[0] as Int64]) }
    }
  }

  /// Returns the arguments of ``upsertStatement(_:into:)``.
  static func arguments(_ book: CatalogueBook) -> StatementArguments {
    let facts: StatementArguments = [
      book.isbn.number, book.title, book.volume, book.author, book.publisher, book.publicationDate, book.price,
      book.kdc, book.addonCode,
    ]
    let keys: StatementArguments = [
      SearchKey.title(book.title), SearchKey.names(book.author ?? ""), SearchKey.names(book.publisher ?? ""),
    ]
    return facts + keys
  }

  static func fetch(_ db: Database, _ isbn: ISBN) throws -> CatalogueBook? {
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM book WHERE isbn = ?")
    return try Row.fetchOne(statement, arguments: [isbn.number]).flatMap(book)
  }

  /// Returns the books with some ranks in the search index, in the order of the ranks given.
  static func fetch(_ db: Database, numbers: [Int64]) throws -> [CatalogueBook] {
    let statement = try db.cachedStatement(
      sql: "SELECT \(columns) FROM book WHERE isbn = (SELECT isbn FROM catalogue_entry WHERE number = ?)"
    )
    return try numbers.compactMap { try Row.fetchOne(statement, arguments: [$0]).flatMap(book) }
  }

  /// Returns the newest books whose class number matches a pattern.
  static func fetch(_ db: Database, classes patterns: [String], limit: Int) throws -> [CatalogueBook] {
    let condition = patterns.map { _ in "kdc GLOB ?" }.joined(separator: " OR ")
    let statement = try db.cachedStatement(
      sql: "SELECT \(columns) FROM book WHERE \(condition) ORDER BY publication_date DESC, isbn LIMIT ?"
    )
    return try Row.fetchAll(statement, arguments: StatementArguments(patterns) + [limit]).compactMap(book)
  }

  private static let columns = "isbn, title, volume, author, publisher, publication_date, price, kdc, addon_code"

  private static func book(_ row: Row) -> CatalogueBook? {
    guard let isbn = ISBN(number: row[0]) else { return nil }
    return CatalogueBook(
      isbn: isbn,
      title: row[1],
      volume: row[2],
      author: row[3],
      publisher: row[4],
      publicationDate: row[5],
      price: row[6],
      kdc: row[7],
      addonCode: row[8]
    )
  }
}
