import Foundation
import NaruJSON
import Testing

/// Dates as numbers and arrays, named for a format or for a field.
struct DateFormTests {
  private struct Moment: Codable, Sendable, Equatable { var at: Date }
  private struct Fields: Codable, Sendable, Equatable {
    @DateAs<UnixSeconds> var at: Date
    var end: DateAs<UnixMilliseconds>?
    var usual: Date
  }

  private static let seoul = TimeZone(identifier: "Asia/Seoul") ?? .gmt
  private let date = Date(timeIntervalSince1970: 1_772_616_600)

  private func json(_ dates: DateCoding) -> JSONCoding { JSONCoding(dates: dates) }

  private func text(_ value: some Encodable, _ dates: DateCoding) throws -> String {
    String(decoding: try json(dates).encode(value), as: UTF8.self)
  }

  @Test(arguments: [
    (DateCoding.secondsSince1970, "1772616600", 0.0), (.millisecondsSince1970, "1772616600123", 0.123),
    (.secondsSince1970(fractionDigits: 3), "1772616600.123", 0.123),
    (.secondsSince1970(fractionDigits: 3), "1772616600", 0),
    (.components(in: seoul), "[2026,3,4,18,30]", 0), (.components(in: seoul), "[2026,3,4,18,30,5]", 5),
    (.components(in: seoul), "[2026,3,4,18,30,0,123000000]", 0.123), (.secondsSince1970, "-1772616600", -3_545_233_200),
  ])
  func aFormIsReadAndWrittenDirectlyAndByFoundation(dates: DateCoding, value: String, offset: Double) throws {
    let date = date.addingTimeInterval(offset)
    #expect(try text([date], dates) == "[\(value)]")
    #expect(try text(Moment(at: date), dates) == #"{"at":\#(value)}"#)
    let read =
      try json(dates).decode([Date].self, "[\(value)]") + [
        json(dates).decode(Moment.self, from: Data(#"{"at":\#(value)}"#.utf8)).at
      ]
    for found in read { #expect(abs(found.timeIntervalSince(date)) < 0.000_001) }
  }

  @Test(arguments: [
    (DateCoding.secondsSince1970, "1772616600.5"), (.secondsSince1970, "17726166005e-1"),
    (.millisecondsSince1970, "1772616600500.0"),
  ])
  func aFractionIsRead(dates: DateCoding, value: String) throws {
    #expect(try json(dates).decode(Date.self, value) == date.addingTimeInterval(0.5))
  }

  @Test(arguments: [
    // Milliseconds, but the format has seconds: a guess would be wrong for other numbers.
    (DateCoding.secondsSince1970, "1772616600000"), (.secondsSince1970, #""1772616600""#),
    (.secondsSince1970, #""2026-03-04T09:30:00Z""#), (.millisecondsSince1970, "1e300"), (.secondsSince1970, "null"),
    (.components(in: .gmt), "[2026,3]"), (.components(in: .gmt), "[2026,2,30,1,1]"),
    (.components(in: .gmt), "[2026,3,4,24,0]"),
    (.components(in: .gmt), "[2026,3,4,1]"), (.components(in: .gmt), "[2026,3,4,1,1,1,1000000000]"),
    (.components(in: .gmt), "1772616600"), (.iso8601, "1772616600"),
  ])
  func anotherFormIsAnErrorAtItsPlace(dates: DateCoding, value: String) throws {
    let text = #"{"at":\#(value)}"#
    let error = #expect(throws: DecodingError.self) { try json(dates).decode(Moment.self, from: Data(text.utf8)) }
    #expect(try #require(error).place == "at")
    #expect(throws: DecodingError.self) { try json(dates).decode([Date].self, "[\(value)]") }
  }

  @Test func aDateThatAFormCannotWriteIsAnError() {
    for dates in [DateCoding.secondsSince1970, .millisecondsSince1970, .components(in: .gmt)] {
      for date in [Date(timeIntervalSince1970: 1e12), Date(timeIntervalSince1970: .infinity), .distantPast - 1e9] {
        #expect(throws: EncodingError.self) { try json(dates).encode([date]) }
        #expect(throws: EncodingError.self) { try json(dates).encode(Moment(at: date)) }
      }
    }
  }

  @Test func aFieldHasAFormOfItsOwn() throws {
    let fields = Fields(at: date, end: DateAs(wrappedValue: date), usual: date)
    let text = #"{"at":1772616600,"end":1772616600000,"usual":"2026-03-04T09:30:00.000Z"}"#
    #expect(try JSONCoding().decode(Fields.self, from: Data(text.utf8)) == fields)
    #expect(try JSONCoding().decode(Fields.self, from: JSONCoding().encode(fields)) == fields)
    #expect(try JSONCoding().text([fields.end, nil]) == "[1772616600000,null]")
    #expect(try JSONCoding().decode([DateAs<UnixSeconds>].self, "[1772616600]").first?.wrappedValue == date)
  }

  @Test func aStrategyOfOnesOwnReadsNumbers() throws {
    let excel = DateCoding(
      number: { Decimal($0.timeIntervalSince1970 / 86_400 + 25_569) },
      date: { Date(timeIntervalSince1970: ($0 - 25_569) * 86_400) }
    )
    #expect(try json(excel).decode([Date].self, "[46085]") == [Date(timeIntervalSince1970: 1_772_582_400)])
    #expect(try text([Date(timeIntervalSince1970: 1_772_582_400)], excel) == "[46085]")
  }

  @Test(arguments: [
    "2026-03-04t09:30:00z", "2026-03-04 09:30:00Z", "2026-03-04 18:30:00+09:00", "2026-03-04T09:30:00-00:00",
    "2026-03-04t09:30:00.000000000Z", "2026-03-04T09:30Z", "2026-03-04T18:30+09:00",
    "2026-03-04T18:30+09:00[Asia/Seoul]", "2026-03-04T09:30:00.0Z[UTC][u-ca=iso8601]",
  ])
  func everyFormOfRFC3339AZoneAndAMissingSecondAreRead(text: String) throws {
    #expect(try JSONCoding().decode([Date].self, "[\"\(text)\"]") == [date])
    #expect(try JSONCoding().decode(Moment.self, from: Data(#"{"at":"\#(text)"}"#.utf8)).at == date)
  }
}
