extension Transaction {
  /// Returns whether a table has ever had a row, which may have been deleted since.
  package func hasNumberedRows(_ table: String, _ column: String) throws -> Bool {
    switch dialect {
    case .sqlite: try exists("SELECT name FROM sqlite_sequence WHERE name = \(table)")
    case .postgreSQL: try value("SELECT is_called FROM \(name: "\(table)_\(column)_seq")")
    }
  }

  /// Makes other transactions that insert into a table wait for the end of this one, so that rows are committed in the order of their
  /// numbers.
  package func numberRowsInOrder(_ table: String) throws {
    // PostgreSQL takes a number long before the commit. SQLite has one writer.
    if dialect == .postgreSQL { try script("LOCK TABLE \(name: table) IN SHARE ROW EXCLUSIVE MODE") }
  }
}
