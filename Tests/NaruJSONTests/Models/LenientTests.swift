import Foundation
import NaruJSON
import Testing

/// Values in other forms, where a model or a format declares that there are some.
struct LenientTests {
  private struct Member: Codable, Sendable, Equatable {
    @Lenient var id: String
    @Lenient var isActive: Bool
    @Lenient var points: Int
    @Lenient var leftAt: Date?
    @Lenient var labels: [String: Int]
  }
  /// Not a payload, and without a word about leniency.
  private struct Plain: Codable, Sendable, Equatable {
    var id: String
    var isActive: Bool
    var note: String?
    var points: Int?
    var day: Day?
    var labels: [String: Int]
    var next: Sub?
  }
  private struct Sub: Codable, Sendable, Equatable { var a: Int? }

  private let strict = JSONCoding()
  private let lenient = JSONCoding(isLenient: true)

  @Test(arguments: [
    (#"{"id":"7","isActive":true,"points":1,"labels":{}}"#),
    (#"{"id":7,"isActive":1,"points":"1","leftAt":"","labels":[]}"#),
    (#"{"id":7,"isActive":"Y","points":"1.0","leftAt":"0000-00-00","labels":[ ]}"#),
    (#"{"id":7,"isActive":"true","points":"1e0","leftAt":"0000-00-00 00:00:00","labels":[]}"#),
  ])
  func aFieldIsReadFromOtherForms(text: String) throws {
    let member = Member(id: "7", isActive: true, points: 1, leftAt: nil, labels: [:])
    for coding in [strict, lenient] { #expect(try coding.decode(Member.self, from: Data(text.utf8)) == member) }
    #expect(try JSONDecoder().decode(Member.self, from: Data(text.utf8)) == member)
    #expect(try strict.decode(Member.self, from: strict.encode(member)) == member)
  }

  @Test func aValueIsReadDirectlyFromOtherForms() throws {
    #expect(
      try strict.decode(Lenient<[Bool]>.self, #"[0,"N","yes","F",true,1]"#).wrappedValue == [
        false, false, true, false, true, true,
      ]
    )
    #expect(
      try strict.decode(Lenient<[String]>.self, #"[12345678901234567890,-1.50,"a"]"#).wrappedValue == [
        "12345678901234567890", "-1.50", "a",
      ]
    )
    #expect(try strict.decode(Lenient<Int8>.self, #""-128""#).wrappedValue == -128)
    #expect(try strict.decode(Lenient<[Double]>.self, #"["1.5",2]"#).wrappedValue == [1.5, 2])
    #expect(try strict.decode(Lenient<Inner?>.self, "[]").wrappedValue == nil)
    #expect(try strict.decode(Lenient<[Status: Int]>.self, "[]").wrappedValue == [:])
    #expect(try strict.decode(Lenient<Day?>.self, #""0000-00-00""#).wrappedValue == nil)
    let bytes = [Data([0xFB, 0xFF, 0xBF]), Data([0xFB, 0xFF, 0xBF]), Data([0xFB])]
    #expect(try strict.decode(Lenient<[Data]>.self, #"["-_-_","+/+\r\n/","-w"]"#).wrappedValue == bytes)
    #expect(try strict.text([Lenient(wrappedValue: "7")]) == #"["7"]"#)
  }

  @Test func aValueThatCanBeReadAsItIsMeansWhatItSays() throws {
    #expect(try lenient.decode(String?.self, #""""#) == "")
    #expect(try lenient.decode([String].self, #"["0000-00-00"]"#) == ["0000-00-00"])
    #expect(try lenient.decode([Int]?.self, "[]") == [])
  }

  @Test func anythingElseIsAnErrorAtItsPlace() throws {
    for (type, text) in [
      ([Bool].self, "[2]"), ([Bool].self, #"["maybe"]"#), ([Bool].self, "[null]"), ([Int].self, #"["x"]"#),
      ([Int].self, #"[""]"#),
      ([Int].self, "[true]"), ([Int?].self, #"["x"]"#), ([String].self, "[true]"), ([String].self, "[{}]"),
      ([Day?].self, #"["0000-00-01x"]"#), ([[String: Int]].self, "[[1]]"), ([UInt8].self, #"["300"]"#),
      ([Data].self, #"["한"]"#), ([Data].self, #"["a=bc"]"#),
    ] as [(any (Payload & Sendable).Type, String)] {
      let error = #expect(throws: DecodingError.self, "\(type) \(text)") {
        try lenient.decode(type, from: Data(text.utf8))
      }
      #expect(error?.place == "[0]", "\(type) \(text)")
    }
    for text in [#"{"a":1]"#, "[}", #"["1]"#, "[01]"] {
      #expect(throws: DecodingError.self, "\(text)") { try lenient.decode([String: Int].self, text) }
      #expect(throws: DecodingError.self, "\(text)") { try lenient.decode([String].self, text) }
    }
  }

  @Test func withoutADeclarationEveryFormIsAnError() {
    for (type, text) in [
      (Bool.self, "1"), (Bool.self, #""Y""#), (Int.self, #""1""#), (String.self, "1"), (Int?.self, #""""#),
      ([String: Int].self, "[]"), (Day?.self, #""0000-00-00""#), ([Lenient<Int>].self, "[[]]"),
    ] as [(any (Payload & Sendable).Type, String)] {
      #expect(throws: DecodingError.self, "\(type) \(text)") { try strict.decode(type, from: Data(text.utf8)) }
    }
    // It ends with the field that declares it.
    #expect(throws: DecodingError.self) {
      try strict.decode([String: Mixed].self, #"{"a":{"lenient":"1","strict":"1"}}"#)
    }
  }

  @Test func aFormatIsLenientForAllOfItsFields() throws {
    let text = Data(#"{"id":7,"isActive":0,"note":"","points":"","day":"0000-00-00","labels":[],"next":[]}"#.utf8)
    let plain = Plain(id: "7", isActive: false, note: "", points: nil, day: nil, labels: [:], next: Sub())
    #expect(try lenient.decode(Plain.self, from: text) == plain)
    #expect(
      try lenient.decode([String: Plain].self, from: Data(#"{"a":"#.utf8) + text + Data("}".utf8)) == ["a": plain]
    )
    #expect(throws: DecodingError.self) { try strict.decode(Plain.self, from: text) }
    let error = #expect(throws: DecodingError.self) {
      try lenient.decode(Plain.self, from: Data(#"{"id":7,"isActive":5,"labels":{}}"#.utf8))
    }
    #expect(try #require(error).place == "isActive")
  }
}

private struct Mixed: Codable, Sendable, Payload {
  var lenient: Lenient<Int>
  var strict: Int

  init(from json: inout JSONReader) throws(JSONError) {
    var lenient: Lenient<Int>?
    var strict: Int?
    var fields = try json.beginObject(Self.self)
    while try json.nextField(in: &fields) {
      if json.matchesField("lenient", at: 0, in: &fields) { lenient = try json.field(Lenient<Int>.self) }
      if json.matchesField("strict", at: 1, in: &fields) { strict = try json.field(Int.self) }
    }
    self.lenient = try json.required(lenient, "lenient", in: fields)
    self.strict = try json.required(strict, "strict", in: fields)
  }

  func write(to json: inout JSONWriter) throws(JSONError) { json.null() }
  static var schema: Schema { .any }
}
