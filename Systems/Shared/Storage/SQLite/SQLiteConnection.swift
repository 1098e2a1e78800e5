import GRDB

/// A connection of GRDB.
struct SQLiteConnection: Connection {
  static let dialect = Dialect.sqlite

  let db: GRDB.Database

  func run(_ sql: SQL) throws -> Int {
    try db.cachedStatement(sql: sql.text).execute(arguments: sql.arguments)
    return db.changesCount
  }

  func run(_ text: String, rows: [[SQLValue]]) throws {
    let statement = try db.cachedStatement(sql: text)
    for row in rows { try statement.execute(arguments: StatementArguments(row.map(\.databaseValue))) }
  }

  func script(_ text: String) throws {
    try db.execute(sql: text)
  }

  func rows(_ sql: SQL, _ body: (Row) throws -> Bool) throws {
    let statement = try db.cachedStatement(sql: sql.text)
    let cursor = try GRDB.Row.fetchCursor(statement, arguments: sql.arguments)
    let columns = Columns(statement.columnNames)
    let indices = 0..<Int32(statement.columnCount)
    while try cursor.next() != nil {
      // Directly from the statement, because a GRDB row ends the process if a value has another type than expected.
      let values = indices.map { SQLValue(DatabaseValue(sqliteStatement: statement.sqliteStatement, index: $0)) }
      guard try body(Row(columns: columns, values: values)) else { break }
    }
    // A change is complete when its last row was read.
    if !statement.isReadonly { while try cursor.next() != nil {} }
  }
}

extension Transaction {
  init(_ db: GRDB.Database) {
    connection = SQLiteConnection(db: db)
  }
}

extension SQL {
  fileprivate var arguments: StatementArguments { StatementArguments(values.map(\.databaseValue)) }
}

extension SQLValue {
  fileprivate init(_ value: DatabaseValue) {
    self =
      switch value.storage {
      case .null: .null
      case .int64(let number): .integer(number)
      case .double(let number): .real(number)
      case .string(let text): .text(text)
      case .blob(let bytes): .bytes(bytes)
      }
  }

  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .bytes(let bytes): bytes.databaseValue
    }
  }
}
