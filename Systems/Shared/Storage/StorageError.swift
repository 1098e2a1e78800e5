/// An error in the result of a statement. It contains no value of the database.
public enum StorageError: Error, Hashable, CustomStringConvertible {
  /// A result has no column with a name, but others.
  case missingColumn(String, known: [String])
  /// A column's value is not of the expected type, or is not one of the cases of the type, but of another kind.
  case wrongType(column: String, kind: String, expected: String)
  /// A result has no row where one is expected.
  case noRow

  /// The problem.
  public var description: String {
    switch self {
    case .missingColumn(let column, let known):
      "The result of a query has no column “\(column)”. It has: \(known.joined(separator: ", "))."
    case .wrongType(let column, let kind, let expected):
      "The value of the column “\(column)” is not of the type \(expected): it is \(kind)."
    case .noRow: "The result of a query has no row."
    }
  }

  static func wrongType(_ column: String, _ value: SQLValue, _ type: Any.Type) -> StorageError {
    .wrongType(column: column, kind: value.kind, expected: "\(type)")
  }
}
