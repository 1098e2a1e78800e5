import ArgumentParser
import Foundation
import Rules

extension Date {
  private static var korean: ISO8601FormatStyle { ISO8601FormatStyle(timeZone: Seoul.timeZone) }

  /// The day in Korean time, as the command shows all days: `2026-11-21`.
  var day: String { formatted(Self.korean.year().month().day()) }

  /// The time in Korean time: `2026-11-21 09:30:05`.
  var time: String { "\(day) \(formatted(Self.korean.time(includingFractionalSeconds: false)))" }

  /// The minute in Korean time: `2026-11-21 09:05`.
  var minute: String { String(time.dropLast(3)) }
}

/// Returns the time in an argument: a day or a time in Korean time (`2026-11-22`, `2026-11-22T09:00`), or a time with its time zone.
func parsedTime(_ argument: String) throws -> Date {
  let padded =
    switch argument.count {
    case 10: "\(argument)T00:00:00+09:00"
    case 16: "\(argument):00+09:00"
    case 19: "\(argument)+09:00"
    default: argument
    }
  let example = "2026-11-21, 2026-11-21T09:00:00+09:00"
  return try require(
    try? Date(padded.replacing(" ", with: "T"), strategy: .iso8601),
    "날짜나 시각이 아닙니다: \(argument) (예: \(example))",
    "“\(argument)” is not a day or a time (examples: \(example))."
  )
}

extension Int {
  /// The number with its digits in groups: `1,200,000`.
  var grouped: String { formatted(.number.grouping(.automatic).locale(Locale(identifier: "ko_KR"))) }
}
