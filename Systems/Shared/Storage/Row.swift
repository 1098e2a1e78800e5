/// A row of a result. It is valid only in the closure that gets it.
///
/// ```swift
/// init(_ row: Row) throws {
///   id = try row["id"]
///   name = try row["name"]
///   memo = try row["memo"]  // optional: may be NULL
/// }
/// ```
public struct Row {
  let columns: Columns
  /// The values of all columns, in the order of the statement.
  public let values: [SQLValue]

  /// Returns the value of a column. Names come from the statement, in the same case; give an expression a name with `AS`.
  ///
  /// - Throws: ``StorageError`` that names the column if there is none with the name, or its value has another type.
  public subscript<Value: Storable>(_ column: String) -> Value {
    get throws {
      let stored = try stored(column)
      guard let value = Value(sqlValue: stored) else { throw StorageError.wrongType(column, stored, Value.self) }
      return value
    }
  }

  /// Returns the identifier or the case whose raw value is in a column.
  ///
  /// - Throws: ``StorageError`` that names the column if there is none with the name, or no case has its value.
  public subscript<Value: RawRepresentable>(_ column: String) -> Value where Value.RawValue: Storable {
    get throws {
      let stored = try stored(column)
      guard let raw = Value.RawValue(sqlValue: stored), let value = Value(rawValue: raw) else {
        throw StorageError.wrongType(column, stored, Value.self)
      }
      return value
    }
  }

  /// Returns the identifier or the case whose raw value is in a column, or `nil` for `NULL`.
  ///
  /// - Throws: ``StorageError`` that names the column if there is none with the name, or no case has its value.
  public subscript<Value: RawRepresentable>(_ column: String) -> Value? where Value.RawValue: Storable {
    get throws {
      if case .null = try stored(column) { return nil }
      return try self[column] as Value
    }
  }

  func stored(_ column: String) throws -> SQLValue {
    guard let index = columns.index(of: column) else { throw StorageError.missingColumn(column, known: columns.names) }
    return values[index]
  }
}

@available(*, unavailable)
extension Row: Sendable {}

/// The columns of a result.
final class Columns {
  let names: [String]
  /// The column after the last one found, because a row is usually read in the order of its columns.
  private var next = 0

  init(_ names: [String]) {
    self.names = names
  }

  /// Returns the place of the column with a name, as it is or as a property: `personID` for `person_id`.
  func index(of name: String) -> Int? {
    // A column that may be NULL is looked up twice.
    for index in (next - 1...next).reversed() where names.indices.contains(index) && Self.isEqual(names[index], name) {
      next = index + 1
      return index
    }
    guard let index = names.firstIndex(where: { Self.isEqual($0, name) }) else { return nil }
    next = index + 1
    return index
  }

  private static func isEqual(_ column: String, _ name: String) -> Bool {
    if column == name { return true }
    var rest = name.utf8[...]
    for byte in column.utf8 where byte != UInt8(ascii: "_") {
      // 0x20 is the difference between the cases of a letter. A digit never equals a letter for it.
      guard let other = rest.popFirst() else { return false }
      guard byte == other || (byte == other | 0x20 && other >= UInt8(ascii: "A")) else { return false }
    }
    return rest.isEmpty
  }
}
