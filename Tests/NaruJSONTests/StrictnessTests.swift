import Foundation
import NaruJSON
import Testing

/// The same documents are valid for a payload and for any other `Codable`.
struct StrictnessTests {
  private struct Plain: Codable, Equatable { var a: [Int] }

  private let json = JSONCoding()

  @Test(arguments: [
    #"{"a":[1,]}"#, #"{"a":[1],}"#, #"{"a":[01]}"#, #"{"a":[1]} x"#, "{'a':[1]}", #"{"a":[1]/**/}"#, #"{"a":[+1]}"#, "",
    #"{"a":[1],"b":"\#u{01}"}"#, #"{"a":[1],"b":"\ud800"}"#, #"{"a":[NaN]}"#,
  ])
  func invalidJSONIsRejectedForEveryType(text: String) {
    let data = Data(text.utf8)
    #expect(throws: DecodingError.self) { try json.decode(Plain.self, from: data) }
    #expect(throws: DecodingError.self) { try json.decode([String: [Int]].self, from: data) }
  }

  @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32])
  func onlyUTF8IsRead(encoding: String.Encoding) throws {
    let data = try #require(#"{"a":[1]}"#.data(using: encoding))
    #expect(throws: DecodingError.self) { try json.decode(Plain.self, from: data) }
  }

  @Test func aByteOrderMarkIsIgnored() throws {
    #expect(try json.decode(Plain.self, from: Data("\u{FEFF}{\"a\":[1]}".utf8)) == Plain(a: [1]))
  }

  @Test func theLimitsAreThoseOfThePayload() throws {
    let deep = Data(#"{"a":[1],"b":\#(String(repeating: "[", count: 500))\#(String(repeating: "]", count: 500))}"#.utf8)
    #expect(throws: DecodingError.self) { try json.decode(Plain.self, from: deep) }
    #expect(try JSONCoding(limits: JSONLimits(depth: 512)).decode(Plain.self, from: deep) == Plain(a: [1]))
    let short = JSONCoding(limits: JSONLimits(bytes: 8))
    #expect(throws: DecodingError.self) { try short.decode(Plain.self, from: Data(#"{"a":[1]}"#.utf8)) }
  }
}
