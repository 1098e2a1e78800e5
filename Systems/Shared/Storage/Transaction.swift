/// A transaction, the argument of the closures of `Database.read` and `Database.write`. It is valid only in the closure.
///
/// Statements are prepared once for each connection and SQL string. While a closure reads the rows of a statement, it must not run the
/// same statement again.
public struct Transaction {
  let connection: any Connection

  /// The SQL that the database understands.
  var dialect: Dialect { type(of: connection).dialect }

  /// Runs a statement that changes rows.
  ///
  /// - Parameter sql: one statement.
  /// - Returns: how many rows it inserted, updated or deleted.
  /// - Throws: an error of the database.
  @discardableResult
  public func run(_ sql: SQL) throws -> Int {
    try connection.run(sql)
  }

  /// Runs a statement that changes rows once for each row of values.
  ///
  /// - Parameters:
  ///   - sql: one statement, with a `?` for each value and no interpolated values.
  ///   - rows: the values of each run.
  /// - Throws: an error of the database. The statement has run for the rows before.
  package func run(_ sql: SQL, rows: [[SQLValue]]) throws {
    try connection.run(sql.text, rows: rows)
  }

  /// Runs statements that are separated by semicolons, such as those that create tables.
  ///
  /// On PostgreSQL, the types of SQLite become its own: `INTEGER` is `BIGINT`, `REAL` is `DOUBLE PRECISION`, `BLOB` is `BYTEA`, `TEXT` is
  /// compared byte by byte, `AUTOINCREMENT` is an identity column, and `WITHOUT ROWID` is left out.
  ///
  /// - Parameter sql: the statements, without parameters.
  /// - Throws: an error of the database.
  public func script(_ sql: SQL) throws {
    precondition(sql.values.isEmpty, "A script has no parameters.")
    try connection.script(sql.text)
  }

  /// Calls a closure for each row of a result, in order.
  ///
  /// - Parameters:
  ///   - sql: a query, or a change with `RETURNING`.
  ///   - body: reads the row.
  /// - Throws: the error of the closure or of the database.
  public func each(_ sql: SQL, _ body: (Row) throws -> Void) throws {
    try connection.rows(sql) { row in
      try body(row)
      return true
    }
  }

  /// Returns all rows of a result.
  ///
  /// - Parameters:
  ///   - sql: a query, or a change with `RETURNING`.
  ///   - read: reads a row.
  /// - Returns: the closure's results for the rows, in order.
  /// - Throws: the error of the closure or of the database.
  public func all<Value>(_ sql: SQL, _ read: (Row) throws -> Value) throws -> [Value] {
    var values: [Value] = []
    try each(sql) { values.append(try read($0)) }
    return values
  }

  /// Returns the first row of a result. `nil` if it has none.
  ///
  /// - Parameters:
  ///   - sql: a query, or a change with `RETURNING`.
  ///   - read: reads the row.
  /// - Returns: the closure's result for the row.
  /// - Throws: the error of the closure or of the database.
  public func first<Value>(_ sql: SQL, _ read: (Row) throws -> Value) throws -> Value? {
    var value: Value?
    try connection.rows(sql) { row in
      value = try read(row)
      return false
    }
    return value
  }

  /// Returns the values in the first column of a result.
  ///
  /// - Parameters:
  ///   - sql: a query, or a change with `RETURNING`.
  ///   - type: the type of the values.
  /// - Returns: the values, in order.
  /// - Throws: ``StorageError`` for a value of another type, or an error of the database.
  public func values<Value: Storable>(_ sql: SQL, as type: Value.Type = Value.self) throws -> [Value] {
    try all(sql) { try $0.first() }
  }

  /// Returns the value in the first column of the first row, such as a count or a new row's number.
  ///
  /// - Parameters:
  ///   - sql: a query, or a change with `RETURNING`.
  ///   - type: the type of the value.
  /// - Returns: the value.
  /// - Throws: ``StorageError`` if there is no row or the value has another type, or an error of the database.
  public func value<Value: Storable>(_ sql: SQL, as type: Value.Type = Value.self) throws -> Value {
    guard let value = try valueIfAny(sql, as: type) else { throw StorageError.noRow }
    return value
  }

  /// Returns the value in the first column of the first row. `nil` if there is no row.
  ///
  /// - Parameters:
  ///   - sql: a query, or a change with `RETURNING`.
  ///   - type: the type of the value.
  /// - Returns: the value.
  /// - Throws: ``StorageError`` if the value has another type, or an error of the database.
  public func valueIfAny<Value: Storable>(_ sql: SQL, as type: Value.Type = Value.self) throws -> Value? {
    try first(sql) { try $0.first() }
  }

  /// Returns whether a query finds a row.
  ///
  /// - Parameter sql: the query.
  /// - Returns: whether there is a row.
  /// - Throws: an error of the database.
  public func exists(_ sql: SQL) throws -> Bool {
    try first(sql) { _ in true } ?? false
  }
}

@available(*, unavailable)
extension Transaction: Sendable {}

extension Row {
  /// Returns the value of the first column.
  fileprivate func first<Value: Storable>() throws -> Value {
    let name = columns.names.first ?? ""
    guard let stored = values.first else { throw StorageError.missingColumn(name, columns.names) }
    guard let value = Value(sqlValue: stored) else { throw StorageError.wrongType(name, stored, Value.self) }
    return value
  }
}

/// A connection of an engine to its database, in a transaction.
protocol Connection {
  /// The SQL that the engine understands.
  static var dialect: Dialect { get }

  /// Runs a statement and returns how many rows it changed.
  func run(_ sql: SQL) throws -> Int

  /// Runs a statement once for each row of values.
  func run(_ text: String, rows: [[SQLValue]]) throws

  /// Runs statements that are separated by semicolons.
  func script(_ text: String) throws

  /// Calls a closure for each row, until it returns false.
  func rows(_ sql: SQL, _ body: (Row) throws -> Bool) throws
}

extension Connection {
  func run(_ text: String, rows: [[SQLValue]]) throws {
    for row in rows { _ = try run(SQL(text: text, values: row)) }
  }
}
