import Storage

/// An engine's full-text index. Both engines get the same tokens and find the same books.
protocol FullTextIndex {
  /// Creates an empty index.
  func createTable(_ name: String, for table: IndexText.Table, _ db: Transaction) throws

  /// Returns the statement that adds a book.
  func insertion(of texts: [String], _ number: Int64, into name: String) -> SQL

  /// Returns the statement that removes a book, with the parameters of the statement that added it.
  func deletion(of texts: [String], _ number: Int64, from name: String) -> SQL

  /// Merges some of the segments that the transactions of an import have added so far.
  func mergeSome(of name: String, _ db: Transaction) throws

  /// Merges some of the segments of an index that is complete. The first call begins the merge. Returns false if there was nothing left
  /// to merge.
  func merge(_ name: String, isFirst: Bool, _ db: Transaction) throws -> Bool

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

extension Transaction {
  /// The full-text index of the database's engine.
  var index: any FullTextIndex {
    switch dialect {
    case .sqlite: FTS5Index()
    case .postgreSQL: VectorIndex()
    }
  }
}
