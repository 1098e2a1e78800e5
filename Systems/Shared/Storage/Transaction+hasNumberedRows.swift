extension Transaction {
  /// Returns whether a table has ever had a row, which may have been deleted since.
  package func hasNumberedRows(_ table: String, _ column: String) throws -> Bool {
    switch dialect {
    case .sqlite: try exists("SELECT name FROM sqlite_sequence WHERE name = \(table)")
    case .postgreSQL: try value("SELECT is_called FROM \(name: "\(table)_\(column)_seq")")
    }
  }
}
