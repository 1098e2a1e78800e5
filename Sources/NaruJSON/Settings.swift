import Foundation

/// The parts of a ``JSONCoding`` that are created once and shared by its readers and writers.
final class JSONSettings: Sendable {
  let limits: JSONLimits
  let dates: DateCoding
  /// The number of fraction digits of ISO 8601 dates in UTC, or `nil` for another format.
  let iso8601Digits: Int?
  /// Whether all values are read as a ``Lenient`` reads them.
  let isLenient: Bool
  /// The decoder of types that are not a ``Payload``.
  let decoder: JSONDecoder
  private let encoder: JSONEncoder

  init(dates: DateCoding, limits: JSONLimits, isLenient: Bool) {
    self.limits = limits
    self.dates = dates
    self.isLenient = isLenient
    iso8601Digits = if case .iso8601(let digits) = dates.form { digits } else { nil }
    encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.dateEncodingStrategy = .custom(dates.write)
    decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom(dates.read)
    if let mark = Self.mark { decoder.userInfo[mark] = true }
  }

  /// Marks the decoder: what it can't read is read again part by part.
  static let mark = CodingUserInfoKey(rawValue: "naru.parts")

  /// Writes a value of a type that is not a ``Payload``.
  func encode(_ value: some Encodable) throws -> Data { try encoder.encode(Naming(value: value)) }
}
