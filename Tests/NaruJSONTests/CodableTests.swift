import Foundation
import NaruJSON
import Testing

/// Payloads and other types together, and standard types compared with Foundation.
struct CodableTests {
  private let json = JSONCoding()

  private struct Model: Codable, Sendable, Equatable { var page: Page<Inner>? }

  @Test func aCodableThatIsNotAPayloadIsReadAndWritten() throws {
    let text = #"{"page":{"items":[{"name":"a"}],"hasNext":false}}"#
    let model = Model(page: Page(items: [Inner(name: "a")], hasNext: false))
    #expect(try json.decode(Model.self, from: Data(text.utf8)) == model)
    #expect(try json.decode(Model.self, from: json.encode(model)) == model)
    #expect(try json.decode([Model].self, from: json.encode([model])) == [model])
  }

  @Test func aPayloadMayContainACodable() throws {
    let page = Page(items: [Old(number: 1, inner: Inner(name: "a")), Old(number: 2)], hasNext: true)
    let text = #"{"hasNext":true,"items":[{"number":1,"inner":{"name":"a"}},{"number":2}]}"#
    #expect(try json.decode(Page<Old>.self, text) == page)
    #expect(try json.decode(Page<Old>.self, from: json.encode(page)) == page)
    let error = #expect(throws: DecodingError.self) {
      try json.decode(Page<Old>.self, #"{"hasNext":true,"items":[{"number":1},{"number":"2"}]}"#)
    }
    #expect(try #require(error).place == "items[1].number")
  }

  @Test func aPayloadIsRecognizedAtRunTime() throws {
    func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
      try json.decode(type, from: Data(text.utf8))
    }
    func encode(_ value: some Encodable) throws -> String { String(decoding: try json.encode(value), as: UTF8.self) }
    #expect(try decode([Inner].self, #"[{"name":"a"}]"#) == [Inner(name: "a")])
    #expect(try decode(Event.self, #"{"type":"text","body":"a"}"#) == .text(body: "a"))
    #expect(try encode([Event.text(body: "a")]) == #"[{"type":"text","body":"a"}]"#)
    #expect(try decode(Inner?.self, "null") == nil)
    #expect(try encode(Inner?.none) == "null")
    #expect(try decode([String: [Inner?]].self, #"{"a":[null]}"#) == ["a": [nil]])
  }

  @Test func anErrorThrownByATypeIsPassedOn() throws {
    struct Refusal: Error {}
    struct Picky: Codable {
      init(from decoder: any Decoder) throws { throw Refusal() }
      func encode(to encoder: any Encoder) throws { throw Refusal() }
    }
    #expect(throws: Refusal.self) { try json.decode([String: Picky].self, from: Data(#"{"a":1}"#.utf8)) }
    #expect(throws: Refusal.self) {
      try json.read(Data("1".utf8)) { json throws(JSONError) in try json.value(Picky.self) }
    }
  }

  @Test func dictionariesAreReadLikeInFoundation() throws {
    #expect(try json.decode([Int: String].self, #"{"1":"a","-2":"b"}"#) == [1: "a", -2: "b"])
    #expect(try json.text([7: "a"]) == #"{"7":"a"}"#)
    #expect(try json.text(["가\"": 1]) == #"{"가\"":1}"#)
    #expect(try json.decode([Double: Int].self, "[1.5,2,3,4]") == [1.5: 2, 3: 4])
    #expect(try json.text([1.5: 2]) == "[1.5,2]")
    #expect(try json.decode([String: Int].self, " { } ") == [:])
    for text in ["[]", #"{"a":null}"#, #"{"a":1,}"#, #"{"a" 1}"#, "{a:1}"] {
      #expect(throws: DecodingError.self) { try json.decode([String: Int].self, text) }
    }
    #expect(throws: DecodingError.self) { try json.decode([Int: Int].self, #"{"x":1}"#) }
    #expect(throws: DecodingError.self) { try json.decode([Double: Int].self, "[1.5]") }
    // A later field with the same name is ignored, even if it can't be read.
    for text in [#"{"a":1,"a":"x","b":[2]}"#, #"{"a":1,"b":[2],"\u0061":{"b":[1]}}"#] {
      #expect(throws: DecodingError.self) { try json.decode([String: Int].self, text) }
      let text = text.replacing("[2]", with: "2")
      #expect(try json.decode([String: Int].self, text) == ["a": 1, "b": 2])
      #expect(try JSONDecoder().decode([String: Int].self, from: Data(text.utf8)) == ["a": 1, "b": 2])
    }
    #expect(try json.decode([String: Int?].self, #"{"a":null,"a":1}"#) == ["a": nil])
    #expect(throws: DecodingError.self) { try json.decode([String: Int].self, #"{"a":1,"a":[}"#) }
    let large = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("key \($0)", $0) })
    #expect(try json.decode([String: Int].self, from: json.encode(large)) == large)
    #expect(try json.decode([[String: Int]].self, #"[{"a":1},{},{"b":2}]"#) == [["a": 1], [:], ["b": 2]])
  }

  @Test func standardTypesAreReadLikeInFoundation() throws {
    func agree<Value: Payload & Equatable>(_ type: Value.Type, _ texts: String...) throws {
      for text in texts {
        let direct = try? json.decode(Value.self, from: Data(text.utf8))
        let reference = try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
        #expect(direct == reference, "\(type) \(text)")
      }
    }
    try agree(URL.self, #""https://a.kr/한글?x=1""#, #""""#, #""a b""#, "1", #""http:\/\/h""#)
    try agree(
      UUID.self,
      #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#,
      #""e621e1f8-c36c-495a-93fc-0c247a3e6e5f""#,
      #""\u0045621E1F8-C36C-495A-93FC-0C247A3E6E5F""#,
      #""E621E1F8-C36C-495A-93FC-0C247A3E6E5""#,
      #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F0""#,
      #""E621E1F8-C36C-495A-93FC-0C247A3E6E5G""#,
      #""E621E1F8C-36C-495A-93FC-0C247A3E6E5F""#,
      #""{E621E1F8-C36C-495A-93FC-0C247A3E6E5""#,
      #""x""#,
      #""""#,
      "1"
    )
    try agree(
      Data.self,
      #""AQL/""#,
      #""AQ==""#,
      #""AQI=""#,
      #""AQ""#,
      #""AR==""#,
      #""AQJ=""#,
      #""A===""#,
      #""====""#,
      #""AQ=A""#,
      #""AQ==AQI=""#,
      #""A-_A""#,
      #""AQ==\n""#,
      #""AQIé""#,
      #""\u0041QL/""#,
      #""""#,
      "[1]",
      #""AQL\/""#,
      #""AQL"#
    )
    try agree(
      Decimal.self,
      "1",
      "1.10",
      "1e10",
      "\"1\"",
      "1e128",
      "12345678901234567890123456789012345678901234567890",
      "-0",
      "1e-128",
      "1.50",
      "-12.3400",
      "100",
      "0.0",
      "0.5",
      "-0.0000000000000000001",
      "9999999999999999999",
      "18446744073709551616",
      "123456789.0123456789",
      "1.5e2",
      "01",
      "1.",
      "null"
    )
    for text in ["1.50", "-12.3400", "100", "0.10", "9999999999999999999", "0.0000000000000000100"] {
      #expect(try json.decode(Decimal.self, text).description == Decimal(string: text)?.description)
      #expect(try json.decode(Decimal.self, text).hashValue == Decimal(string: text)?.hashValue)
    }
    var random = SeededRandom(seed: 18)
    for _ in 0..<2000 {
      let digits = UInt64.random(in: 0...UInt64.max >> UInt64.random(in: 0...63, using: &random), using: &random)
      let exponent = Int.random(in: -40...20, using: &random)
      let sign: FloatingPointSign = Bool.random(using: &random) ? .minus : .plus
      let value = Decimal(sign: sign, exponent: exponent, significand: Decimal(digits))
      #expect(try json.text(value) == value.description)
      #expect(try json.decode(Decimal.self, value.description) == value)
    }
    #expect(try json.text(Decimal(string: "12345678901234567890.12345")) == "12345678901234567890.12345")
    #expect(throws: EncodingError.self) { try json.encode(Decimal.nan) }
    for length in 0..<100 {
      let data = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ length) })
      #expect(try json.text(data) == #""\#(data.base64EncodedString())""#)
      #expect(try json.decode(Data.self, from: json.encode(data)) == data)
    }
    try agree(Set<Int>.self, "[1,2,1]", "[]", "{}", "[null]")
    try agree(Bool.self, "true", "false", "1", "\"true\"", "null")
    try agree([Int?].self, "[1,null]", "null")
    try agree(Float.self, "0.1", "3.5e38", "16777217", "1e-46")
    let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    #expect(try json.text(id) == #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#)
    #expect(try json.text(Data([1, 2, 255])) == #""AQL/""#)
  }

  @Test
  func datesFollowTheStrategy() throws {
    let date = Date(timeIntervalSince1970: 1_772_582_400.5)
    #expect(try json.text([date]) == #"["2026-03-04T00:00:00.500Z"]"#)
    #expect(try json.decode([Date].self, #"["2026-03-04T09:00:00.5+09:00"]"#) == [date])
    let days = JSONCoding(dates: .day)
    #expect(try days.decode(Date.self, #""2026-03-04""#) == Date(timeIntervalSince1970: 1_772_582_400))
    #expect(try days.text(date) == #""2026-03-04""#)
    let error = #expect(throws: DecodingError.self) { try json.decode([Date].self, #"["2026-02-30T00:00:00Z"]"#) }
    #expect(try #require(error).place == "[0]")
    #expect(throws: EncodingError.self) { try json.encode(Date(timeIntervalSince1970: 1e15)) }
  }

  @Test func openLenientAndLossyAreRead() throws {
    #expect(try json.decode([ExtensibleEnum<Status>].self, #"["ACTIVE","new"]"#) == [.known(.active), .unknown("new")])
    #expect(try json.text([ExtensibleEnum<Level>.unknown(7), .known(.low)]) == "[7,1]")
    #expect(try json.decode([Lenient<Int>].self, #"["42",7]"#).map(\.wrappedValue) == [42, 7])
    #expect(throws: DecodingError.self) { try json.decode(Lenient<Int>.self, #""4 2""#) }
    let list = try json.decode(
      [String: Lossy<[Inner]>].self,
      #"{"a":[{"name":"a"},{"name":1},7,{"name":"b"},{"x":[1,{}]}]}"#
    )
    #expect(list["a"]?.elements == [Inner(name: "a"), Inner(name: "b")])
    #expect(list["a"]?.dropped.map(\.index) == [1, 2, 4])
    #expect(
      list["a"]?.dropped.map {
        $0.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
      } == ["a.1.name", "a.2", "a.4.name"]
    )
    #expect(throws: DecodingError.self) { try json.decode(Lossy<[Inner]>.self, #"[{"name":1},{"name":}]"#) }
    #expect(throws: DecodingError.self) { try json.decode(Lossy<[Int]>.self, "7") }
  }

  @Test func aDocumentIsReadWithCustomCode() throws {
    let body = Data(#"{"data":[1,2],"ok":true}"#.utf8)
    let numbers = try json.read(body) { json throws(JSONError) in
      var numbers: [Int]?
      var fields = try json.beginObject([Int].self)
      while try json.nextField(in: &fields) {
        if json.matchesField("data", at: 0, in: &fields) { numbers = try json.field([Int].self) }
      }
      return try json.required(numbers, "data", in: fields)
    }
    #expect(numbers == [1, 2])
  }
}
