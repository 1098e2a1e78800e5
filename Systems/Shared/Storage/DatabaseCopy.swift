import NaruMessages
import Support

/// Copies everything from one database into another one, of the same engine or not.
///
/// All rows are read from one state of the source and written in one transaction, so a copy is complete or did not happen. Servers may
/// use the source meanwhile; their writes after the beginning are not in the copy.
package struct DatabaseCopy: Sendable {
  /// How far a copy is, in rows.
  package struct Progress: Sendable {
    /// The number of rows that were copied.
    package var rows = 0
    /// The number of rows in the source.
    package var total = 0
  }

  /// A table that was copied.
  package struct CopiedTable: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The number of rows.
    package let rows: Int
    /// A checksum of all values, which is the same in both databases.
    package let checksum: UInt64
  }

  /// The number of rows that are read at a time, and of values that a statement writes.
  private static let (rowLimit, valueLimit) = (2_000, 900)

  private let source: Database
  private let target: Database

  /// Prepares a copy between two databases that have run the same migrations.
  package init(from source: Database, to target: Database) {
    self.source = source
    self.target = target
  }

  /// Copies all tables, and compares the numbers of rows and the checksums.
  package func run(progress: (Progress) throws -> Void = { _ in }) throws -> [CopiedTable] {
    try source.read { source in
      try target.write { target in
        let known = Set(try source.tables().map(\.name))
        let tables = try target.tables().filter { known.contains($0.name) }
        for table in tables where try target.exists("SELECT * FROM \(name: table.name) LIMIT 1") {
          throw MessageError(
            korean: "대상 데이터베이스가 비어 있지 않습니다(\(table.name)). 빈 데이터베이스나 새 폴더를 지정해 주세요.",
            english: "The target is not empty: \(table.name) has rows. Choose an empty database or a new folder."
          )
        }
        var state = Progress()
        state.total = try tables.reduce(0) { try $0 + source.value("SELECT count(*) FROM \(name: $1.name)") }
        var copied: [CopiedTable] = []
        for table in tables {
          copied.append(try copy(table, source, target, &state, progress))
          try target.setLastNumber(source.lastNumber(of: table), of: table)
        }
        for (table, expected) in zip(tables, copied) where try Self.summary(of: table, target) != expected {
          throw MessageError(
            korean: "복사한 \(table.name) 테이블이 원본과 다릅니다. 아무것도 바꾸지 않았습니다.",
            english: "The copy of the table \(table.name) differs from the original. Nothing was changed."
          )
        }
        return copied
      }
    }
  }

  private func copy(
    _ table: Table,
    _ source: Transaction,
    _ target: Transaction,
    _ state: inout Progress,
    _ progress: (Progress) throws -> Void
  ) throws -> CopiedTable {
    let insert: SQL = "INSERT INTO \(name: table.name) (\(table.columnList)) VALUES "
    let perStatement = max(1, Self.valueLimit / table.columns.count)
    return try Self.summary(of: table, source) { rows in
      for start in stride(from: 0, to: rows.count, by: perStatement) {
        let values = rows[start..<min(start + perStatement, rows.count)].map { "(\(values: $0))" as SQL }
        try target.run("\(insert)\(values.joined(separator: ", "))")
      }
      state.rows += rows.count
      try progress(state)
    }
  }

  /// Returns the numbers of a table, and calls a closure with its rows, some at a time.
  private static func summary(
    of table: Table,
    _ db: Transaction,
    _ body: ([[SQLValue]]) throws -> Void = { _ in }
  ) throws -> CopiedTable {
    var (count, checksum) = (0, Checksum())
    try pages(of: table, db) { rows in
      try body(rows)
      for row in rows { checksum.add(row) }
      count += rows.count
    }
    return CopiedTable(name: table.name, rows: count, checksum: checksum.value)
  }

  /// Calls a closure with the rows of a table, some at a time, in the order of the primary key.
  private static func pages(of table: Table, _ db: Transaction, _ body: ([[SQLValue]]) throws -> Void) throws {
    let key = table.key.map { "\(name: $0)" as SQL }.joined(separator: ", ")
    let places = table.key.compactMap { table.columns.firstIndex(of: $0) }
    var last: [SQLValue]?
    while true {
      let rest: SQL = last.map { row in "WHERE (\(key)) > (\(values: places.map { row[$0] }))" } ?? ""
      let rows = try db.all(
        "SELECT \(table.columnList) FROM \(name: table.name) \(rest) ORDER BY \(key) LIMIT \(rowLimit)"
      ) { $0.values }
      guard !rows.isEmpty else { return }
      try body(rows)
      last = rows.last
    }
  }
}

/// A checksum of values, with their types.
private struct Checksum {
  private var hash = StableHash()

  var value: UInt64 { hash.value }

  mutating func add(_ row: [SQLValue]) {
    for value in row {
      switch value {
      case .null: add([0])
      case .integer(let number): add([1], number.bitPattern)
      case .real(let number): add([2], number.bitPattern)
      case .text(let text): add([3], UInt64(text.utf8.count), text.utf8)
      case .bytes(let data): add([4], UInt64(data.count), data)
      }
    }
  }

  private mutating func add(_ kind: [UInt8], _ number: UInt64? = nil, _ bytes: some Sequence<UInt8> = []) {
    hash.combine(kind)
    if let number {
      hash.combine(stride(from: 0, to: UInt64(64), by: 8).lazy.map { UInt8(truncatingIfNeeded: number >> $0) })
    }
    hash.combine(bytes)
  }
}

extension Int64 {
  fileprivate var bitPattern: UInt64 { UInt64(bitPattern: self) }
}

extension SQL.StringInterpolation {
  /// Adds parameters, separated by commas.
  fileprivate mutating func appendInterpolation(values: [SQLValue]) {
    for (index, value) in values.enumerated() {
      if index > 0 { appendLiteral(", ") }
      appendInterpolation(value)
    }
  }
}
