import Foundation
import NaruJSON
import Testing

/// The strategies other than the default, and the calendar of all of them.
struct DateStrategyTests {
  private func read(_ text: String, _ dates: DateCoding) throws -> Date {
    try JSONCoding(dates: dates).decode([Date].self, from: Data("[\"\(text)\"]".utf8))[0]
  }

  private func write(_ date: Date, _ dates: DateCoding) throws -> String {
    String(String(decoding: try JSONCoding(dates: dates).encode([date]), as: UTF8.self).dropFirst(2).dropLast(2))
  }

  private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

  private static let moment = Date(timeIntervalSince1970: 1_772_584_200.123_456)  // 2026-03-04T00:30:00.123456Z

  @Test func eachStrategyHasItsFormat() throws {
    let seoul = try zone("Asia/Seoul")
    let written = try [
      DateCoding.iso8601, .iso8601Seconds, .localTime(in: seoul, fractionDigits: 0),
      .localTime(in: seoul, fractionDigits: 6), .localTime(in: .gmt, fractionDigits: 2), .day, .day(in: seoul),
    ].map { try write(Self.moment, $0) }
    #expect(
      written == [
        "2026-03-04T00:30:00.123Z", "2026-03-04T00:30:00Z", "2026-03-04T09:30:00", "2026-03-04T09:30:00.123456",
        "2026-03-04T00:30:00.12", "2026-03-04", "2026-03-04",
      ]
    )
    #expect(try write(Date(timeIntervalSince1970: -0.25), .day) == "1969-12-31")
    #expect(try write(Date(timeIntervalSince1970: 0.5), .localTime(in: .gmt, fractionDigits: 12)).count == 29)
    #expect(try write(Date(timeIntervalSince1970: 0.5), .localTime(in: .gmt, fractionDigits: -1)).count == 19)
    #expect(try write(Date(timeIntervalSince1970: 0.9), .iso8601Seconds) == "1970-01-01T00:00:01Z")
  }

  @Test(arguments: [
    "2026-03-04T09:30", "2026-03-04T09:30:00", "2026-03-04T09:30:00.1", "2026-03-04T09:30:00.12",
    "2026-03-04T09:30:00.123", "2026-03-04T09:30:00.1234", "2026-03-04T09:30:00.12345", "2026-03-04T09:30:00.123456",
    "2026-03-04T09:30:00.1234567", "2026-03-04T09:30:00.12345678", "2026-03-04T09:30:00.123456789",
    "2026-03-04 09:30:00", "2026-03-04 09:30:00.5",
  ])
  func localTimeIsReadWithoutASecondAndWithAnyFraction(text: String) throws {
    let date = try read(text, .localTime(in: zone("Asia/Seoul"), fractionDigits: 6))
    let expected = 1_772_584_200 + (Double("0" + text.dropFirst(19)) ?? 0)
    #expect(abs(date.timeIntervalSince1970 - expected) < 2.5e-7)
  }

  @Test(arguments: [
    "2026-03-04T09:30:00Z", "2026-03-04T09:30:00+09:00", "2026-03-04", "2026-03-04_09:30:00", "2026-02-29T00:00:00",
    "2026-03-04T09:30:60", "2026-03-04T09:30:00.1234567890", "2026-03-04T09:30:", "2026-03-04T09", "",
  ])
  func localTimeRejectsOtherFormats(text: String) {
    #expect(throws: DecodingError.self) { try read(text, .localTime(in: zone("Asia/Seoul"), fractionDigits: 3)) }
  }

  @Test(arguments: [
    "2026-02-30", "2025-02-29", "1900-02-29", "2026-04-31", "2026-00-01", "2026-01-00", "2026-13-01", "0000-01-01",
    "10000-01-01", "2026-1-1", "20260101", "2026-01-01T00:00:00Z", "2026/01/01", "오늘", "",
  ])
  func aDayRejectsOtherFormats(text: String) {
    #expect(throws: DecodingError.self) { try read(text, .day) }
  }

  /// Local times of New York and Seoul around their clock changes.
  @Test(arguments: [
    ("America/New_York", "2026-03-08T01:59:59", "2026-03-08T06:59:59.000Z"),
    ("America/New_York", "2026-03-08T03:00:00", "2026-03-08T07:00:00.000Z"),
    ("America/New_York", "2026-11-01T00:59:59", "2026-11-01T04:59:59.000Z"),
    ("America/New_York", "2026-11-01T01:30:00", "2026-11-01T05:30:00.000Z"),  // repeated: the first
    ("America/New_York", "2026-11-01T02:00:00", "2026-11-01T07:00:00.000Z"),
    ("Asia/Seoul", "1988-05-08T01:59:59", "1988-05-07T16:59:59.000Z"),
    ("Asia/Seoul", "1988-05-08T03:00:00", "1988-05-07T17:00:00.000Z"),
    ("Asia/Seoul", "1988-07-01T00:00:00", "1988-06-30T14:00:00.000Z"),
    ("Asia/Seoul", "1988-10-09T02:30:00", "1988-10-08T16:30:00.000Z"),  // repeated: the first
    ("Asia/Seoul", "2017-01-01T08:59:60", "2017-01-01T00:00:00.000Z"),  // a leap second
  ])
  func localTimeFollowsTheZone(name: String, local: String, utc: String) throws {
    let dates = DateCoding.localTime(in: try zone(name), fractionDigits: 0)
    let date = try read(local, dates)
    #expect(try write(date, .iso8601) == utc)
    if !local.hasSuffix("60") { #expect(try write(date, dates) == local) }
  }

  @Test(arguments: [
    ("America/New_York", "2026-03-08T02:00:00"), ("America/New_York", "2026-03-08T02:59:59.999"),
    ("Asia/Seoul", "1988-05-08T02:30:00"), ("Pacific/Apia", "2011-12-30T12:00:00"),
    ("Asia/Seoul", "2016-12-31T23:59:60"),
  ])
  func aSkippedTimeIsNotADate(name: String, local: String) throws {
    let dates = DateCoding.localTime(in: try zone(name), fractionDigits: 3)
    #expect(throws: DecodingError.self) { try read(local, dates) }
  }

  @Test func aRepeatedTimeIsReadAsTheFirst() throws {
    let dates = DateCoding.localTime(in: try zone("America/New_York"), fractionDigits: 0)
    let second = try read("2026-11-01T06:30:00Z", .iso8601)
    #expect(try write(second, dates) == "2026-11-01T01:30:00")
    #expect(try read(write(second, dates), dates) == second - 3600)
  }

  @Test(arguments: [
    ("Asia/Seoul", "2026-03-04", "2026-03-03T15:00:00.000Z"), ("Asia/Seoul", "1988-05-08", "1988-05-07T15:00:00.000Z"),
    ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"),  // midnight is skipped
    ("America/Havana", "2025-11-02", "2025-11-02T04:00:00.000Z"),  // midnight is repeated
    ("GMT", "0001-01-01", "0001-01-01T00:00:00.000Z"), ("GMT", "9999-12-31", "9999-12-31T00:00:00.000Z"),
  ])
  func aDayIsReadAsItsFirstMoment(name: String, day: String, utc: String) throws {
    let dates = DateCoding.day(in: try zone(name))
    #expect(try write(read(day, dates), .iso8601) == utc)
    #expect(try write(read(day, dates), dates) == day)
  }

  @Test func aSkippedDayIsNotADate() throws {
    let dates = DateCoding.day(in: try zone("Pacific/Apia"))
    #expect(throws: DecodingError.self) { try read("2011-12-30", dates) }
  }

  @Test(arguments: [1e300, -1e300, Double.nan, .infinity, -62_135_596_801, 253_402_300_799.999_6])
  func aDateOutsideTheCalendarIsNotWritten(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    for dates in [DateCoding.iso8601, .iso8601Seconds, .localTime(in: .gmt, fractionDigits: 3)] {
      #expect(throws: EncodingError.self) { try write(date, dates) }
    }
  }

  @Test func daysAgreeWithFoundationsCalendar() throws {
    var random = SeededRandom(seed: 400)
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    for _ in 0..<500 {
      let date = Date(timeIntervalSince1970: .random(in: -11_000_000_000...253_402_300_799, using: &random))
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let expected = [parts.year, parts.month, parts.day].map { $0 ?? 0 }
      #expect(try write(date, .day).split(separator: "-").compactMap { Int($0) } == expected)
    }
  }

  /// Text to date to text, with six digits in the years for which `Date` is precise enough, and with four in all years.
  @Test func everyTextSurvivesARoundTrip() throws {
    var random = SeededRandom(seed: 12)
    for _ in 0..<1_000 {
      let day = Int.random(in: 1...28, using: &random)
      let month = Int.random(in: 1...12, using: &random)
      let (hour, rest) = Int.random(in: 0..<86_400, using: &random).quotientAndRemainder(dividingBy: 3600)
      func text(years: ClosedRange<Int>, digits: Int) -> String {
        let numbers = [month, day, hour, rest / 60, rest % 60].map { String($0 + 100).dropFirst() }
        let year = String(Int.random(in: years, using: &random) + 10_000).dropFirst()
        let fraction = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
        return "\(year)-\(numbers[0])-\(numbers[1])T\(numbers[2]):\(numbers[3]):\(numbers[4]).\(fraction)"
      }
      for text in [text(years: 1...9999, digits: 4), text(years: 1729...2272, digits: 6)] {
        let dates = DateCoding.localTime(in: .gmt, fractionDigits: text.count - 20)
        #expect(try write(read(text, dates), dates) == text)
      }
    }
  }

  /// Date to text to date: except for the months around 2001, nine digits are more precise than a date.
  @Test(arguments: ["GMT", "Asia/Seoul", "America/New_York", "Australia/Lord_Howe", "Africa/Monrovia", "Pacific/Apia"])
  func everyDateSurvivesARoundTrip(name: String) throws {
    let dates = DateCoding.localTime(in: try zone(name), fractionDigits: 9)
    var random = SeededRandom(seed: 2001)
    for _ in 0..<500 {
      let distance = Double.random(in: 10_000_000...4_000_000_000, using: &random)
      let date = Date(timeIntervalSinceReferenceDate: Bool.random(using: &random) ? distance : -distance)
      let text = try write(date, dates)
      let back = try read(text, dates)
      // A repeated hour is read as the first one, and written the same.
      if back != date {
        #expect(back < date)
        #expect(try write(back, dates) == text)
        #expect(try zone(name).secondsFromGMT(for: back) != zone(name).secondsFromGMT(for: date))
      }
    }
  }
}
