package import Foundation
import Rules

extension Date {
  private static var korean: ISO8601FormatStyle { ISO8601FormatStyle(timeZone: Seoul.timeZone) }

  /// The day in Korean time, as the command shows all days: `2026-11-21`.
  package var day: String { formatted(Self.korean.year().month().day()) }

  /// The time in Korean time: `2026-11-21 09:30:05`.
  package var time: String { "\(day) \(formatted(Self.korean.time(includingFractionalSeconds: false)))" }

  /// The minute in Korean time: `2026-11-21 09:05`.
  package var minute: String { String(time.dropLast(3)) }
}

extension Int {
  /// The number with its digits in groups: `1,200,000`.
  package var grouped: String { formatted(.number.grouping(.automatic).locale(Locale(identifier: "ko_KR"))) }
}
