package import Foundation

/// A parser of dates in header fields (RFC 9110, section 5.6.7), in the current format and the two obsolete ones.
package enum HTTPDate {
  /// Parses a date.
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
      // A leap second is 60.
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
