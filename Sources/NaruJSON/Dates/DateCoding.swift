public import Foundation

/// A format's date strategy, used in both directions. A string that is not a date is an error with its path, never "now",
/// and so is a date that the strategy can't write.
///
/// The strategies here accept only their own format, independent of locale and system time zone, in the Gregorian
/// calendar from year 0001 to 9999. A day that does not exist, such as 2026-02-30, is not a date. Second 60 is accepted
/// only at the end of a month in UTC, where leap seconds occur; `Date` does not count leap seconds, so it is the first
/// second of the next day.
///
/// Fractions are rounded when written, and read with 0 to 9 digits. The precision is `Date`'s, a `Double` of
/// seconds since 2001: four digits in all years, six from 1729 to 2273.
public struct DateCoding: Sendable {
  /// Returns the string of a date, or `nil` if the strategy can't write it.
  package let text: @Sendable (Date) -> String?
  /// Returns the date of a string, or `nil` if it is not a date.
  package let date: @Sendable (String) -> Date?
  /// The number of fraction digits of ISO 8601 in UTC, or `nil` for another format.
  private(set) var iso8601Digits: Int?

  /// Creates a custom strategy. `text` returns `nil` for a date that it can't write, and `date` for a string that is not
  /// a date.
  public init(text: @escaping @Sendable (Date) -> String?, date: @escaping @Sendable (String) -> Date?) {
    self.text = text
    self.date = date
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
  /// any offset.
  public static let iso8601 = iso8601(fractionDigits: 3)

  /// ISO 8601 in UTC with whole seconds: `2026-03-04T09:30:00Z`. Reads the same strings as ``iso8601``.
  public static let iso8601Seconds = iso8601(fractionDigits: 0)

  /// Local time in a zone, without an offset: `2026-03-04T09:30:00.123456`.
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

  private static func iso8601(fractionDigits: Int) -> DateCoding {
    var coding = DateCoding(
      text: { date in
        guard let instant = Instant(date, fractionDigits: fractionDigits) else { return nil }
        return CivilTime(instant)?.text(fractionDigits: fractionDigits).appending("Z")
      },
      date: { text in
        var text = DateText(text)
        guard let time = text.time(), let offset = text.offset(), text.isAtEnd else { return nil }
        let instant = time.instant(offset: offset)
        return time.hasSecond(at: instant) ? instant.date : nil
      }
    )
    coding.iso8601Digits = fractionDigits
    return coding
  }
}
