public import Foundation
import Naru
import Rules

/// A calendar month in Seoul.
///
/// It is sent as a moment in the middle of the month, which lies in the same month in every time zone:
/// `2026-03-15T03:00:00Z`. The server accepts any moment or day of the month, such as `2026-03-01T00:00:00Z` or
/// `2026-03-31`, and `2026-03`.
public struct Month: Sendable, Hashable, Comparable {
  /// The year, 1900…2999.
  public let year: Int
  /// The month, 1…12.
  public let month: Int

  /// Creates a month, or returns `nil` if the year or the month is out of range.
  public init?(year: Int, month: Int) {
    guard (1900...2999).contains(year), (1...12).contains(month) else { return nil }
    self.year = year
    self.month = month
  }

  /// Creates the month of a moment in Seoul, or returns `nil` if its year is out of range.
  public init?(containing date: Date) {
    guard Seoul.dates.contains(date) else { return nil }
    let components = Seoul.calendar.dateComponents([.year, .month], from: date)
    guard let year = components.year, let month = components.month else { return nil }
    self.init(year: year, month: month)
  }

  /// Returns the month that is a number of months later, or `nil` if its year is out of range.
  public func advanced(by months: Int) -> Month? {
    let (number, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, number >= 0 else { return nil }
    return Month(year: number / 12, month: number % 12 + 1)
  }

  /// The moments of the month in Seoul.
  public var dates: Range<Date> {
    start..<(advanced(by: 1)?.start ?? Seoul.dates.upperBound)
  }

  /// Orders months by time.
  public static func < (left: Month, right: Month) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }

  private var start: Date { Self.midnight(year, month, 1) }

  /// Returns the moments of a year in Seoul.
  package static func dates(ofYear year: Int) -> Range<Date> {
    midnight(year, 1, 1)..<midnight(year + 1, 1, 1)
  }

  private static func midnight(_ year: Int, _ month: Int, _ day: Int) -> Date {
    Seoul.calendar.date(from: DateComponents(year: year, month: month, day: day)) ?? .distantPast
  }
}

extension Month: Codable {
  /// Reads a moment, a day or a month.
  ///
  /// - Throws: `APIError` for any other string.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let month = Self(text) else {
      throw APIError.invalidRequest([
        .korean:
          "`date` 값은 1900년 이상 2999년 이하의 날짜여야 합니다(예: 2026-03-04T00:00:00Z, 2026-03-04, 2026-03): “\(text.prefix(40))”",
        .english: """
        `date` must be a date of the years 1900 to 2999 such as 2026-03-04T00:00:00Z, 2026-03-04 or 2026-03: \
        “\(text.prefix(40))”
        """,
      ])
    }
    self = month
  }

  /// Writes the middle of the month.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(description)-15T03:00:00Z")
  }

  private init?(_ text: String) {
    // In a query, a `+` that the client did not encode arrives as a blank.
    let text = text.replacing(#/ (?=[0-9]{2}:?[0-9]{2}$)/#, with: "+")
    if let date = try? DoriFormat.json.decode(Date.self, from: Data("\"\(text)\"".utf8)) {
      self.init(containing: date)
    } else if let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})(?:-([0-9]{2}))?/),
      let year = Int(match.1), let month = Int(match.2), let first = Month(year: year, month: month),
      let day = Int(match.3 ?? "01"), (1...first.dayCount).contains(day)
    {
      self = first
    } else {
      return nil
    }
  }

  private var dayCount: Int { Seoul.calendar.range(of: .day, in: .month, for: start)?.count ?? 0 }
}

extension Month: CustomStringConvertible {
  /// The month as `2026-03`.
  public var description: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }
}
