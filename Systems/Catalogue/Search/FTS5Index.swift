import Storage

/// An index of SQLite's FTS5, with the `ascii` tokenizer, which splits at spaces.
struct FTS5Index: FullTextIndex {
  /// The number of pages that one call merges.
  private static let mergedAtOnce = 100
  /// The maximum number of segments that SQLite can be told to collect before it merges them.
  private static let mostSegments = 1999

  func createTable(_ name: String, for table: IndexText.Table, _ db: Transaction) throws {
    // The prefixes are the lengths of queries that would otherwise read too many tokens: a letter, two initials.
    let prefixes: SQL =
      switch table {
      case .text: ", prefix='1'"
      case .initials: ", prefix='1 2'"
      case .pairs: ", prefix='2'"
      }
    try db.script(
      """
      CREATE VIRTUAL TABLE \(name: name) USING fts5(
        title, author, publisher, content='', columnsize=0, tokenize='ascii'\(prefixes)
      )
      """
    )
    // One transaction adds one segment. With the default of 1 MB, a large transaction would add hundreds.
    try run("hashsize", 64 << 20, on: name, db)
    // Only ``mergeSome(of:_:)`` merges while the index is written. SQLite's automatic merges sometimes write thousands of pages in
    // one transaction, and other writes wait for it.
    try run("automerge", 0, on: name, db)
    try run("crisismerge", Self.mostSegments, on: name, db)
    try run("usermerge", 16, on: name, db)
  }

  private func run(_ command: String, _ value: Int, on name: String, _ db: Transaction) throws {
    try db.run("INSERT INTO \(name: name) (\(name: name), rank) VALUES (\(command), \(value))")
  }

  func insertion(of texts: [String], _ number: Int64, into name: String) -> SQL {
    """
    INSERT INTO \(name: name) (rowid, title, author, publisher)
    VALUES (\(number), \(texts[0]), \(texts[1]), \(texts[2]))
    """
  }

  func deletion(of texts: [String], _ number: Int64, from name: String) -> SQL {
    // The index has no strings of its own, so it is told which tokens to remove.
    """
    INSERT INTO \(name: name) (\(name: name), rowid, title, author, publisher)
    VALUES ('delete', \(number), \(texts[0]), \(texts[1]), \(texts[2]))
    """
  }

  func mergeSome(of name: String, _ db: Transaction) throws {
    try run("merge", Self.mergedAtOnce, on: name, db)
  }

  func merge(_ name: String, isFirst: Bool, _ db: Transaction) throws -> Bool {
    if isFirst {
      // From now on, changes are few. These are SQLite's defaults.
      try run("automerge", 4, on: name, db)
      try run("crisismerge", 16, on: name, db)
      try run("usermerge", 4, on: name, db)
    }
    let before: Int = try db.value("SELECT total_changes()")
    try run("merge", isFirst ? -Self.mergedAtOnce : Self.mergedAtOnce, on: name, db)
    // According to FTS5's documentation, a difference of less than 2 means that the command did nothing.
    return try db.value("SELECT total_changes()") - before >= 2
  }

  func mostRows(of name: String) -> (table: String, condition: SQL)? {
    // The rows 1 and 10 describe the index, and without them SQLite can't drop it.
    (name + "_data", "id > 10")
  }

  func numbers(of query: IndexQuery, in table: IndexText.Table) -> SQL {
    let name = table.rawValue
    let expression = "{\(query.columns.joined(separator: " "))} : \(Self.text(query.expression))"
    return "SELECT rowid AS number FROM \(name: name) WHERE \(name: name) MATCH \(expression)"
  }

  func lowest(
    _ limit: Int,
    of query: IndexQuery,
    in table: IndexText.Table,
    _ db: Transaction,
    count: (SQL) throws -> Int
  ) -> SQL {
    "\(numbers(of: query, in: table)) ORDER BY number LIMIT \(limit)"
  }

  func firstSpace(in column: String) -> SQL { "instr(\(name: column), ' ')" }

  private static func text(_ expression: IndexExpression) -> String {
    switch expression {
    case .phrase(let tokens, let isPrefix): "\"\(tokens.joined(separator: " "))\"\(isPrefix ? "*" : "")"
    case .any(let parts): "(\(parts.map(text).joined(separator: " OR ")))"
    case .all(let parts): "(\(parts.map(text).joined(separator: " AND ")))"
    }
  }
}
