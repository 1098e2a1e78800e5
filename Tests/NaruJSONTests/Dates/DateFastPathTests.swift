import Foundation
import NaruJSON
import Testing

/// The fast path for ISO 8601 dates agrees with the strategy.
struct DateFastPathTests {
  private let json = JSONCoding()

  /// Reads a date with the strategy, without the fast path.
  private func reference(_ text: String) -> Date? {
    try? json.decode(ByFoundation<[Date]>.self, from: Data("[\"\(text)\"]".utf8)).value.first
  }

  @Test func theFastPathReadsTheSameDatesAsTheStrategy() throws {
    var random = SeededRandom(seed: 17)
    let zones = [
      "Z", "+09:00", "-03:30", "+0900", "+09", "-00:00", "", "+24:00", "+09:60", "z", "Z ", "+9:00", "+09:0",
    ]
    let fractions = ["", ".1", ".123", ".123456789", ".1234567890", ".", ".x", ",5", ".999999999"]
    for _ in 0..<4000 {
      func number(_ range: ClosedRange<Int>, _ width: Int) -> String {
        let digits = String(Int.random(in: range, using: &random))
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
      }
      var text = number(0...9999, 4) + "-" + number(0...13, 2) + "-" + number(0...32, 2) + "T"
      text += number(0...24, 2) + ":" + number(0...60, 2) + ":" + number(0...60, 2)
      text += (fractions.randomElement(using: &random) ?? "") + (zones.randomElement(using: &random) ?? "")
      if Int.random(in: 0..<8, using: &random) == 0 {
        text.replaceSubrange(
          text.startIndex...text.startIndex,
          with: ["x", "+", "", " "].randomElement(using: &random) ?? ""
        )
      }
      let direct = try? json.decode([Date].self, "[\"\(text)\"]").first
      #expect(direct == reference(text), "\(text)")
    }
    for text in [
      "2016-12-31T23:59:60Z", "2026-02-29T00:00:00Z", "2024-02-29T00:00:00Z", "2026-03-04t00:00:00Z",
      "0001-01-01T00:00:00+14:00",
    ] {
      let direct = try? json.decode([Date].self, "[\"\(text)\"]").first
      #expect(direct == reference(text), "\(text)")
    }
    // A date with an escape.
    #expect(try json.decode(Date.self, #""2026\u002d03-04T00:00:00Z""#) == Date(timeIntervalSince1970: 1_772_582_400))
  }

  @Test func theFastPathWritesTheSameDatesAsTheStrategy() throws {
    var random = SeededRandom(seed: 19)
    for dates in [DateCoding.iso8601, .iso8601Seconds] {
      let json = JSONCoding(dates: dates)
      for _ in 0..<2000 {
        let date = Date(timeIntervalSinceReferenceDate: .random(in: -63_000_000_000...255_000_000_000, using: &random))
        let direct = try? json.encode([date])
        let reference = try? json.encode(ByFoundation([date]))
        #expect(direct == reference, "\(date.timeIntervalSinceReferenceDate)")
      }
    }
    #expect(throws: EncodingError.self) { try json.encode(Date(timeIntervalSince1970: 1e13)) }
  }
}
