import Storage

/// An index of SQLite's FTS5, with the `ascii` tokenizer, which splits at spaces.
struct FTS5Index: FullTextIndex {
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
    // An index is written at once. With the default of 1 MB it would be merged from hundreds of pieces.
    try db.run("INSERT INTO \(name: name) (\(name: name), rank) VALUES ('hashsize', \(64 << 20))")
  }

  func insertion(of texts: [String], _ number: Int64, into name: String) -> SQL {
    """
    INSERT INTO \(name: name) (rowid, title, author, publisher)
    VALUES (\(number), \(texts[0]), \(texts[1]), \(texts[2]))
    """
  }

  func deletion(of texts: [String], _ number: Int64, from name: String) -> SQL {
    // The index has no texts of its own, so it is told which tokens to remove.
    """
    INSERT INTO \(name: name) (\(name: name), rowid, title, author, publisher)
    VALUES ('delete', \(number), \(texts[0]), \(texts[1]), \(texts[2]))
    """
  }

  func merge(_ name: String, isFirst: Bool, _ db: Transaction) throws -> Bool {
    let before: Int = try db.value("SELECT total_changes()")
    try db.run("INSERT INTO \(name: name) (\(name: name), rank) VALUES ('merge', \(isFirst ? -100 : 100))")
    // As FTS5's documentation says: a difference of less than 2 means that the command did nothing.
    return try db.value("SELECT total_changes()") - before >= 2
  }

  func mostRows(of name: String) -> (table: String, condition: SQL)? {
    // The rows 1 and 10 describe the index, and without them SQLite refuses to drop it.
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
