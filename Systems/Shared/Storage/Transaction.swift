/// A transaction, the argument of the closures of `Database.read` and `Database.write`. It is valid only in the closure.
///
/// Statements are prepared once for each connection and SQL string. While a closure reads the rows of a statement, it must not run the
/// same statement again. A result is a query's, or a change's with `RETURNING`. All methods throw the errors of the database and of
/// their closures, and ``StorageError`` for a result that lacks a column or a row, or has a value of another type.
public struct Transaction {
  let connection: any Connection

  /// The SQL that the database understands.
  var dialect: Dialect { type(of: connection).dialect }

  /// Runs a statement that changes rows, and returns how many it inserted, updated or deleted.
  @discardableResult
  public func run(_ sql: SQL) throws -> Int {
    try connection.run(sql)
  }

  /// Runs a statement once for each row of values. It has a `?` for each value, and no interpolated values. If it fails, it has
  /// run for the rows before.
  package func run(_ sql: SQL, rows: [[SQLValue]]) throws {
    try connection.run(sql.text, rows: rows)
  }

  /// Runs statements without parameters that are separated by semicolons, such as those that create tables.
  ///
  /// On PostgreSQL, the types of SQLite become its own: `INTEGER` is `BIGINT`, `REAL` is `DOUBLE PRECISION`, `BLOB` is `BYTEA`, `TEXT` is
  /// compared byte by byte, `AUTOINCREMENT` is an identity column, and `WITHOUT ROWID` is left out.
  public func script(_ sql: SQL) throws {
    precondition(sql.values.isEmpty, "A script has no parameters.")
    try connection.script(sql.text)
  }

  /// Calls a closure for each row of a result, in order.
  public func each(_ sql: SQL, _ body: (Row) throws -> Void) throws {
    try connection.rows(sql) { row in
      try body(row)
      return true
    }
  }

  /// Returns all rows of a result.
  public func all<Value>(_ sql: SQL, _ read: (Row) throws -> Value) throws -> [Value] {
    var values: [Value] = []
    try each(sql) { values.append(try read($0)) }
    return values
  }

  /// Returns the first row of a result. `nil` if it has none.
  public func first<Value>(_ sql: SQL, _ read: (Row) throws -> Value) throws -> Value? {
    var value: Value?
    try connection.rows(sql) { row in
      value = try read(row)
      return false
    }
    return value
  }

  /// Returns the values in the first column of a result.
  public func values<Value: Storable>(_ sql: SQL, as type: Value.Type = Value.self) throws -> [Value] {
    try all(sql) { try $0.first() }
  }

  /// Returns the value in the first column of the first row, such as a count or a new row's number.
  public func value<Value: Storable>(_ sql: SQL, as type: Value.Type = Value.self) throws -> Value {
    guard let value = try valueIfAny(sql, as: type) else { throw StorageError.noRow }
    return value
  }

  /// Returns the value in the first column of the first row. `nil` if there is no row.
  public func valueIfAny<Value: Storable>(_ sql: SQL, as type: Value.Type = Value.self) throws -> Value? {
    try first(sql) { try $0.first() }
  }

  /// Returns whether a query finds a row.
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
    guard let stored = values.first else { throw StorageError.missingColumn(name, known: columns.names) }
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
