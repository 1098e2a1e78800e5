import Foundation

extension Date {
  /// The day in the local time zone: `2026-11-21`.
  var day: String { day(in: .current) }

  /// The day in a time zone.
  func day(in zone: TimeZone) -> String {
    formatted(ISO8601FormatStyle(timeZone: zone).year().month().day())
  }
}
