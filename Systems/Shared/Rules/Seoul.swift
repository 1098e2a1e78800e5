package import Foundation

/// Korean time, which all five systems use. There has been no daylight saving time since 1988; older dates follow the
/// zone's history.
package enum Seoul {
  /// The time zone. It falls back to nine hours ahead of UTC if the system has no time zone data.
  package static let timeZone = TimeZone(identifier: "Asia/Seoul") ?? TimeZone(secondsFromGMT: 9 * 3600) ?? .gmt

  /// The Gregorian calendar in this time zone.
  package static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }()

  /// The dates that the systems accept for events in a life: the years 1900 to 2999.
  package static let dates: Range<Date> = {
    func newYear(_ year: Int) -> Date {
      calendar.date(from: DateComponents(year: year, month: 1, day: 1)) ?? .distantPast
    }
    return newYear(1900)..<newYear(3000)
  }()
}
