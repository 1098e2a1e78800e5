import Foundation
import NaruJSON
import Testing

/// Numbers are read exactly, or refused.
struct NumberTests {
  private let json = JSONCoding()

  @Test func theLimitsOfEveryTypeAreRead() throws {
    func check<Value: FixedWidthInteger & Payload & Equatable>(_ type: Value.Type) throws {
      for value in [Value.min, .max, 0, 1, .max - 1, .min + 1] {
        #expect(try json.decode(type, "\(value)") == value)
        #expect(try json.decode(type, "\(value).000") == value)
        if value != 0 { #expect(try json.decode(type, "\(value)0e-1") == value) }
        #expect(try json.text(value) == "\(value)")
      }
      for text in [
        "\(Value.max)0", "\(Value.min)5e-1", "1.5", "1e-1", "99999999999999999999999", "1e99", "\"1\"", "true", "null",
        "{}",
      ] {
        #expect(throws: DecodingError.self, "\(type) \(text)") { try json.decode(type, text) }
      }
    }
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    for (type, text) in [(UInt8.self, "256"), (UInt8.self, "-1"), (UInt8.self, "255.5")] {
      #expect(throws: DecodingError.self) { try json.decode(type, text) }
    }
    #expect(try json.decode(UInt64.self, "18446744073709551615") == .max)
    #expect(try json.decode(UInt64.self, "1844674407370955161500e-2") == .max)
    #expect(throws: DecodingError.self) { try json.decode(UInt64.self, "18446744073709551616") }
    #expect(throws: DecodingError.self) { try json.decode(Int64.self, "9223372036854775808") }
    #expect(throws: DecodingError.self) { try json.decode(Int64.self, "-9223372036854775809") }
    #expect(try json.decode(Int.self, "-0") == 0)
    #expect(try json.decode(Int.self, "0e999999999999999999999") == 0)
    #expect(try json.decode(UInt.self, "-0.0") == 0)
    // Foundation converts this to a `Double`.
    #expect(try json.decode(Int64.self, "9223372036854775807.0") == .max)
  }

  @Test(arguments: [
    "0", "0.1", "1e22", "1e23", "123456789012345678", "9007199254740993", "9007199254740992.5",
    "1.7976931348623157e308", "2.2250738585072014e-308", "4.9406564584124654e-324", "5e-324", "0.30000000000000004",
    "1e-5", "100e-2", "37.5665", "126.9780", "8.5e-1", "0.000000000000000000000000000001", "7.450580596923828e-9",
    "9214843084008499", "3.14159265358979323846264338327950288",
  ])
  func aDoubleIsTheNearestNumber(text: String) throws {
    for text in [text, "-" + text] {
      #expect(try json.decode(Double.self, text).bitPattern == Double(text)?.bitPattern)
      #expect(
        try json.decode(Float.self, text.count > 20 || text.contains("308") || text.contains("324") ? "1" : text)
          .isFinite
      )
    }
  }

  @Test func everyDoubleSurvivesARoundTrip() throws {
    var random = SeededRandom(seed: 11)
    for _ in 0..<4000 {
      let double = Double(bitPattern: random.next())
      if double.isFinite {
        let text = try json.text(double)
        #expect(try json.decode(Double.self, text).bitPattern == double.bitPattern)
        #expect(text.count <= "\(double)".count)
      }
      let short =
        Double(Int.random(in: -100_000_000...100_000_000, using: &random))
        / [1, 10, 100, 1000][Int.random(in: 0..<4, using: &random)]
      let text = try json.text(short)
      #expect(
        text == ("\(short)".hasSuffix(".0") ? String("\(short)".dropLast(2)) : "\(short)") || short.magnitude >= 1e7
      )
      #expect(try json.decode(Double.self, text) == short)
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      if float.isFinite { #expect(try json.decode(Float.self, json.text(float)).bitPattern == float.bitPattern) }
    }
  }

  @Test(arguments: ["1e309", "-1e400", "1e-400", "2e-324", "-0.00001e-400", "1e999999999999999999999"])
  func aNumberOutOfRangeIsRejected(text: String) {
    #expect(throws: DecodingError.self) { try json.decode(Double.self, text) }
    #expect(throws: DecodingError.self) { try json.decode(Float.self, text) }
  }

  @Test
  func zeroIsZeroWithAnyExponent() throws {
    #expect(try json.decode(Double.self, "0e-999") == 0)
    #expect(try json.decode(Double.self, "-0.0e999").sign == .minus)
  }

  @Test(arguments: [
    "0", "0.1", "-12345678901234567890123456789.012345678", "1e127", "1e-127", "100.50",
    "99999999999999999999999999999999999999",
  ])
  func aDecimalKeepsItsDigits(text: String) throws {
    let value = try json.decode(Decimal.self, text)
    #expect(value == Decimal(string: text))
    #expect(try json.decode(Decimal.self, json.text(value)) == value)
  }

  @Test
  func aDecimalThatIsTooLargeIsRejected() {
    #expect(throws: DecodingError.self) { try json.decode(Decimal.self, "1e400") }
  }

  @Test func nanAndInfinityAreNotWritten() {
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(throws: EncodingError.self) { try json.encode(value) }
      #expect(throws: EncodingError.self) { try json.encode([Float(value)]) }
    }
    #expect(throws: EncodingError.self) { try json.encode(Decimal.nan) }
    let error = #expect(throws: EncodingError.self) {
      try json.encode(Page(items: [Inner(name: "a"), Inner(name: "b", value: .nan)], hasNext: true))
    }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["items", "Index 1", "value"])
  }
}
