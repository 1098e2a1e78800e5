import Foundation
import Naru
import Testing

/// Unions in unions, whose case is known only after their fields.
struct UnionTests {
  @Payload(tag: "type") indirect enum Tagged: Equatable {
    case text(body: String)
    case pair(left: Tagged, numbers: [Int], right: Tagged?)
    case list(items: [Tagged], note: String?)
    @Unknown case other(String)
  }

  @Payload indirect enum Keyed: Equatable {
    case text(body: String)
    case pair(left: Keyed, numbers: [Int], right: Keyed?)
    case list(items: [Keyed], note: String?)
    @Unknown case other(String)
  }

  @Payload(untagged: true) indirect enum Untagged: Equatable {
    case number(Int)
    case text(String)
    case pair(Pair)
    case single(Single)
    case list([Untagged])
  }

  @Payload struct Pair: Equatable {
    var left: Untagged
    var right: Untagged
  }

  @Payload struct Single: Equatable {
    @Constraints(.range(...9)) var last: Int
    var left: Untagged
  }

  /// A generator of documents with fields in any order, and with fields that no case declares.
  private struct Documents {
    var random = SeededRandom(seed: 18)

    mutating func tagged(depth: Int) -> String {
      let kind = depth == 0 ? "text" : ["text", "pair", "list", "new"][Int.random(in: 0..<4, using: &random)]
      var fields = fields(of: kind) { $0.tagged(depth: depth - 1) }
      fields.append(#""type":"\#(kind)""#)
      return "{\(fields.shuffled(using: &random).joined(separator: ","))}"
    }

    mutating func keyed(depth: Int) -> String {
      let kind = depth == 0 ? "text" : ["text", "pair", "list", "new"][Int.random(in: 0..<4, using: &random)]
      let fields = fields(of: kind) { $0.keyed(depth: depth - 1) }
      return #"{"\#(kind)":{\#(fields.shuffled(using: &random).joined(separator: ","))}}"#
    }

    private mutating func fields(of kind: String, _ value: (inout Documents) -> String) -> [String] {
      // Shorter and longer than the values whose ends the reader remembers.
      let text = String(repeating: "나루 []{}", count: Int.random(in: 0..<12, using: &random))
      let unknown = #""x\#(text.prefix(3))":[{"type":"\#(text)"},[1,{"a":[]}]]"#
      switch kind {
      case "text": return [#""body":"\#(text)""#, unknown]
      case "pair": return [#""left":\#(value(&self))"#, #""numbers":[1,2,3]"#, #""right":\#(value(&self))"#]
      case "list":
        let items = (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(&self) }
        return [#""items":[\#(items.joined(separator: ","))]"#, #""note":"\#(text)""#, unknown]
      default: return [#""anything":\#(value(&self))"#, unknown]
      }
    }
  }

  @Test func nestedUnionsAreReadLikeWithFoundation() throws {
    var documents = Documents()
    for _ in 0..<300 {
      let tagged = Data(documents.tagged(depth: 5).utf8)
      #expect(try direct.decode(Tagged.self, from: tagged) == foundation.decoder.decode(Tagged.self, from: tagged))
      let keyed = Data(documents.keyed(depth: 5).utf8)
      #expect(try direct.decode(Keyed.self, from: keyed) == foundation.decoder.decode(Keyed.self, from: keyed))
    }
  }

  @Test func theFirstTypeThatFitsIsRead() throws {
    let json = #"[1,{"left":"가","x":[{"a":null}],"right":[]},{"left":{"left":2,"last":3},"last":4}]"#
    let value = Untagged.list([
      .number(1), .pair(Pair(left: .text("가"), right: .list([]))),
      .single(Single(last: 4, left: .single(Single(last: 3, left: .number(2))))),
    ])
    #expect(try direct.decode(Untagged.self, from: Data(json.utf8)) == value)
    #expect(try foundation.decoder.decode(Untagged.self, from: Data(json.utf8)) == value)
    let written = #"[1,{"left":"가","right":[]},{"last":4,"left":{"last":3,"left":2}}]"#
    #expect(try String(decoding: direct.encode(value), as: UTF8.self) == written)
    #expect(try String(decoding: foundation.encoder.encode(value), as: UTF8.self) == written)
    guard case .anyOf(_, let types) = Untagged.schema else {
      Issue.record("\(Untagged.schema)")
      return
    }
    #expect(types.count == 5)
  }

  @Test(arguments: [
    (#"{"left":1}"#, "value 0"), (#"{"left":{"left":[]},"right":1}"#, "value 0"), (#"[1,{"left":tru}]"#, "value "),
  ])
  func aValueThatNoTypeFitsIsAnErrorAtItsPlace(json: String, expected: String) {
    #expect(place { _ = try direct.decode([Untagged].self, from: Data("[\(json)]".utf8)) } == expected)
  }

  @Test func attemptsToFindTheTypeHaveALimit() {
    // Each level is read as a pair before it is read as a single, and so is everything in it.
    let levels = 60
    let json = String(repeating: #"{"left":"#, count: levels) + "1" + String(repeating: #","last":1}"#, count: levels)
    let error = #expect(throws: DecodingError.self) { try direct.decode(Untagged.self, from: Data(json.utf8)) }
    #expect("\(error as Any)".contains("fewer attempts"))
  }

  @Test func aMistakeInANestedUnionHasItsPath() {
    let long = String(repeating: "가", count: 100)
    let inner = #"{"body":7,"x":["\#(long)"],"type":"text"}"#
    let json = Data(#"{"note":"\#(long)","items":[{"left":\#(inner),"numbers":[],"type":"pair"}],"type":"list"}"#.utf8)
    #expect(place { _ = try direct.decode(Tagged.self, from: json) } == "type items.0.left.body")
    #expect(place { _ = try foundation.decoder.decode(Tagged.self, from: json) } == "type items.0.left.body")
  }

  @Test func anElementThatCanNotBeReadIsDroppedFromAListOfUnions() throws {
    let long = String(repeating: "가", count: 100)
    let bad = #"{"left":{"items":[{"x":["\#(long)"],"type":"text"}],"type":"list"},"numbers":[],"type":"pair"}"#
    let good = #"{"items":[{"body":"\#(long)","type":"text"}],"note":null,"type":"list"}"#
    let list = try direct.decode(Lossy<[Tagged]>.self, from: Data("[\(bad),\(good),\(bad),\(good)]".utf8))
    #expect(list.elements == Array(repeating: .list(items: [.text(body: long)], note: nil), count: 2))
    #expect(list.dropped.map(\.index) == [0, 2])
  }

  @Test(arguments: [false, true])
  func theTimeGrowsWithTheSizeAndNotWithTheDepth(isKeyed: Bool) throws {
    func time(levels: Int) throws -> Duration {
      let text = String(repeating: "a", count: 400_000)
      let (begin, end) = isKeyed ? (#"{"list":{"items":["#, "]}}") : (#"{"items":["#, #"],"type":"list"}"#)
      let leaf = isKeyed ? #"{"text":{"body":"\#(text)"}}"# : #"{"body":"\#(text)","type":"text"}"#
      let json = Data(
        (String(repeating: begin, count: levels) + leaf + String(repeating: end, count: levels)).utf8
      )
      let times = try (0..<5).map { _ in
        try ContinuousClock().measure {
          if isKeyed {
            _ = try direct.decode(Keyed.self, from: json)
          } else {
            _ = try direct.decode(Tagged.self, from: json)
          }
        }
      }
      return try #require(times.min())
    }
    // Skipping the text at each of the levels would take about ten times as long.
    #expect(try time(levels: 40) / time(levels: 1) < 4)
  }
}
