public import Foundation

/// A value in a column, or of a parameter.
public enum SQLValue: Sendable, Hashable {
  /// No value.
  case null
  /// An integer, or a truth value as 0 or 1.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A string.
  case text(String)
  /// Bytes.
  case bytes(Data)
}

extension SQLValue {
  /// The kind of the value, for an error. The value itself may be secret.
  var kind: String {
    switch self {
    case .null: "NULL"
    case .integer: "an integer"
    case .real: "a floating-point number"
    case .text: "a text"
    case .bytes: "bytes"
    }
  }
}

/// A type whose values can be stored in a column.
public protocol Storable {
  /// The value in the column.
  var sqlValue: SQLValue { get }

  /// Creates a value from a column's. `nil` for a value of another type or out of range.
  init?(sqlValue: SQLValue)
}

extension SQLValue: Storable {
  /// The value itself.
  public var sqlValue: SQLValue { self }

  /// Creates a value from any value.
  public init?(sqlValue: SQLValue) {
    self = sqlValue
  }
}

extension Int64: Storable {
  /// An integer.
  public var sqlValue: SQLValue { .integer(self) }

  /// Creates a number from an integer.
  public init?(sqlValue: SQLValue) {
    guard case .integer(let number) = sqlValue else { return nil }
    self = number
  }
}

extension Int: Storable {
  /// An integer.
  public var sqlValue: SQLValue { .integer(Int64(self)) }

  /// Creates a number from an integer.
  public init?(sqlValue: SQLValue) {
    guard case .integer(let number) = sqlValue else { return nil }
    self.init(exactly: number)
  }
}

extension Double: Storable {
  /// A floating-point number.
  public var sqlValue: SQLValue { .real(self) }

  /// Creates a number from a floating-point number or an integer, because an engine may return `4.0` as 4.
  public init?(sqlValue: SQLValue) {
    switch sqlValue {
    case .real(let number): self = number
    case .integer(let number): self.init(exactly: number)
    default: return nil
    }
  }
}

extension Bool: Storable {
  /// 0 or 1.
  public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

  /// Creates a truth value from 0 or 1.
  public init?(sqlValue: SQLValue) {
    switch sqlValue {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension String: Storable {
  /// A string.
  public var sqlValue: SQLValue { .text(self) }

  /// Creates a string from a string.
  public init?(sqlValue: SQLValue) {
    guard case .text(let text) = sqlValue else { return nil }
    self = text
  }
}

extension Data: Storable {
  /// Bytes.
  public var sqlValue: SQLValue { .bytes(self) }

  /// Creates data from bytes.
  public init?(sqlValue: SQLValue) {
    guard case .bytes(let bytes) = sqlValue else { return nil }
    self = bytes
  }
}

extension UUID: Storable {
  /// The string in lower case.
  public var sqlValue: SQLValue { .text(uuidString.lowercased()) }

  /// Creates an ID from its string in either case.
  public init?(sqlValue: SQLValue) {
    guard case .text(let text) = sqlValue else { return nil }
    self.init(uuidString: text)
  }
}

extension Optional: Storable where Wrapped: Storable {
  /// The value, or `NULL`.
  public var sqlValue: SQLValue { self?.sqlValue ?? .null }

  /// Creates an optional from `NULL` or a value.
  public init?(sqlValue: SQLValue) {
    if case .null = sqlValue {
      self = .none
    } else {
      guard let value = Wrapped(sqlValue: sqlValue) else { return nil }
      self = .some(value)
    }
  }
}

extension Date: Storable {
  /// The milliseconds since 1970.
  public var sqlValue: SQLValue { .integer(milliseconds) }

  /// Creates a date from milliseconds since 1970.
  public init?(sqlValue: SQLValue) {
    guard case .integer(let milliseconds) = sqlValue else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// The milliseconds since 1970, rounded: a time as in the tables.
  public var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  /// Creates a date from a time in the tables.
  public init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
