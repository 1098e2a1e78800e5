public import Foundation

/// A format's date strategy, used in both directions. A string that is not a date is an error with its path, never "now",
/// and so is a date that the strategy can't write.
///
/// The strategies here accept only their own format, independent of locale and system time zone, in the Gregorian
/// calendar from year 0001 to 9999. A time may lack its second: Java and Kotlin leave out a zero. A day that does not
/// exist, such as 2026-02-30, is not a date. Second 60 is accepted only at the end of a month in UTC, where leap seconds occur;
/// `Date` does not count leap seconds, so it is the first second of the next day.
///
/// Fractions are rounded when written, and read with 0 to 9 digits. The precision is `Date`'s, a `Double` of
/// seconds since 2001: four digits in all years, six from 1729 to 2273.
public struct DateCoding: Sendable {
  /// The JSON of a date.
  enum Form: Sendable {
    /// A string.
    case string
    /// ISO 8601 in UTC, with a number of fraction digits.
    case iso8601(Int)
    /// The string of the date as a number.
    case number(@Sendable (Double) -> Date?)
    /// An array of integers.
    case components(@Sendable (Date) -> [Int]?, @Sendable ([Int]) -> Date?)
  }

  /// Returns the string of a date, or `nil` if the strategy can't write it.
  package let text: @Sendable (Date) -> String?
  /// Returns the date of a string, or `nil` if it is not a date.
  package let date: @Sendable (String) -> Date?
  private(set) var form = Form.string
  /// The format of numbers in OpenAPI.
  private(set) var numberFormat: String?

  /// Creates a custom strategy for strings. `text` returns `nil` for a date that it can't write, and `date` for a string that is not
  /// a date.
  public init(text: @escaping @Sendable (Date) -> String?, date: @escaping @Sendable (String) -> Date?) {
    self.text = text
    self.date = date
  }

  /// Creates a custom strategy for numbers. `number` returns `nil` for a date that it can't write, and `date` for a number that is not
  /// a date. In a path, a query, a header field and a form, the date is the number's digits.
  public init(number: @escaping @Sendable (Date) -> Decimal?, date: @escaping @Sendable (Double) -> Date?) {
    text = { number($0).flatMap { $0.isFinite ? $0.description : nil } }
    self.date = { text in
      guard text.utf8.allSatisfy({ $0 < 0x3A && $0 > 0x2C && $0 != UInt8(ascii: "/") }) else { return nil }
      return Double(text).flatMap(date)
    }
    form = .number(date)
  }

  /// The type of dates in JSON, with the format of numbers in OpenAPI.
  package var json: (type: String, format: String?) {
    switch form {
    case .string, .iso8601: ("string", nil)
    case .number: (text(Date(timeIntervalSince1970: 0.5))?.contains(".") == true ? "number" : "integer", numberFormat)
    case .components: ("array", nil)
    }
  }

  /// The strategy outside of JSON, where an array is a string.
  package var asParameter: DateCoding {
    if case .components = form { DateCoding(text: text, date: date) } else { self }
  }

  /// Reads a date with Foundation's decoder.
  func read(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    func read<Value: Decodable>(_ date: (Value) -> Date?) throws -> Date {
      let value = try container.decode(Value.self)
      if let date = date(value) { return date }
      let found = "\(value)".prefix(40)
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(found)” is not \(expected.expected).")
    }
    return switch form {
    case .string, .iso8601: try read(date)
    case .number(let date): try read(date)
    case .components(_, let date): try read(date)
    }
  }

  /// Writes a date with Foundation's encoder.
  func write(_ date: Date, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let text = try write(date, at: encoder.codingPath)
    switch form {
    case .string, .iso8601: try container.encode(text)
    case .number: try container.encode(Decimal(string: text, locale: nil))
    case .components(let components, _): try container.encode(components(date))
    }
  }

  /// A date as this strategy writes it, for an error. `nil` if it can't write one.
  package var example: String? { text(Date(timeIntervalSince1970: 1_772_616_600)) }

  /// The kind of error for what is none of this strategy's dates.
  var expected: JSONError.Kind {
    switch form {
    case .string, .iso8601: .invalid("a date", of: Date.self, example: example)
    case .number: .invalid("a date as a number", of: Date.self, example: example)
    case .components: .invalid("a date as an array", of: Date.self, example: "[2026,3,4,9,30]")
    }
  }

  /// Returns the string of a date.
  package func write(_ date: Date, at path: [any CodingKey]) throws -> String {
    guard let text = text(date) else {
      // The number instead of the date, because describing such a date traps in Foundation on Linux.
      throw EncodingError.invalidValue(
        date.timeIntervalSinceReferenceDate,
        .init(codingPath: path, debugDescription: "The date is out of the range that the format can write.")
      )
    }
    return text
  }
}

extension DateCoding {
  /// ISO 8601 in UTC with milliseconds: `2026-03-04T09:30:00.123Z`. Reads dates with or without a fraction, and with
  /// any offset, also in RFC 3339's forms with `t` or a space instead of `T`, and `z`. The name of a zone after the offset, as in
  /// `2026-03-04T18:30:00+09:00[Asia/Seoul]`, is ignored.
  public static let iso8601 = iso8601(fractionDigits: 3)

  /// ISO 8601 in UTC with whole seconds: `2026-03-04T09:30:00Z`. Reads the same strings as ``iso8601``.
  public static let iso8601Seconds = iso8601(fractionDigits: 0)

  /// Local time in a zone, without an offset: `2026-03-04T09:30:00.123456`. Reads a space instead of `T` as well.
  ///
  /// When clocks are set forward, the skipped times are not dates. When they are set back, a repeated time means the
  /// first of the two moments. The second moment is written the same way, and therefore read an hour early.
  ///
  /// - Parameters:
  ///   - zone: The server's time zone.
  ///   - fractionDigits: The number of fraction digits written, clamped to 0 through 9.
  /// - Returns: The strategy.
  public static func localTime(in zone: TimeZone, fractionDigits: Int) -> DateCoding {
    let digits = min(max(fractionDigits, 0), 9)
    return DateCoding(
      text: { date in
        guard let instant = Instant(date, fractionDigits: digits) else { return nil }
        return CivilTime(instant, in: zone)?.text(fractionDigits: digits)
      },
      date: { text in
        var text = DateText(text)
        guard let time = text.time(), text.isAtEnd else { return nil }
        return time.instant(in: zone)?.date
      }
    )
  }

  /// A day in UTC: `2026-03-04`. It is read as the day's first moment.
  public static let day = day(in: .gmt)

  /// A day in a zone: `2026-03-04`. It is read as the day's first moment: midnight, or if clocks are set forward at
  /// midnight, the time that they are set to. A day that the zone skipped is not a date.
  public static func day(in zone: TimeZone) -> DateCoding {
    DateCoding(
      text: { date in
        // The time of day is dropped, not rounded.
        guard let instant = Instant(date, fractionDigits: 9) else { return nil }
        return CivilTime(instant, in: zone)?.dayText
      },
      date: { text in
        var text = DateText(text)
        guard let midnight = text.day(), text.isAtEnd else { return nil }
        return midnight.startOfDay(in: zone)?.date
      }
    )
  }

  /// The whole seconds since 1970: `1772616600`. Reads fractions as well.
  public static let secondsSince1970 = secondsSince1970(fractionDigits: 0)

  /// The seconds since 1970 with a fraction, without zeros at its end: `1772616600.123`.
  ///
  /// - Parameter fractionDigits: The number of fraction digits written, clamped to 0 through 6.
  /// - Returns: The strategy.
  public static func secondsSince1970(fractionDigits: Int) -> DateCoding {
    since1970(scale: 0, fractionDigits: min(max(fractionDigits, 0), 6), format: "unixtime")
  }

  /// The whole milliseconds since 1970: `1772616600123`. Reads fractions as well.
  public static let millisecondsSince1970 = since1970(scale: 3, fractionDigits: 0, format: "unixtime-ms")

  /// An array of local time in a zone, as Jackson writes it: `[2026,3,4,18,30]`, then the second unless it is zero, then the nanosecond
  /// unless it is zero. Reads a day, `[2026,3,4]`, as its midnight. Written with microseconds.
  ///
  /// In a path, a query, a header field and a form, the date is a string as ``localTime(in:fractionDigits:)`` writes it.
  public static func components(in zone: TimeZone) -> DateCoding {
    let local = localTime(in: zone, fractionDigits: 6)
    var coding = DateCoding(text: local.text, date: local.date)
    coding.form = .components(
      { date in
        guard let instant = Instant(date, fractionDigits: 6) else { return nil }
        return CivilTime(instant, in: zone)?.components
      },
      { CivilTime(components: $0)?.instant(in: zone)?.date }
    )
    return coding
  }

  /// A number since 1970 in units of 10 to the power of -`scale` seconds. A number outside the years 1 to 9999 is not a date: it most likely has
  /// another unit.
  private static func since1970(scale: Int, fractionDigits: Int, format: String) -> DateCoding {
    let unit = (0..<scale).reduce(1.0) { unit, _ in unit * 10 }
    let digits = scale + fractionDigits
    let (units, rest) = (
      (0..<digits).reduce(1) { unit, _ in unit * 10 }, (digits..<9).reduce(1) { unit, _ in unit * 10 }
    )
    var coding = DateCoding(
      number: { date in
        guard let instant = Instant(date, fractionDigits: digits), CivilTime(instant) != nil else { return nil }
        let number = instant.seconds * units + instant.nanoseconds / rest
        return Decimal(
          sign: number < 0 ? .minus : .plus,
          exponent: -fractionDigits,
          significand: Decimal(number.magnitude)
        )
      },
      date: { number in
        let date = Date(timeIntervalSince1970: number / unit)
        return Instant(date, fractionDigits: 9).flatMap { CivilTime($0) } == nil ? nil : date
      }
    )
    coding.numberFormat = format
    return coding
  }

  private static func iso8601(fractionDigits: Int) -> DateCoding {
    var coding = DateCoding(
      text: { date in
        guard let instant = Instant(date, fractionDigits: fractionDigits) else { return nil }
        return CivilTime(instant)?.text(fractionDigits: fractionDigits).appending("Z")
      },
      date: { text in
        // The name of a zone in brackets, as Java writes it, follows the offset (RFC 9557).
        var text = DateText(text.hasSuffix("]") ? String(text.prefix { $0 != "[" }) : text)
        guard let time = text.time(), let offset = text.offset(), text.isAtEnd else { return nil }
        let instant = time.instant(offset: offset)
        return time.hasSecond(at: instant) ? instant.date : nil
      }
    )
    coding.form = .iso8601(fractionDigits)
    return coding
  }
}
