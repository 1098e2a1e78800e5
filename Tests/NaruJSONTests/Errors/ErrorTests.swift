import Foundation
import NaruJSON
import Testing

/// The content of errors, and their redaction.
struct ErrorTests {
  private let json = JSONCoding()

  private func error<Value: Payload>(_ type: Value.Type, _ text: String) throws -> JSONError {
    let error = #expect(throws: DecodingError.self) { try json.decode(type, text) }
    return try #require(error?.json)
  }

  @Test(arguments: [
    ("[1,2", 4, "a comma or ]"), ("[1,2,]", 5, "a value"), (#"{"a":1"#, 6, "a comma or }"), (#"{"a""#, 4, "a colon"),
    ("{1}", 1, "a key in quotes or }"), ("[1] x", 4, "the end of the document"), ("\"a", 2, "a closing quote"),
    ("[01]", 2, "no leading zero"), (#"["\q"]"#, 2, "a valid escape sequence"), ("[-]", 2, "a digit"),
    ("", 0, "a value"), ("[tru]", 1, "a value"),
  ])
  func aSyntaxErrorHasItsOffset(text: String, offset: Int, expected: String) throws {
    let result = #expect(throws: DecodingError.self) {
      try json.read(Data(text.utf8)) { json throws(JSONError) in try json.skipValue() }
    }
    let error = try #require(result?.json)
    #expect(error.isSyntax && error.offset == offset && error.expected == expected)
    #expect(result?.context?.codingPath.isEmpty == true)
  }

  @Test func anErrorHasTheExpectedValueAndTheTextFound() throws {
    let one = try error([Int].self, #"[1,"zwei",3]"#)
    #expect("\(one)" == #"expected a whole number at byte 3, not “"zwei",3]”"#)
    #expect(one.path.map(\.intValue) == [1])
    #expect(try error(Page<Inner>.self, #"{"hasNext":1}"#).expected == "true or false")
    #expect(try error([String].self, "[null]").expected == "a string")
    #expect(try error(Inner.self, "7").expected == "Inner")
    #expect(try error([UInt8].self, "[300]").expected == "a number that UInt8 can hold")
    #expect(try error(Status.self, "\"x\"").expected == "one of ACTIVE, 지움")
    let tag = try error(Event.self, #"{"type":"x"}"#)
    #expect(tag.cases == "text, inner" && tag.expected == "one of text, inner")
    // A sentence of the type's own is no list of cases.
    let own = #expect(throws: DecodingError.self) {
      try json.read(Data("1".utf8)) { json throws(JSONError) in throw json.invalid(expected: "one of your books") }
    }
    #expect(own?.json?.cases == nil)
    let long = try error([Int].self, "[\"\(String(repeating: "가", count: 100))\"]")
    #expect(long.excerpt.count == 40 && long.excerpt.hasSuffix("…"))
  }

  private struct Plain: Decodable, Sendable { var id: Int?, price: Decimal? }

  @Test(arguments: [
    (#"{"id":1.5}"#, "[0].id: expected a number that Int can hold"),
    (#"{"id":12345678901234567890}"#, "[0].id: expected a number that Int can hold"),
    (#"{"price":"1"}"#, "[0].price: expected Decimal"),
  ])
  func aNumberThatAPlainTypeCannotHoldHasItsPlace(item: String, expected: String) throws {
    let error = #expect(throws: DecodingError.self) { try json.decode([Plain].self, from: Data("[\(item)]".utf8)) }
    #expect(try #require(error).plainText.hasPrefix(expected))
  }

  @Test(arguments: [
    #"{"password":{"name":"hunter2"}}"#, #"{"access_token":{"value":"hunter2","name":7}}"#,
    #"{"a":{"name":["Bearer hunter2"]}}"#, #"{"a":{"name":{"password":"hunter2"}}}"#,
  ])
  func anErrorContainsNoSecret(text: String) throws {
    let error = #expect(throws: DecodingError.self) { try json.decode([String: [String: Int]].self, text) }
    #expect(!"\(try #require(error))".contains("hunter2"))
    let other = #expect(throws: DecodingError.self) {
      try json.decode([String: Inner].self, text.replacing("\"hunter2\"", with: "[\"hunter2\"]"))
    }
    #expect(!"\(try #require(other))".contains("hunter2"))
  }

  @Test func theDepthIsLimited() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(json.isJSON(Array(nested(128).utf8)))
    #expect(!json.isJSON(Array(nested(129).utf8)))
    #expect(!json.isJSON([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)))
    let deep = JSONCoding(limits: JSONLimits(depth: 3))
    #expect(deep.isJSON(Array(#"[{"a":[1]},[[2]]]"#.utf8)))
    #expect(!deep.isJSON(Array(#"[{"a":[[]]}]"#.utf8)))
    #expect(try deep.decode([[[Int]]].self, "[[[1],[2]],[[3]]]") == [[[1], [2]], [[3]]])
    let error = #expect(throws: DecodingError.self) { try deep.decode([[[[Int]]]].self, "[[[[1]]]]") }
    #expect(try #require(error?.json).expected == "at most 3 levels of nesting")
    #expect(throws: DecodingError.self) { try deep.decode([[[Inner]]].self, #"[[[{"name":""}]]]"#) }
  }

  @Test func theSizeIsLimited() throws {
    let small = JSONCoding(limits: JSONLimits(bytes: 4))
    #expect(try small.decode([Int].self, "[12]") == [12])
    let error = #expect(throws: DecodingError.self) { try small.decode([Int].self, "[123]") }
    #expect(try #require(error?.json).expected == "at most 4 bytes")
  }

  @Test func thePathsOfManyDroppedElementsTakeLinearTime() throws {
    // Each search continues at the last path; searching from the start would take a minute.
    let text = "[" + Array(repeating: #"{"name":0}"#, count: 30_000).joined(separator: ",") + "]"
    let list = try json.decode(Lossy<[Inner]>.self, text)
    #expect(list.isEmpty && list.dropped.count == 30_000)
    #expect(list.dropped.last?.codingPath.first?.intValue == 29_999)
  }
}
