package import Foundation

/// Dates as header fields have them (RFC 9110, section 5.6.7): the form of today and the two that are older.
package enum HTTPDate {
  /// The date that a text says. `nil` where it is none, such as the 30th of February.
  ///
  /// - Parameters:
  ///   - text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
  ///   - now: the date of today. A year of two digits is the last such year that is not more than fifty years after it.
  package static func parse(_ text: String, now: Date) -> Date? {
    if let match = text.wholeMatch(of: #/[A-Z][a-z]{2}, ([0-9]{2}) ([A-Z][a-z]{2}) ([0-9]{4}) ([0-9:]{8}) GMT/#) {
      return date(Int(match.3), match.2, match.1, match.4)
    }
    if let match = text.wholeMatch(of: #/[A-Z][a-z]+day, ([0-9]{2})-([A-Z][a-z]{2})-([0-9]{2}) ([0-9:]{8}) GMT/#) {
      guard let year = Int(match.3) else { return nil }
      let latest = calendar.component(.year, from: now) + 50
      return date(latest - (latest - year) % 100, match.2, match.1, match.4)
    }
    if let match = text.wholeMatch(of: #/[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ 0-9][0-9]) ([0-9:]{8}) ([0-9]{4})/#) {
      return date(Int(match.4), match.1, match.2, match.3)
    }
    return nil
  }

  private static func date(_ year: Int?, _ month: Substring, _ day: Substring, _ time: Substring) -> Date? {
    let parts = time.split(separator: ":").compactMap { Int($0) }
    guard parts.count == 3, let month = months.firstIndex(of: String(month)) else { return nil }
    let components = DateComponents(
      calendar: calendar,
      timeZone: .gmt,
      year: year,
      month: month + 1,
      day: Int(day.drop { $0 == " " }),
      hour: parts[0],
      minute: parts[1],
      // The second that is added to some days is 60.
      second: parts[2] == 60 ? 59 : parts[2]
    )
    return components.isValidDate ? components.date : nil
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
