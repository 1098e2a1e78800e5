package import Foundation
package import NaruJSON

/// A parser and writer of dates in header fields (RFC 9110, section 5.6.7), in the current format and the two obsolete ones. A day of one
/// digit, hyphens and other names of UTC are read, because servers send them.
package enum HTTPDate {
  /// Parses a date.
  package static func parse(_ text: String, now: Date) -> Date? {
    let current = #/[A-Z][a-z]{2}, ([0-9]{1,2})[ -]([A-Z][a-z]{2})[ -]([0-9]{4}) ([0-9:]{8}) (?:GMT|UTC|[+-]0000)/#
    if let match = text.wholeMatch(of: current) {
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

  /// Returns a date in the current format: `Wed, 31 Mar 2027 00:00:00 GMT`.
  package static func text(_ date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
    func number(_ part: Int?, _ digits: Int = 2) -> String {
      let text = "\(part ?? 0)"
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let day = weekdays[(parts.weekday ?? 1) - 1]
    let month = months[(parts.month ?? 1) - 1]
    let time = [parts.hour, parts.minute, parts.second].map { number($0) }.joined(separator: ":")
    return "\(day), \(number(parts.day)) \(month) \(number(parts.year, 4)) \(time) GMT"
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

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}

extension DateCoding {
  /// The dates of header fields, in whole seconds.
  package static let httpDate = DateCoding { date in
    // Four digits are the most that a year has.
    (-62_135_596_800..<253_402_300_800).contains(date.timeIntervalSince1970) ? HTTPDate.text(date) : nil
  } date: { text in
    HTTPDate.parse(text, now: Date())
  }
}
