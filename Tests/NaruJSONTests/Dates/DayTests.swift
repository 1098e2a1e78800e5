import Foundation
import NaruJSON
import Testing

struct DayTests {
  @Test func daysHaveTheOrderOfTheCalendar() throws {
    let texts = ["0001-12-31", "2026-02-28", "2026-03-01", "2026-03-02", "2027-01-01"]
    let days = texts.compactMap(Day.init(_:))
    #expect(days.reversed().sorted().map(\.description) == texts)
    #expect(Day(year: 2026, month: 2, day: 29) == nil && Day(year: 10_000, month: 1, day: 1) == nil)
  }

  @Test func aMomentIsAnotherDayInAnotherZone() throws {
    let seoul = try #require(TimeZone(identifier: "Asia/Seoul"))
    let date = Date(timeIntervalSince1970: 1_772_643_600)  // 2026-03-04T17:00:00Z
    #expect(Day(date, in: .gmt)?.description == "2026-03-04")
    let day = try #require(Day(date, in: seoul))
    #expect(day.description == "2026-03-05")
    #expect(day.start(in: seoul) == Date(timeIntervalSince1970: 1_772_636_400))
    #expect(Day(Date(timeIntervalSinceReferenceDate: 1e12), in: .gmt) == nil)
    // The zone went over the date line, and skipped a day.
    let samoa = try #require(TimeZone(identifier: "Pacific/Apia"))
    #expect(Day(year: 2011, month: 12, day: 30)?.start(in: samoa) == nil)
  }

  @Test func bothCodersWriteTheSame() throws {
    let days = [try #require(Day("2026-03-04"))]
    let json = Data(#"["2026-03-04"]"#.utf8)
    #expect(try JSONCoding().encode(days) == json && JSONEncoder().encode(days) == json)
    #expect(
      try JSONCoding().decode([Day].self, from: json) == days && JSONDecoder().decode([Day].self, from: json) == days
    )
    guard case .string(format: "date") = Day.schema else {
      Issue.record("another schema: \(Day.schema)")
      return
    }
  }
}
