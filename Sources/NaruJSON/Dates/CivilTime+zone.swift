import Foundation

extension CivilTime {
  /// Creates the local time of a moment in a zone. Returns `nil` outside years 1 to 9999.
  init?(_ instant: Instant, in zone: TimeZone) {
    self.init(Instant(seconds: instant.seconds + zone.offset(at: instant.seconds), nanoseconds: instant.nanoseconds))
  }

  /// Returns the first moment with this local time in a zone, or `nil` if clocks were set forward past it.
  func instant(in zone: TimeZone) -> Instant? {
    // Offsets are less than a day, so the right one is valid a day earlier, now, or a day later.
    let asUTC = instant(offset: 0)
    let moments = [-86_400, 0, 86_400].compactMap { distance -> Instant? in
      let offset = zone.offset(at: asUTC.seconds + distance)
      let moment = instant(offset: offset)
      return zone.offset(at: moment.seconds) == offset && hasSecond(at: moment) ? moment : nil
    }
    return moments.min { $0.seconds < $1.seconds }
  }

  /// Returns the first moment of this midnight's day in a zone, or `nil` if the zone skipped the day.
  func startOfDay(in zone: TimeZone) -> Instant? {
    if let midnight = instant(in: zone) { return midnight }
    // Clocks were set forward at midnight: use the offset before the change.
    let change = instant(offset: zone.offset(at: instant(offset: 0).seconds - 86_400))
    return CivilTime(change, in: zone)?.dayText == dayText ? change : nil
  }
}

extension TimeZone {
  fileprivate func offset(at seconds: Int) -> Int {
    secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
  }
}
