import Foundation
import Rules

extension Date {
  /// The day in Korean time, in which the command shows all days: `2026-11-21`.
  var day: String { formatted(ISO8601FormatStyle(timeZone: Seoul.timeZone).year().month().day()) }

  /// The minute in Korean time: `2026-11-21 09:05`.
  var minute: String {
    formatted(
      ISO8601FormatStyle(timeZone: Seoul.timeZone).year().month().day().dateTimeSeparator(.space)
        .time(includingFractionalSeconds: false)
    ).dropLast(3).description
  }
}
