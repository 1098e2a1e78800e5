import Foundation
import NaruJSON
import Testing

/// Numbers that are sent as text.
struct LenientNumberTests {
  private struct Model<Value: Codable & Sendable & Equatable>: Codable, Equatable {
    var n: Lenient<Value>
  }
  private struct Page: Codable, Equatable {
    @Lenient var count: Int
    @Lenient var price: Decimal?
  }

  private let json = JSONCoding()

  private func read<Value: Numeric & Codable & Sendable>(_ value: String, as: Value.Type) throws -> Value {
    try json.decode(Model<Value>.self, from: Data(#"{"n":\#(value)}"#.utf8)).n.wrappedValue
  }

  @Test func numbersAndTextsAreReadTheSame() throws {
    let page = Page(count: 42, price: Decimal(string: "12000.50"))
    for text in [#"{"count":42,"price":12000.50}"#, #"{"count":"42","price":"12000.50"}"#] {
      #expect(try json.decode(Page.self, from: Data(text.utf8)) == page)
    }
    #expect(try json.decode(Page.self, from: json.encode(page)) == page)
    #expect(String(decoding: try json.encode(Page(count: 7)), as: UTF8.self) == #"{"count":7}"#)
  }

  @Test(arguments: [#"{"count":"1"}"#, #"{"count":1,"price":null}"#])
  func anOptionalMayBeAbsent(text: String) throws {
    #expect(try json.decode(Page.self, from: Data(text.utf8)) == Page(count: 1, price: nil))
  }

  @Test func noDigitIsLost() throws {
    for quote in ["", "\""] {
      func read<Value: Numeric & Codable & Sendable>(_ value: String, as type: Value.Type) throws -> Value {
        try self.read(quote + value + quote, as: type)
      }
      #expect(try read("9223372036854775807", as: Int64.self) == .max)
      #expect(try read("-9223372036854775808", as: Int64.self) == .min)
      #expect(try read("9007199254740993", as: Int64.self) == 9_007_199_254_740_993)
      #expect(try read("18446744073709551615", as: UInt64.self) == .max)
      #expect(try read("0.1", as: Decimal.self) == Decimal(string: "0.1"))
      #expect(
        try read("12345678901234567890123456789.012345678", as: Decimal.self).description
          == "12345678901234567890123456789.012345678"
      )
      #expect(try read("0.1", as: Double.self) == 0.1)
      #expect(try read("1.7976931348623157e308", as: Double.self) == .greatestFiniteMagnitude)
      #expect(try read("5e-324", as: Double.self) == .leastNonzeroMagnitude)
      #expect(try read("-0.0", as: Double.self).sign == .minus)
    }
  }

  @Test func everyNumberSurvivesARoundTrip() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<300 {
      let signed = Int64(bitPattern: random.next())
      #expect(try read("\"\(signed)\"", as: Int64.self) == signed)
      let unsigned = random.next()
      #expect(try read("\"\(unsigned)\"", as: UInt64.self) == unsigned)
      let double = Double(bitPattern: random.next())
      if double.isFinite { #expect(try read("\"\(double)\"", as: Double.self) == double) }
      let decimal = Decimal(
        sign: .minus,
        exponent: .random(in: -30...30, using: &random),
        significand: Decimal(unsigned)
      )
      #expect(try read("\"\(decimal)\"", as: Decimal.self) == decimal)
    }
  }

  private static let refused = [
    "", " ", " 1", "1 ", "1,000", "NaN", "nan", "inf", "-Infinity", "0x10", "+1", "007", "1.", ".5", "1e", "--1", "-",
    "1_000", "１", "٣", "null", "true", "[1]", "1e400", "\\n1", "1\\u0000", "\\\"1\\\"",
  ]

  @Test(arguments: refused)
  func aTextThatIsNotANumberIsAnErrorWithItsPath(text: String) throws {
    for read in [
      { _ = try self.read("\"\(text)\"", as: Int.self) }, { _ = try self.read("\"\(text)\"", as: UInt64.self) },
      { _ = try self.read("\"\(text)\"", as: Double.self) }, { _ = try self.read("\"\(text)\"", as: Decimal.self) },
    ] {
      let error = #expect(throws: DecodingError.self) { try read() }
      #expect(try #require(error).place == "n")
    }
  }

  @Test func aNumberOutOfRangeIsAnError() {
    for quote in ["", "\""] {
      func refuses<Value: Numeric & Codable & Sendable>(_ text: String, _ type: Value.Type) {
        let error = #expect(throws: DecodingError.self, "\(text)") { try read(quote + text + quote, as: type) }
        #expect(error?.place == "n", "\(text)")
      }
      refuses("300", UInt8.self)
      refuses("-1", UInt.self)
      refuses("1.5", Int.self)
      refuses("9223372036854775808", Int64.self)
      refuses("18446744073709551616", UInt64.self)
      refuses("1e400", Double.self)
      refuses("1e400", Decimal.self)
      refuses("true", Int.self)
      refuses("null", Int.self)
      refuses("{}", Int.self)
    }
    #expect(throws: DecodingError.self) { try read("\"0.\(String(repeating: "1", count: 39))\"", as: Decimal.self) }
  }
}
