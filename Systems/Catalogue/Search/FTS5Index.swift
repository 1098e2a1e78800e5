import Storage

/// An index of SQLite's FTS5, with the `ascii` tokenizer, which splits at spaces.
struct FTS5Index: FullTextIndex {
  /// The number of bytes that a draft collects for each table before it writes a segment.
  private static let draftMemory = 16 << 20
  /// The number of rows that one transaction copies from a draft. Most have a page each.
  private static let copiedAtOnce = 250
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

  /// Makes the indexes in a temporary database first, in one transaction that no one waits for, and copies their pages. In place, each
  /// short transaction would add a segment, and merging these takes longer than everything else.
  func fill(
    _ prefix: String,
    batches: Int,
    _ batch: (Int) throws -> [SearchIndex.Keys],
    write: ((Transaction) throws -> Void) throws -> Void
  ) throws {
    let draft = try Database.temporary()
    try draft.write { db in
      for table in IndexText.Table.allCases {
        try createTable(table.rawValue, for: table, db)
        try run("hashsize", Self.draftMemory, on: table.rawValue, db)
        // All segments are merged at the end, once.
        try run("automerge", 0, on: table.rawValue, db)
        try run("crisismerge", Self.mostSegments, on: table.rawValue, db)
      }
      for number in 0..<batches {
        let books = try batch(number)
        for table in IndexText.Table.allCases {
          try db.run(
            "INSERT INTO \(name: table.rawValue) (rowid, title, author, publisher) VALUES (?, ?, ?, ?)",
            rows: books.map { book in [book.number.sqlValue] + book.tokens(for: table).map(\.sqlValue) }
          )
        }
      }
      for table in IndexText.Table.allCases {
        try db.run("INSERT INTO \(name: table.rawValue) (\(name: table.rawValue)) VALUES ('optimize')")
      }
    }
    // What FTS5 keeps of a table without content: pages, and the first token of each.
    for table in IndexText.Table.allCases {
      for (part, values) in [("_data", "(?, ?)"), ("_idx", "(?, ?, ?)")] as [(String, SQL)] {
        try copy(table.rawValue + part, of: draft, to: prefix + table.rawValue + part, values, write)
      }
    }
  }

  private func copy(
    _ name: String,
    of draft: Database,
    to target: String,
    _ values: SQL,
    _ write: ((Transaction) throws -> Void) throws -> Void
  ) throws {
    var rows: [[SQLValue]] = []
    func flush() throws {
      // An empty index has two rows already.
      try write { try $0.run("REPLACE INTO \(name: target) VALUES \(values)", rows: rows) }
      rows.removeAll(keepingCapacity: true)
    }
    try draft.read { db in
      try db.each("SELECT * FROM \(name: name)") { row in
        rows.append(row.values)
        if rows.count == Self.copiedAtOnce { try flush() }
      }
    }
    try flush()
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
