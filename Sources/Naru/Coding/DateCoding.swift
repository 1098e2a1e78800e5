public import Foundation

/// How a format writes and reads dates: one explicit strategy, in both directions. A text that is no date is an error with
/// its place, never "now".
public struct DateCoding: Sendable {
  let text: @Sendable (Date) -> String
  let date: @Sendable (String) -> Date?

  /// A strategy of your own. `date` answers `nil` for a text that is no date.
  public init(text: @escaping @Sendable (Date) -> String, date: @escaping @Sendable (String) -> Date?) {
    self.text = text
    self.date = date
  }

  /// ISO 8601 in UTC with milliseconds, `2026-03-04T09:30:00.123Z`. Reads dates with and without a fraction, and with any
  /// offset.
  public static let iso8601 = DateCoding(
    text: { date in
      // Rounded first: the style cuts off, and most milliseconds have no exact `Double`.
      let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
      return Date(timeIntervalSince1970: (milliseconds + 0.25) / 1000).formatted(fractional)
    },
    date: { text in (try? fractional.parse(text)) ?? (try? whole.parse(text)) }
  )

  private static let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  private static let whole = Date.ISO8601FormatStyle()
}
