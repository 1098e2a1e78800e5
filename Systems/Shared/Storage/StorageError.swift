import Foundation
public import NaruMessages

/// An error in the result of a statement. It contains no value of the database.
public struct StorageError: PresentableError, Hashable {
  /// The kind of an error.
  public enum Code: Sendable, Hashable, CaseIterable {
    /// A result has no column with a name.
    case missingColumn
    /// A column's value has another type than expected, or is not one of the cases of the type.
    case wrongType
    /// A result has no row where one is expected.
    case noRow
  }

  /// The kind of the error.
  public let code: Code
  /// The name of the column. `nil` if the error is not about one.
  public let column: String?
  /// The problem.
  public let localizedMessage: LocalizedMessage

  private init(_ code: Code, column: String? = nil, korean: String, english: String) {
    self.code = code
    self.column = column
    localizedMessage = LocalizedMessage(korean: korean, english: english)
  }

  static func missingColumn(_ column: String, _ names: [String]) -> StorageError {
    let known = names.joined(separator: ", ")
    return StorageError(
      .missingColumn,
      column: column,
      korean: "쿼리 결과에 “\(column)” 열이 없습니다. 있는 열: \(known)",
      english: "The result of a query has no column “\(column)”. It has: \(known)."
    )
  }

  static func wrongType(_ column: String, _ value: SQLValue, _ type: Any.Type) -> StorageError {
    StorageError(
      .wrongType,
      column: column,
      korean: "“\(column)” 열의 값은 \(type)여야 하지만 \(value.kind)입니다.",
      english: "The value of the column “\(column)” is not of the type \(type): it is \(value.kind)."
    )
  }

  static let noRow = StorageError(
    .noRow,
    korean: "쿼리 결과에 행이 없습니다.",
    english: "The result of a query has no row."
  )
}
