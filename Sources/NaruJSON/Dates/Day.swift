public import Foundation

/// A day without a time and a time zone, such as a birthday: `2026-03-04` in JSON, and as a parameter in a path, a query, a header field
/// and a form.
///
/// With it, one contract has both days and moments; ``DateCoding/day`` makes a day of every `Date` of a format. Only this form is
/// accepted, in the Gregorian calendar from year 0001 to 9999. A day that does not exist, such as 2026-02-30, is an error.
public struct Day: Sendable, Hashable {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31.
  public let day: Int

  private init(_ time: CivilTime) {
    (year, month, day) = (time.year, time.month, time.day)
  }

  /// Creates a day. Returns `nil` if it does not exist.
  public init?(year: Int, month: Int, day: Int) {
    guard let time = CivilTime(year: year, month: month, day: day) else { return nil }
    self.init(time)
  }

  /// Creates the day of a moment. Returns `nil` outside years 1 to 9999.
  ///
  /// - Parameters:
  ///   - date: The moment.
  ///   - zone: The time zone of the day.
  public init?(_ date: Date, in zone: TimeZone) {
    // The time of day is dropped, not rounded.
    guard let instant = Instant(date, fractionDigits: 9), let time = CivilTime(instant, in: zone) else { return nil }
    self.init(time)
  }

  /// Returns the first moment of the day in a zone: midnight, or if clocks are set forward at midnight, the time that they are set to.
  /// `nil` if the zone skipped the day.
  public func start(in zone: TimeZone) -> Date? {
    CivilTime(year: year, month: month, day: day)?.startOfDay(in: zone)?.date
  }
}

extension Day: LosslessStringConvertible {
  /// `2026-03-04`.
  public var description: String { CivilTime(year: year, month: month, day: day)?.dayText ?? "" }

  /// Reads `2026-03-04`. Returns `nil` for any other form, and for a day that does not exist.
  public init?(_ description: String) {
    var text = DateText(description)
    guard let time = text.day(), text.isAtEnd else { return nil }
    self.init(time)
  }
}

extension Day: Comparable {
  /// Whether the day is before another one.
  public static func < (left: Day, right: Day) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension Day: Payload {
  private static let expected = JSONError.Kind.invalid("a date", of: Day.self, example: "2026-03-04")

  /// Reads a string such as `2026-03-04`.
  public init(from json: inout JSONReader) throws(JSONError) {
    let start = json.position
    guard let day = Day(try json.string()) else { throw JSONError(Self.expected, offset: start) }
    self = day
  }

  /// Writes a string such as `2026-03-04`.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.string(description) }

  /// A string.
  public static var schema: Schema { .string(format: "date") }

  /// Reads a string such as `2026-03-04`.
  ///
  /// - Throws: `DecodingError` for any other form, and for a day that does not exist.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = Day(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected \(Self.expected.expected)")
    }
    self = day
  }

  /// Writes a string such as `2026-03-04`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
