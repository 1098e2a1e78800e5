/// A statement of SQL, with the values of its parameters.
///
/// ```swift
/// try db.all("SELECT id, name FROM dori_person WHERE owner = \(owner) AND name <> \(name)", Person.init)
/// ```
///
/// An interpolated value is a parameter. It is sent separately and never becomes part of the SQL, whatever it contains.
/// Interpolated SQL becomes a part, with its parameters, so that statements can be put together:
///
/// ```swift
/// var condition: SQL = "person_id = \(person)"
/// if let since { condition = "\(condition) AND at >= \(since)" }
/// ```
public struct SQL: Sendable, Hashable {
  /// The SQL, with a `?` for each value.
  public private(set) var text: String
  /// The values of the parameters, in the order of the placeholders.
  public private(set) var values: [SQLValue]
}

extension SQL: ExpressibleByStringInterpolation {
  /// Creates SQL without parameters.
  public init(stringLiteral text: String) {
    self.text = text
    values = []
  }

  /// Creates SQL from a literal with interpolated values.
  public init(stringInterpolation parts: StringInterpolation) {
    text = parts.text
    values = parts.values
  }

  /// The parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var text = ""
    fileprivate var values: [SQLValue] = []

    /// Begins a literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount)
      values.reserveCapacity(interpolationCount)
    }

    /// Adds a part of the literal.
    public mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// Adds a parameter.
    public mutating func appendInterpolation(_ value: some Storable) {
      text += "?"
      values.append(value.sqlValue)
    }

    /// Adds a parameter that may be `NULL`. Without this overload, the compiler warns about each optional value.
    public mutating func appendInterpolation<Value: Storable>(_ value: Value?) {
      text += "?"
      values.append(value.sqlValue)
    }

    /// Adds a parameter with the raw value of an identifier or of a case.
    public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value) where Value.RawValue: Storable {
      appendInterpolation(value.rawValue)
    }

    /// Adds a parameter with the raw value of an identifier or of a case, or `NULL`.
    public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value?) where Value.RawValue: Storable {
      appendInterpolation(value?.rawValue)
    }

    /// Adds the parameters of a list: `(?, ?, ?)` for `IN`. Nothing is `IN` an empty list.
    public mutating func appendInterpolation(list: [some Storable]) {
      text += list.isEmpty ? "(NULL)" : "(?\(String(repeating: ", ?", count: list.count - 1)))"
      values += list.map(\.sqlValue)
    }

    /// Adds SQL with its parameters.
    public mutating func appendInterpolation(_ sql: SQL) {
      text += sql.text
      values += sql.values
    }

    /// Adds the name of a table or a column, in quotes.
    public mutating func appendInterpolation(name: String) {
      text += "\""
      text += name.utf8.contains(UInt8(ascii: "\"")) ? name.replacing("\"", with: "\"\"") : name
      text += "\""
    }

    /// Adds the names of columns, in quotes: `"id", "name"`.
    public mutating func appendInterpolation(names: [String]) {
      for (index, name) in names.enumerated() {
        if index > 0 { text += ", " }
        appendInterpolation(name: name)
      }
    }
  }
}

extension Sequence<SQL> {
  /// Returns the statements as one, with a separator between them.
  public func joined(separator: SQL) -> SQL {
    reduce(nil as SQL?) { whole, part in whole.map { "\($0)\(separator)\(part)" } ?? part } ?? ""
  }
}
