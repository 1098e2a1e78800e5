import Storage

/// An index of PostgreSQL's `tsvector`: the tokens of a book with their places, and the columns as weights.
///
/// `pg_trgm` indexes only letters, but most of a token is other characters. A `tsvector` accepts any string as a token.
struct VectorIndex: FullTextIndex {
  /// The columns with their weights, in the order of the strings of a book.
  private static let weights = [("title", "A"), ("author", "B"), ("publisher", "C")]
  /// The last place that a `tsvector` has. Later tokens are at this one.
  private static let lastPlace = 16_383

  func createTable(_ name: String, for table: IndexText.Table, _ db: Transaction) throws {
    // The server names the index, because two of one table's names are there during an import.
    try db.script(
      """
      CREATE TABLE \(name: name) (number BIGINT PRIMARY KEY, tokens TSVECTOR NOT NULL);
      CREATE INDEX ON \(name: name) USING gin (tokens);
      """
    )
  }

  func insertion(of texts: [String], _ number: Int64, into name: String) -> SQL {
    var tokens = ""
    var place = 0
    for (text, weight) in zip(texts, Self.weights.map(\.1)) {
      for token in text.split(separator: " ") {
        place = min(place + 1, Self.lastPlace)
        tokens += "\(Self.quoted(String(token))):\(place)\(weight) "
      }
      // No phrase goes from one column to the next.
      place += 1
    }
    return "INSERT INTO \(name: name) (number, tokens) VALUES (\(number), CAST(\(tokens) AS TSVECTOR))"
  }

  func deletion(of texts: [String], _ number: Int64, from name: String) -> SQL {
    "DELETE FROM \(name: name) WHERE number = \(number)"
  }

  func fill(
    _ prefix: String,
    batches: Int,
    _ batch: (Int) throws -> [SearchIndex.Keys],
    write: ((Transaction) throws -> Void) throws -> Void
  ) throws {
    for number in 0..<batches {
      let books = try batch(number)
      try write { db in
        for table in IndexText.Table.allCases {
          for book in books {
            try db.run(insertion(of: book.tokens(for: table), book.number, into: prefix + table.rawValue))
          }
        }
      }
    }
    // New statistics tell the server which tokens are in most books.
    for table in IndexText.Table.allCases { try write { try $0.script("ANALYZE \(name: prefix + table.rawValue)") } }
  }

  func mostRows(of name: String) -> (table: String, condition: SQL)? { nil }

  func numbers(of query: IndexQuery, in table: IndexText.Table) -> SQL {
    let weights = Self.weights.filter { query.columns.contains($0.0) }.map(\.1).joined()
    let text = Self.text(query.expression, weights)
    return "SELECT number FROM \(name: table.rawValue) WHERE tokens @@ CAST(\(text) AS TSQUERY)"
  }

  func lowest(
    _ limit: Int,
    of query: IndexQuery,
    in table: IndexText.Table,
    _ db: Transaction,
    count: (SQL) throws -> Int
  ) throws -> SQL {
    let found = numbers(of: query, in: table)
    // The server takes a rare phrase for a frequent one, and would look at the books one by one, in order, until it has found enough.
    // That pays only if it looks at fewer books, `all * limit / total`, than it finds. An expression has no index, so it then finds all.
    let total = try count(found)
    var order: SQL = "number + 0"
    if total > limit {
      let all: Int = try db.value(
        "SELECT CAST(greatest(reltuples, \(total)) AS BIGINT) FROM pg_class WHERE oid = to_regclass(\(table.rawValue))"
      )
      if total * total > all * limit { order = "number" }
    }
    return "\(found) ORDER BY \(order) LIMIT \(limit)"
  }

  func firstSpace(in column: String) -> SQL { "strpos(\(name: column), ' ')" }

  private static func text(_ expression: IndexExpression, _ weights: String) -> String {
    switch expression {
    case .phrase(let tokens, let isPrefix):
      let parts = tokens.enumerated().map { index, token in
        "\(quoted(token)):\(isPrefix && index == tokens.count - 1 ? "*" : "")\(weights)"
      }
      return "(\(parts.joined(separator: " <-> ")))"
    case .any(let parts): return "(\(parts.map { text($0, weights) }.joined(separator: " | ")))"
    case .all(let parts): return "(\(parts.map { text($0, weights) }.joined(separator: " & ")))"
    }
  }

  private static func quoted(_ token: String) -> String {
    "'\(token.replacing("\\", with: "\\\\").replacing("'", with: "''"))'"
  }
}
