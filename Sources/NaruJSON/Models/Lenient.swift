import Foundation

/// A value that a server sends in several forms, always or sometimes: `"count": "42"` is read like `"count": 42`.
///
/// ```swift
/// struct Member: Codable {
///   @Lenient var id: String           // "7" or 7
///   @Lenient var isActive: Bool       // true, 1, "1", "Y", "true" …
///   @Lenient var points: Int          // 42 or "42"
///   @Lenient var leftAt: Date?        // null, absent, "" or "0000-00-00" is nil
///   @Lenient var labels: [String: Int]  // {} or [], as PHP writes it
/// }
/// ```
///
/// A value that can be read as it is means what it says: `""` is not `nil` for a `String?`. Only another value is also read as follows,
/// and so are the values in it:
///
/// | type | also |
/// | --- | --- |
/// | `String` | a number, with its digits as they are |
/// | `Bool` | 0 and 1; `"1"`, `"true"`, `"t"`, `"yes"`, `"y"`, `"0"`, `"false"`, `"f"`, `"no"`, `"n"` in upper or lower case |
/// | numbers | a string that is a JSON number: not `""`, `" 1"`, `"1,000"`, `"+1"`, `"007"` or `"NaN"` |
/// | `Data` | base64 with the letters of URLs, without padding, or in lines |
/// | an optional | `""`, `[]`, and a date of zeros: `"0000-00-00"`, `"0000-00-00 00:00:00"` |
/// | an object, a dictionary | `[]`, without fields |
///
/// A number that does not fit the type (`"300"` for `UInt8`, `"1.5"` for `Int`, `"1e400"`, a `Decimal` of more than 38 digits) is a
/// `DecodingError` with its path, and so is anything else. The value is written as its type is, and a `nil` is left out. The OpenAPI
/// document marks the schema with `x-lenient`.
///
/// A ``JSONCoding`` that `isLenient` reads all values of a format like this. Other coders read a `Lenient` as well.
@propertyWrapper
public struct Lenient<Value: Codable & Sendable>: FieldWrapper, Sendable {
  /// The value.
  public var wrappedValue: Value

  /// Creates a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

extension Lenient: Equatable where Value: Equatable {}
extension Lenient: Hashable where Value: Hashable {}

extension Lenient {
  /// Reads a value.
  ///
  /// - Throws: `DecodingError` for anything that the value can't be read from.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      wrappedValue = try decoder.locating { try container.decode(Value.self) }
    } catch {
      guard let json = try? JSONCoding().encode(container.decode(JSONTree.self)),
        let value = try? JSONCoding(isLenient: true).decode(Value.self, from: json)
      else { throw error }
      wrappedValue = value
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
