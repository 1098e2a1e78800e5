import Foundation

extension CivilTime {
  /// What the clocks of a zone show at a moment. `nil` outside the years.
  init?(_ instant: Instant, in zone: TimeZone) {
    self.init(Instant(seconds: instant.seconds + zone.offset(at: instant.seconds), nanoseconds: instant.nanoseconds))
  }

  /// The moment at which the clocks of a zone show this for the first time. `nil` if they never do, because they are set
  /// forward over it.
  func instant(in zone: TimeZone) -> Instant? {
    // No zone is a day away from UTC, so the offset is the one of a day before, of a day after, or of a change between.
    let asUTC = instant(offset: 0)
    let moments = [-86_400, 0, 86_400].compactMap { distance -> Instant? in
      let offset = zone.offset(at: asUTC.seconds + distance)
      let moment = instant(offset: offset)
      return zone.offset(at: moment.seconds) == offset && hasSecond(at: moment) ? moment : nil
    }
    return moments.min { $0.seconds < $1.seconds }
  }

  /// The first moment of the day of this midnight in a zone. `nil` if the zone skipped the day.
  func startOfDay(in zone: TimeZone) -> Instant? {
    if let midnight = instant(in: zone) { return midnight }
    // By the clocks from before the change, midnight is when they are set forward.
    let change = instant(offset: zone.offset(at: instant(offset: 0).seconds - 86_400))
    return CivilTime(change, in: zone)?.dayText == dayText ? change : nil
  }
}

extension TimeZone {
  fileprivate func offset(at seconds: Int) -> Int {
    secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
  }
}
