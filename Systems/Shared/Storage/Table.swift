/// A table of a database.
package struct Table: Sendable {
  /// The name.
  package let name: String
  /// The columns, in order.
  let columns: [String]
  /// The columns of the primary key, in order.
  let key: [String]
  /// The tables that this one refers to, without itself.
  let references: Set<String>
  /// The column that numbers the rows: a column with `AUTOINCREMENT`.
  let numbered: String?

  /// The columns for a statement.
  var columnList: SQL { "\(names: columns)" }
}

extension Transaction {
  /// Returns the tables of the program, each after those that it refers to. Tables of the engine and of the migrations are left out.
  package func tables() throws -> [Table] {
    var rest = try (dialect == .sqlite ? sqliteTables() : postgreSQLTables()).filter { !$0.key.isEmpty }
    let names = Set(rest.map(\.name))
    var sorted: [Table] = []
    while !rest.isEmpty {
      let done = Set(sorted.map(\.name))
      let next = rest.filter { $0.references.intersection(names).isSubset(of: done) }
      // Tables that refer to each other stay in the order of their names.
      sorted += next.isEmpty ? rest : next
      let added = Set(sorted.map(\.name))
      rest.removeAll { added.contains($0.name) }
    }
    return sorted
  }

  private func sqliteTables() throws -> [Table] {
    let names: [String] = try values(
      """
      SELECT name FROM sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name <> 'grdb_migrations' ORDER BY name
      """
    )
    return try names.map { name in
      let columns: [(name: String, key: Int)] = try all("SELECT name, pk FROM pragma_table_info(\(name))") {
        (try $0["name"], try $0["pk"])
      }
      let schema: String = try value("SELECT sql FROM sqlite_schema WHERE name = \(name)")
      let key = columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name)
      return Table(
        name: name,
        columns: columns.map(\.name),
        key: key,
        references: Set(try values("SELECT \"table\" FROM pragma_foreign_key_list(\(name))", as: String.self))
          .subtracting([name]),
        numbered: schema.contains("AUTOINCREMENT") ? key.first : nil
      )
    }
  }

  private func postgreSQLTables() throws -> [Table] {
    let names: [String] = try values(
      """
      SELECT CAST(tablename AS TEXT) FROM pg_tables
      WHERE schemaname = current_schema() AND tablename <> 'naru_migration' ORDER BY 1
      """
    )
    return try names.map { name in
      let columns: [(name: String, isIdentity: Bool)] = try all(
        """
        SELECT CAST(column_name AS TEXT) AS name, is_identity = 'YES' AS is_identity FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = \(name) ORDER BY ordinal_position
        """
      ) { (try $0["name"], try $0["is_identity"]) }
      return Table(
        name: name,
        columns: columns.map(\.name),
        key: try values(
          """
          SELECT CAST(attname AS TEXT) FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
          WHERE indrelid = to_regclass(quote_ident(\(name))) AND indisprimary
          ORDER BY array_position(CAST(indkey AS SMALLINT[]), attnum)
          """
        ),
        references: Set(
          try values(
            """
            SELECT CAST(relname AS TEXT) FROM pg_constraint JOIN pg_class ON pg_class.oid = confrelid
            WHERE conrelid = to_regclass(quote_ident(\(name))) AND contype = 'f'
            """,
            as: String.self
          )
        ).subtracting([name]),
        numbered: columns.first(where: \.isIdentity)?.name
      )
    }
  }

  /// Returns the last number that was given to a row of a table. `nil` if there was none, or the rows have no numbers.
  func lastNumber(of table: Table) throws -> Int64? {
    guard let column = table.numbered, try hasNumberedRows(table.name, column) else { return nil }
    switch dialect {
    case .sqlite: return try value("SELECT seq FROM sqlite_sequence WHERE name = \(table.name)")
    case .postgreSQL: return try value("SELECT last_value FROM \(name: "\(table.name)_\(column)_seq")")
    }
  }

  /// Sets the last number that was given to a row of a table, so that the next row gets the one after it.
  func setLastNumber(_ number: Int64?, of table: Table) throws {
    guard let number, let column = table.numbered else { return }
    switch dialect {
    case .sqlite:
      try run("DELETE FROM sqlite_sequence WHERE name = \(table.name)")
      try run("INSERT INTO sqlite_sequence (name, seq) VALUES (\(table.name), \(number))")
    case .postgreSQL:
      _ = try value("SELECT setval(to_regclass(\("\(table.name)_\(column)_seq")), \(number))", as: Int64.self)
    }
  }
}
