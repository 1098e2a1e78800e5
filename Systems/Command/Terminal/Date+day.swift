import Foundation
import Rules

extension Date {
  /// The day in Korean time, in which the command shows all days: `2026-11-21`.
  var day: String { formatted(ISO8601FormatStyle(timeZone: Seoul.timeZone).year().month().day()) }
}
