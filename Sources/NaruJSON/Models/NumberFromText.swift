import Foundation

/// A number that a server sends as text, or now so and now so: `"count": "42"` reads as `"count": 42` does.
///
/// ```swift
/// struct Page: Codable {
///   @NumberFromText var count: Int
///   @NumberFromText var price: Decimal?
/// }
/// ```
///
/// For the integer types, `Double`, `Float`, `Decimal`, and optionals of them; an optional may be absent or `null`. It is
/// written as what is declared: a number, and nothing for `nil`.
///
/// The text has to be a number as JSON writes it, from the first character to the last: not `""`, `" 1"`, `"1,000"`,
/// `"+1"`, `"007"` or `"NaN"`. Nothing is lost without a word: what does not fit the type (`"300"` for `UInt8`, `"1.5"` for
/// `Int`, `"1e400"`, a `Decimal` of more than 38 digits) is a `DecodingError` with its path, and only a `Double` or `Float` is the
/// nearest one to what the text says.
@propertyWrapper
public struct NumberFromText<Value: Codable & Sendable>: Sendable {
  /// The number.
  public var wrappedValue: Value

  /// A number.
  public init(wrappedValue: Value) where Value: Numeric {
    self.wrappedValue = wrappedValue
  }

  /// A value that was read.
  init(value: Value) {
    wrappedValue = value
  }

  /// A number or none.
  public init<Number: Numeric>(wrappedValue: Number? = nil) where Value == Number? {
    self.wrappedValue = wrappedValue
  }
}

extension NumberFromText: Equatable where Value: Equatable {}
extension NumberFromText: Hashable where Value: Hashable {}

extension NumberFromText: Codable {
  /// Reads a number, or the text of one.
  ///
  /// - Throws: `DecodingError` for anything else, and for a number that the type can't hold.
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
    // JSON allows space around a value, and has values that are no numbers.
    guard let first = text.utf8.first, let last = text.utf8.last, first == minus || isDigit(first), isDigit(last),
      let value = try? jsonDecoder.decode(Value.self, from: Data(text.utf8))
    else { return nil }
    return value is Decimal && !isExactDecimal(text) ? nil : value
  }

  /// Whether a `Decimal` holds every digit.
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
  /// Lets the field of an optional ``NumberFromText`` be absent. The `Codable` that the compiler writes calls this.
  public func decode<Number: Numeric & Codable & Sendable>(
    _ type: NumberFromText<Number?>.Type,
    forKey key: Key
  ) throws -> NumberFromText<Number?> {
    try decodeIfPresent(type, forKey: key) ?? NumberFromText(wrappedValue: nil)
  }
}

extension KeyedEncodingContainer {
  /// Leaves out the field of an optional ``NumberFromText`` that is `nil`. The `Codable` that the compiler writes calls this.
  public mutating func encode<Number: Numeric & Codable & Sendable>(
    _ value: NumberFromText<Number?>,
    forKey key: Key
  ) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
