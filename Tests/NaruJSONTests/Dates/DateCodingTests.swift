import Foundation
import NaruJSON
import Testing

/// The default date strategy. A text that is not a date is an error with its path, never "now".
struct DateCodingTests {
  private struct Model: Codable, Equatable { var at: Date }
  private let json = JSONCoding()

  private func read(_ text: String) throws -> Date {
    try json.decode(Model.self, from: Data(#"{"at":"\#(text)"}"#.utf8)).at
  }

  @Test(arguments: [
    ("2026-03-04T09:30:00Z", 1_772_616_600.0), ("2026-03-04T09:30:00.123Z", 1_772_616_600.123),
    ("2026-03-04T18:30:00+09:00", 1_772_616_600), ("2026-03-04T18:30:00.5+0900", 1_772_616_600.5),
    ("2026-03-04T00:30:00.000000001-09", 1_772_616_600), ("2026-03-04T09:30:00.123456789Z", 1_772_616_600.123_456_8),
    ("2016-12-31T23:59:60Z", 1_483_228_800), ("2017-01-01T08:59:60.5+09:00", 1_483_228_800.5),
    ("1970-01-01T00:00:00.000Z", 0), ("1969-12-31T23:59:59.999Z", -0.001),
  ])
  func aDateIsRead(text: String, seconds: Double) throws {
    #expect(abs(try read(text).timeIntervalSince1970 - seconds) < 0.000_5)
  }

  @Test(arguments: [
    "", "yesterday", "2026-13-01T00:00:00Z", "2026-03-04", "2026-03-04T09:30:00", "1772616600", "2026-02-30T00:00:00Z",
    "2026-03-04T24:00:00Z", "2026-03-04T09:60:00Z", "2026-03-04T09:30:60Z", "2026-03-04T09:30:00.Z",
    "2026-03-04T09:30:00.1234567890Z", "2026-03-04T09:30:00+24:00", "2026-03-04T09:30:00Z ", " 2026-03-04T09:30:00Z",
    "0000-01-01T00:00:00Z", "+2026-03-04T09:30:00Z", "２０２６-03-04T09:30:00Z", "2026-3-4T09:30:00Z",
  ])
  func aTextThatIsNotADateIsAnErrorWithItsPath(text: String) throws {
    let error = #expect(throws: DecodingError.self) { try read(text) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["at"])
  }

  @Test func everyMillisecondSurvivesARoundTrip() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<2_000 {
      let milliseconds = Int64.random(in: -2_000_000_000_000...4_000_000_000_000, using: &random)
      let model = Model(at: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
      let text = String(decoding: try json.encode(model), as: UTF8.self)
      let fraction = String((milliseconds % 1000 + 1000) % 1000 + 1000).dropFirst()
      #expect(text.hasSuffix(".\(fraction)Z\"}"), "\(text) for \(milliseconds)")
      let back = try json.decode(Model.self, from: Data(text.utf8)).at
      #expect(Int64((back.timeIntervalSince1970 * 1000).rounded()) == milliseconds)
    }
  }
}
