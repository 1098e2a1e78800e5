public import Foundation

/// How a format writes and reads dates: one explicit strategy, in both directions. A text that is no date is an error with
/// its place, never "now", and so is a date that has no text.
///
/// The strategies here read nothing but their own form, whatever the locale and the system's time zone, in the Gregorian
/// calendar from year 0001 to 9999. A day that does not exist, such as 2026-02-30, is no date. The second 60 is one only
/// where leap seconds are, at the end of a month in UTC; a `Date` does not count it, so it is the first of the next day.
///
/// A fraction is written rounded to the nearest and is read with 0 to 9 digits. How many of them survive is up to `Date`,
/// which is a `Double` of seconds since 2001: four in every year, six from 1729 to 2273.
public struct DateCoding: Sendable {
  let text: @Sendable (Date) -> String?
  package let date: @Sendable (String) -> Date?
  /// The digits of a second that ISO 8601 in UTC is written with. `nil` for another form.
  private(set) var iso8601Digits: Int?

  /// A strategy of your own. `text` answers `nil` for a date that it can't write, and `date` for a text that is no date.
  public init(text: @escaping @Sendable (Date) -> String?, date: @escaping @Sendable (String) -> Date?) {
    self.text = text
    self.date = date
  }

  /// The text of a date.
  ///
  /// - Throws: `EncodingError` for a date that has none.
  package func write(_ date: Date, at path: [any CodingKey]) throws -> String {
    guard let text = text(date) else {
      // The number and not the date: a description of a date that far away traps in Foundation on Linux.
      throw EncodingError.invalidValue(
        date.timeIntervalSinceReferenceDate,
        .init(codingPath: path, debugDescription: "The date is out of the range that the format can write.")
      )
    }
    return text
  }
}

extension DateCoding {
  /// ISO 8601 in UTC with milliseconds, `2026-03-04T09:30:00.123Z`. Reads dates with and without a fraction, and with any
  /// offset.
  public static let iso8601 = iso8601(fractionDigits: 3)

  /// ISO 8601 in UTC with whole seconds, `2026-03-04T09:30:00Z`. Reads what ``iso8601`` reads, fractions too.
  public static let iso8601Seconds = iso8601(fractionDigits: 0)

  /// Local time without an offset, as the clocks of a zone show it: `2026-03-04T09:30:00.123456`.
  ///
  /// Where clocks are set forward, the times that they skip are no dates. Where they are set back, the times that they show
  /// twice mean the first of the two moments; a moment of the second is written the same, and so is read an hour early.
  ///
  /// - Parameters:
  ///   - zone: whose clocks the server means.
  ///   - fractionDigits: how many digits of a second are written, 0 to 9; the nearest of these for any other number.
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

  /// A day in UTC, `2026-03-04`, which is read as its first moment.
  public static let day = day(in: .gmt)

  /// A day in a zone, `2026-03-04`, which is read as its first moment there: midnight, or where clocks are set forward at
  /// midnight the time that they are set to. A day that the zone skipped as a whole is no date.
  public static func day(in zone: TimeZone) -> DateCoding {
    DateCoding(
      text: { date in
        // The time of the day is left out, not rounded: the evening belongs to its day.
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
