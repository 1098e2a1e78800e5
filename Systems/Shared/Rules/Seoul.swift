package import Foundation

/// Korea's time, which all five systems live by. No summer time since 1988; the zone's own history is kept.
package enum Seoul {
  /// The zone. Nine hours ahead of UTC where the system has no zone data.
  package static let timeZone = TimeZone(identifier: "Asia/Seoul") ?? TimeZone(secondsFromGMT: 9 * 3600) ?? .gmt

  /// The Gregorian calendar by Seoul's clocks.
  package static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }()
}
