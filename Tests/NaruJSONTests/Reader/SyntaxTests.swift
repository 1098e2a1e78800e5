import Foundation
import NaruJSON
import Testing

/// Valid and invalid JSON, in the categories of the public test suites.
struct SyntaxTests {
  /// A type without a reader of its own.
  private struct Plain: Codable, Equatable { var a: [Int] }

  private let json = JSONCoding()

  private static let accepted = [
    // Structure.
    "{}", "[]", "[[]]", "[{}]", #"{"":0}"#, #"{"a":[1,{"b":null}]}"#, " [ 1 , 2 ] ", "\t{\r\n\"a\" : 1 , \"b\":2 }\n",
    #"{"a":1,"a":2}"#, "null", "true", "false", "0", "\"\"", "[null,true,false]",
    // Numbers.
    "-0", "-1", "10", "0.0", "1.5", "-0.25", "1e5", "1E5", "1e+5", "1e-5", "0e0", "0.1e01", "1e00",
    "123456789012345678901234567890", "0.00000000000000000000000000000000000000001", "1e400", "-1e-400",
    // Strings.
    #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\uD55C\ud83d\uDE00""#, #""\u0000""#, #""\uFFFF""#, "\"\u{7F}\"",
    "\"\u{2028}\u{2029}\"", #""\uD800""#, #""\uDC00\uD800\uD800x\uD800\n\uD800\u0041""#, "\"한글 🐙 é e\u{301}\"",
    "\"\u{10FFFF}\"", "\"\u{FEFF}\"", "\"\u{E000}\"", "\"/\"",
    // A byte order mark is ignored.
    "\u{FEFF}1", "\u{FEFF} {}",
  ]

  @Test(arguments: accepted)
  func validJSONIsAccepted(text: String) {
    #expect(json.isJSON(Array(text.utf8)))
    #expect(StrictJSON.accepts(Array(text.utf8)) != text.hasPrefix("\u{FEFF}"))
  }

  private static let refused = [
    // Structure.
    "", " ", "{", "}", "[", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1:2]", "{\"a\"}", "{\"a\":}",
    "{\"a\":1,}", "{,}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1",
    "{\"a\":1,\"b\"}", "[}", "{]", "[1}", "{\"a\":1]", "1 2", "[] []", "{}x", "nul", "nulll", "Null", "TRUE", "tru",
    "fals", "truee", "undefined", "NaN", "Infinity", "-Infinity", "[1]//", "{]", "/**/1", "#", ",", ":", "{\"a\"::1}",
    "{\"a\":1,,\"b\":2}", "{\"a\":1}}", "*", "\u{B}1", "\u{A0}1", "[1\u{C}]", "1\u{0}", "\u{0}", "[\u{0}]", "\u{FEFF}",
    "\u{FEFF}\u{FEFF}1",
    // Numbers.
    "+1", "-", "--1", "01", "-01", "00", "1.", ".5", "-.5", "1.e5", "1e", "1e+", "1E-", "1.5e", "0x10", "1_000", "1,5",
    "1 .5", "１", "1a", "0.1.2", "1e5.5", "1-", "1+1", "-a",
    // Strings.
    "\"", "\"a", "'a'", "\"\\\"", "\"\\", #""\a""#, #""\'""#, #""\u""#, #""\u123""#, #""\u12G4""#, #""\U0041""#,
    #""\x41""#, "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"", #""\uD800\u""#, #""\uD800\uDC0""#, "\"\\\n\"",
    "\"\\u00\\\"", "\"a\" \"b\"", "a\"",
  ]

  @Test(arguments: refused)
  func invalidJSONIsRejected(text: String) throws {
    #expect(!json.isJSON(Array(text.utf8)))
    // Also in a list, and in known and unknown fields.
    #expect(!json.isJSON(Array("[0,\(text)".utf8)))
    #expect(throws: DecodingError.self) { try json.decode(Inner?.self, text) }
    #expect(throws: DecodingError.self) { try json.decode(Inner.self, #"{"name":"","unknown":\#(text)}"#) }
    #expect(throws: DecodingError.self) { try json.decode([String: [Int?]].self, text) }
    #expect(throws: DecodingError.self) { try json.decode(Plain.self, from: Data(#"{"a":[1],"b":\#(text)}"#.utf8)) }
  }

  private static let badUTF8: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
    [0xE1, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xF0, 0x9F, 0x98], [0xEA, 0xB0],
  ]

  @Test(arguments: badUTF8)
  func invalidUTF8IsRejected(bytes: [UInt8]) {
    for padding in 0..<20 {
      let before = [UInt8](repeating: 0x61, count: padding)
      let quoted = [0x22] + before + bytes + before + [0x22]
      #expect(!json.isJSON(quoted))
      #expect(throws: DecodingError.self) { try json.decode(String.self, from: Data(quoted)) }
      #expect(!json.isJSON([0x7B] + quoted + Array(":1}".utf8)))
    }
    #expect(!json.isJSON(bytes))
  }

  @Test
  func otherEncodingsAreRejected() {
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian] {
      let data = #"{"a":[1]}"#.data(using: encoding) ?? Data()
      #expect(!json.isJSON([UInt8](data)))
      #expect(throws: DecodingError.self) { try json.decode(Plain.self, from: data) }
    }
  }

  @Test func aTypeWithoutAReaderHasTheLimitsAndTheByteOrderMarkOfAPayload() throws {
    let deep = Data(#"{"a":[1],"b":\#(String(repeating: "[", count: 500))\#(String(repeating: "]", count: 500))}"#.utf8)
    #expect(throws: DecodingError.self) { try json.decode(Plain.self, from: deep) }
    #expect(try JSONCoding(limits: JSONLimits(depth: 512)).decode(Plain.self, from: deep) == Plain(a: [1]))
    let short = JSONCoding(limits: JSONLimits(bytes: 8))
    #expect(throws: DecodingError.self) { try short.decode(Plain.self, from: Data(#"{"a":[1]}"#.utf8)) }
    #expect(try json.decode(Plain.self, from: Data("\u{FEFF}{\"a\":[1]}".utf8)) == Plain(a: [1]))
  }

  @Test
  func theReaderAgreesWithTheStandardLibraryOnUTF8() {
    // Every first byte with special followers, after characters of one and three bytes at several alignments.
    let followers: [UInt8] = [0x00, 0x22, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xED, 0xF0]
    var sequences: [[UInt8]] = []
    for first in UInt8(0x80)...0xFF {
      for second in followers {
        sequences.append([first, second])
        for third in followers.dropFirst(4) {
          sequences.append([first, second, third])
          sequences.append([first, second, third, 0x80])
        }
      }
    }
    for (number, bytes) in sequences.enumerated() {
      let text = [UInt8](repeating: 0x61, count: number % 9) + Array("가".utf8) + bytes + Array("나".utf8)
      guard number % 4 == 0 || bytes.count < 4 else { continue }
      let isPlain = !text.contains { $0 < 0x20 || $0 == 0x22 }
      let expected = isPlain && String(validating: text, as: UTF8.self) != nil
      #expect(json.isJSON([0x22] + text + [0x22]) == expected, "\(bytes)")
    }
  }
}
