extension Transaction {
  /// Runs work that removes many rows without secrets.
  ///
  /// Some builds of SQLite, such as Debian's, overwrite with zeros whatever is removed. That takes as long as to write it, and fills
  /// the write-ahead log.
  package func withoutErasing<Value>(_ work: () throws -> Value) throws -> Value {
    guard dialect == .sqlite, try value("PRAGMA secure_delete") != 0 else { return try work() }
    try script("PRAGMA secure_delete = OFF")
    let result = Result { try work() }
    try script("PRAGMA secure_delete = ON")
    return try result.get()
  }
}
