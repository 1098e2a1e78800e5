import Foundation

/// A number that a server sends as a string, always or sometimes: `"count": "42"` is read like `"count": 42`.
///
/// ```swift
/// struct Page: Codable {
///   @StringEncodedNumber var count: Int
///   @StringEncodedNumber var price: Decimal?
/// }
/// ```
///
/// It supports the integer types, `Double`, `Float`, `Decimal`, and optionals of them; an optional may be absent or
/// `null`. It is written as a number, and a `nil` is left out.
///
/// The whole string must be a JSON number: not `""`, `" 1"`, `"1,000"`, `"+1"`, `"007"` or `"NaN"`. A number that does
/// not fit the type (`"300"` for `UInt8`, `"1.5"` for `Int`, `"1e400"`, a `Decimal` of more than 38 digits) is a
/// `DecodingError` with its path. Only `Double` and `Float` round, to the nearest number.
@propertyWrapper
public struct StringEncodedNumber<Value: Codable & Sendable>: Sendable {
  /// The number.
  public var wrappedValue: Value

  /// Creates a number.
  public init(wrappedValue: Value) where Value: Numeric {
    self.wrappedValue = wrappedValue
  }

  /// Creates a value that was read.
  init(value: Value) {
    wrappedValue = value
  }

  /// Creates an optional number.
  public init<Number: Numeric>(wrappedValue: Number? = nil) where Value == Number? {
    self.wrappedValue = wrappedValue
  }
}

extension StringEncodedNumber: Equatable where Value: Equatable {}
extension StringEncodedNumber: Hashable where Value: Hashable {}

extension StringEncodedNumber: Codable {
  /// Reads a number, or a string with a number.
  ///
  /// - Throws: `DecodingError` for anything else, and for a number out of the type's range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self) else {
      wrappedValue = try decoder.locating { try container.decode(Value.self) }
      return
    }
    guard let value = Self.number(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "“\(text.prefix(40))” is not a number that \(Value.self) can hold."
      )
    }
    wrappedValue = value
  }

  /// Writes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }

  static func number(_ text: String) -> Value? {
    // JSON allows white space around a value, and values that are not numbers.
    guard let first = text.utf8.first, let last = text.utf8.last, first == minus || isDigit(first), isDigit(last),
      let value = try? jsonDecoder.decode(Value.self, from: Data(text.utf8))
    else { return nil }
    return value is Decimal && !isExactDecimal(text) ? nil : value
  }

  /// Returns whether a `Decimal` can hold every digit.
  private static func isExactDecimal(_ text: String) -> Bool {
    let mantissa = text.prefix { $0 != "e" && $0 != "E" }.utf8.filter(isDigit)
    let digits = mantissa.drop { $0 == zero }.reversed().drop { $0 == zero }
    return digits.count <= 38
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (zero...nine).contains(byte) }
  private static var zero: UInt8 { UInt8(ascii: "0") }
  private static var nine: UInt8 { UInt8(ascii: "9") }
  private static var minus: UInt8 { UInt8(ascii: "-") }
}

private let jsonDecoder = JSONDecoder()

extension KeyedDecodingContainer {
  /// Reads an optional ``StringEncodedNumber``, whose field may be nilOn. Synthesized `Codable` conformances call this.
  public func decode<Number: Numeric & Codable & Sendable>(
    _ type: StringEncodedNumber<Number?>.Type,
    forKey key: Key
  ) throws -> StringEncodedNumber<Number?> {
    try decodeIfPresent(type, forKey: key) ?? StringEncodedNumber(wrappedValue: nil)
  }
}

extension KeyedEncodingContainer {
  /// Writes an optional ``StringEncodedNumber``, or nothing for `nil`. Synthesized `Codable` conformances call this.
  public mutating func encode<Number: Numeric & Codable & Sendable>(
    _ value: StringEncodedNumber<Number?>,
    forKey key: Key
  ) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
