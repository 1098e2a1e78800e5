import Foundation
import NaruJSON
import Testing

/// Dictionaries under enums and other keys that are names: objects in JSON, wherever the toolkit reads and writes them.
struct NamedDictionaryTests {
  private enum Status: String, Codable, Sendable, Hashable { case open, shipped }
  private enum Level: Int, Codable, Sendable, Hashable { case low = 1, high }
  private struct BookID: RawRepresentable, Codable, Sendable, Hashable { var rawValue: Int64 }
  private struct Code: LosslessStringConvertible, Codable, Sendable, Hashable {
    var description: String
    init?(_ description: String) {
      guard description.hasPrefix("#") else { return nil }
      self.description = description
    }
  }
  private struct Point: Codable, Sendable, Hashable { var x: Int }
  /// Not a payload, so that Foundation's coders are used.
  private struct Plain: Codable, Sendable, Equatable { var n: Int }
  private struct Report: Codable, Sendable, Equatable {
    var counts: [Status: Int]
    var optional: [Status: Plain]?
    var list: [[Level: Plain]]
    var nested: [String: [Status: [Level: Int]]]
    var at: Date
  }

  private let json = JSONCoding()

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try json.encode(value), as: UTF8.self)
  }

  private func expectBothWays<Value: Codable & Equatable>(_ value: Value, _ text: String) throws {
    #expect(try self.text(value) == text)
    #expect(try json.decode(Value.self, from: Data(text.utf8)) == value)
  }

  @Test func aDictionaryUnderAnEnumIsAnObject() throws {
    try expectBothWays([Status.open: 1], #"{"open":1}"#)
    try expectBothWays([Level.high: "a"], #"{"2":"a"}"#)
    try expectBothWays([ExtensibleEnum<Status>(rawValue: "returned"): 2], #"{"returned":2}"#)
    try expectBothWays([[Status.shipped: [Status.open: 1] as [Status: Int]?]], #"[{"shipped":{"open":1}}]"#)
    #expect(try json.decode([Status: Int].self, "{}") == [:])
  }

  @Test func otherNamesAreKeysOfAnObject() throws {
    let id = try #require(UUID(uuidString: "7B0F2C58-5F0E-4D35-9F53-9F2F4C8A1E11"))
    try expectBothWays([id: 1], #"{"7B0F2C58-5F0E-4D35-9F53-9F2F4C8A1E11":1}"#)
    try expectBothWays([BookID(rawValue: 7): 1], #"{"7":1}"#)
    try expectBothWays([Int64(7): 1], #"{"7":1}"#)
    try expectBothWays([try #require(Day(year: 2026, month: 3, day: 4)): 1], #"{"2026-03-04":1}"#)
    try expectBothWays([try #require(Code("#a")): 1], ##"{"#a":1}"##)
  }

  @Test func aNameThatIsNotAKeyIsAnErrorAtItsPlace() throws {
    let error = #expect(throws: DecodingError.self) { try json.decode([Status: Int].self, #"{"open":1,"gone":2}"#) }
    #expect(try #require(error).place == "" && "\(try #require(error?.json))".contains("gone"))
    let text = Data(#"{"counts":{"gone":1},"list":[],"nested":{},"at":"2026-03-04T09:30:00Z"}"#.utf8)
    let other = #expect(throws: DecodingError.self) { try json.decode(Report.self, from: text) }
    #expect(try #require(other).place == "counts")
  }

  @Test func theyAreObjectsInTypesThatFoundationReadsAndWrites() throws {
    let report = Report(
      counts: [.open: 1],
      optional: [.shipped: Plain(n: 2)],
      list: [[.low: Plain(n: 3)]],
      nested: ["a": [.open: [.high: 4]]],
      at: Date(timeIntervalSince1970: 1_772_616_600)
    )
    let fields = try #require(try JSONSerialization.jsonObject(with: json.encode(report)) as? NSDictionary)
    let expected: NSDictionary = [
      "counts": ["open": 1], "optional": ["shipped": ["n": 2]], "list": [["1": ["n": 3]]],
      "nested": ["a": ["open": ["2": 4]]], "at": "2026-03-04T09:30:00.000Z",
    ]
    #expect(fields == expected)
    #expect(try json.decode(Report.self, from: json.encode(report)) == report)
    #expect(try json.decode([Report].self, from: json.encode([report])) == [report])
    #expect(try json.decode(Lossy<[Report]>.self, from: json.encode([report])) == Lossy([report]))
    try expectBothWays([Status.open: Plain(n: 1)], #"{"open":{"n":1}}"#)
    let error = #expect(throws: DecodingError.self) {
      try json.decode([Status: Plain].self, from: Data(#"{"open":{"n":"x"}}"#.utf8))
    }
    #expect(try #require(error).place == "open.n")
  }

  @Test func theSchemaIsWhatIsWritten() throws {
    func isObject(_ schema: Schema) -> Bool { if case .dictionary = schema { true } else { false } }
    #expect(isObject([Status: Int].schema) && isObject([ExtensibleEnum<Status>: Int].schema))
    #expect(isObject([UUID: Int].schema) && isObject([Int64: Int].schema) && isObject([Code: Int].schema))
    #expect(!isObject([Point: Int].schema) && !isObject([Double: Int].schema))
    #expect(try text([Point(x: 1): 2]) == #"[{"x":1},2]"#)
  }
}
