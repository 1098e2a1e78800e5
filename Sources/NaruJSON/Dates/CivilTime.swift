import Foundation

/// A moment in whole nanoseconds, so that conversion from and to strings is exact.
struct Instant: Equatable {
  /// Whole seconds since 1970 in UTC.
  var seconds: Int
  /// 0 to 999,999,999.
  var nanoseconds = 0

  private static let secondsTo2001 = 978_307_200
}

extension Instant {
  /// Creates the moment of a date, rounded to a number of digits. Returns `nil` for a date far outside the calendar.
  init?(_ date: Date, fractionDigits: Int) {
    let interval = date.timeIntervalSinceReferenceDate
    guard abs(interval) < 1e12 else { return nil }
    let whole = interval.rounded(.down)
    let unit = (fractionDigits..<9).reduce(1) { unit, _ in unit * 10 }
    let units = Int(((interval - whole) * Double(1_000_000_000 / unit)).rounded())
    let (carry, rest) = (units * unit).quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(seconds: Int(whole) + Self.secondsTo2001 + carry, nanoseconds: rest)
  }

  /// The nearest date.
  var date: Date {
    Date(timeIntervalSinceReferenceDate: Double(seconds - Self.secondsTo2001) + Double(nanoseconds) / 1_000_000_000)
  }
}

/// A local date and time in the Gregorian calendar, from year 1 to 9999.
struct CivilTime: Equatable {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  /// 0 to 60.
  var second = 0
  var nanosecond = 0

  /// Creates the time of a moment in UTC. Returns `nil` outside years 1 to 9999.
  init?(_ instant: Instant) {
    let (days, secondOfDay) = instant.seconds.dividedDown(by: 86_400)
    let dayNumber = days + Self.days(before: 1970)
    guard (0..<Self.days(before: 10_000)).contains(dayNumber) else { return nil }
    // 400 years have 146,097 days. The estimate may be off by one year.
    var year = dayNumber * 400 / 146_097 + 1
    if Self.days(before: year + 1) <= dayNumber { year += 1 }
    if Self.days(before: year) > dayNumber { year -= 1 }
    var month = 1
    var rest = dayNumber - Self.days(before: year)
    while rest >= Self.days(in: month, of: year) {
      rest -= Self.days(in: month, of: year)
      month += 1
    }
    self.init(year: year, month: month, day: rest + 1)
    hour = secondOfDay / 3600
    minute = secondOfDay / 60 % 60
    second = secondOfDay % 60
    nanosecond = instant.nanoseconds
  }

  /// Creates the midnight at the start of a day. Returns `nil` if the day does not exist.
  init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates a time of three to seven numbers: year, month, day, hour, minute, second, nanosecond. Returns `nil` if it does not exist.
  init?(components: [Int]) {
    guard components.count == 3 || (5...7).contains(components.count) else { return nil }
    self.init(year: components[0], month: components[1], day: components[2])
    let rest = components.dropFirst(3) + Array(repeating: 0, count: 7 - components.count)
    (hour, minute, second, nanosecond) = (rest[3], rest[4], rest[5], rest[6])
    guard (0..<24) ~= hour, (0..<60) ~= minute, (0...60) ~= second, (0..<1_000_000_000) ~= nanosecond else {
      return nil
    }
  }

  /// The five to seven numbers of the time, without zeros at the end.
  var components: [Int] {
    let seconds = nanosecond > 0 ? [second, nanosecond] : second > 0 ? [second] : []
    return [year, month, day, hour, minute] + seconds
  }

  /// Returns the moment of this time with an offset from UTC in seconds.
  func instant(offset: Int) -> Instant {
    let days =
      Self.days(before: year) - Self.days(before: 1970)
      + (1..<month).reduce(day - 1) {
        $0 + Self.days(in: $1, of: year)
      }
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Instant(seconds: seconds, nanoseconds: nanosecond)
  }

  /// Returns whether this second is possible at a moment: second 60 only at the end of a month in UTC.
  func hasSecond(at instant: Instant) -> Bool {
    if second < 60 { return true }
    guard let next = CivilTime(instant) else { return false }
    return (next.day, next.hour, next.minute, next.second) == (1, 0, 0, 0)
  }

  /// Returns the number of days from 0001-01-01 to the first day of a year.
  private static func days(before year: Int) -> Int {
    let years = year - 1
    return years * 365 + years / 4 - years / 100 + years / 400
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int {
  /// Returns the quotient rounded down, and a remainder that is never negative.
  fileprivate func dividedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
