import Storage

/// An engine's full-text index. Both engines get the same tokens and find the same books.
protocol FullTextIndex {
  /// Creates an empty index with the name of a table.
  func createTable(_ name: String, for table: IndexText.Table, _ db: Transaction) throws

  /// Returns the statement that adds a book.
  func insertion(of texts: [String], _ number: Int64, into name: String) -> SQL

  /// Returns the statement that removes a book, with the parameters of the statement that added it.
  func deletion(of texts: [String], _ number: Int64, from name: String) -> SQL

  /// Fills empty indexes.
  ///
  /// - Parameters:
  ///   - prefix: the beginning of the names of the indexes.
  ///   - batches: the number of batches.
  ///   - batch: returns the books of a batch. All batches are read once, in the order of the books' ranks.
  ///   - write: runs a short transaction.
  /// - Throws: the error of a closure or of the database.
  func fill(
    _ prefix: String,
    batches: Int,
    _ batch: (Int) throws -> [SearchIndex.Keys],
    write: ((Transaction) throws -> Void) throws -> Void
  ) throws

  /// Returns the rows of most of an index, which can be removed before it is dropped. `nil` if an index is dropped in a moment, whatever
  /// its size.
  func mostRows(of name: String) -> (table: String, condition: SQL)?

  /// Returns a query for the ranks of the books that a search finds, in a column `number`.
  func numbers(of query: IndexQuery, in table: IndexText.Table) -> SQL

  /// Returns a query for the lowest ranks of the books that a search finds, in order.
  func lowest(
    _ limit: Int,
    of query: IndexQuery,
    in table: IndexText.Table,
    _ db: Transaction,
    count: (SQL) throws -> Int
  ) throws -> SQL

  /// Returns the place of the first space in a column, from 1.
  func firstSpace(in column: String) -> SQL
}

extension Dialect {
  /// The full-text index of the engine.
  var index: any FullTextIndex {
    switch self {
    case .sqlite: FTS5Index()
    case .postgreSQL: VectorIndex()
    }
  }
}

extension Transaction {
  /// The full-text index of the database's engine.
  var index: any FullTextIndex { dialect.index }
}
