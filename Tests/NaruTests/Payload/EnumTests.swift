import Foundation
import Naru
import Testing

struct EnumTests {
  @Payload enum Status: String { case active = "ACTIVE", deleted, quoted = "a\"b", hangul = "읽는 중" }
  enum PlainStatus: String, Codable { case active = "ACTIVE", deleted, quoted = "a\"b", hangul = "읽는 중" }
  @Payload enum Level: Int { case low = 1, high, top = 0x10 }
  enum PlainLevel: Int, Codable { case low = 1, high, top = 0x10 }
  @Payload enum Scale: Double { case half = 0.5, one = 1.0 }
  enum PlainScale: Double, Codable { case half = 0.5, one = 1.0 }

  @Test func rawValuesAreReadAndWritten() throws {
    #expect(
      try expectSame(#"["ACTIVE","deleted","a\"b","읽는 중","\u0041CTIVE"]"#, [Status].self, as: [PlainStatus].self).count
        == 5
    )
    try expectSame("[1,2,16]", [Level].self, as: [PlainLevel].self)
    try expectSame("[0.5,1]", [Scale].self, as: [PlainScale].self)
    expectRefused(#"["ACTIVE","active"]"#, [Status].self, as: [PlainStatus].self, at: "value 1")
    expectRefused("[3]", [Level].self, as: [PlainLevel].self, at: "value 0")
    expectRefused("[3]", [Status].self, as: [PlainStatus].self, at: "type 0")
    expectRefused("[null]", [Status].self, as: [PlainStatus].self, at: "null 0")
  }

  @Payload struct Member: Equatable {
    var status: ExtensibleEnum<Status>
    var levels: Lossy<[Level]>
    var states: [Status: Int]?
  }

  @Test func openAndLossyContainPayloadEnums() throws {
    let json = Data(#"{"status":"NEW","levels":[1,9,2]}"#.utf8)
    let value = try direct.decode(Member.self, from: json)
    #expect(value.status == .unknown("NEW"))
    #expect(value.levels.elements == [.low, .high])
    #expect(value.levels.dropped.map { $0.codingPath.map(\.stringValue) } == [["levels", "Index 1"]])
    #expect(try foundation.decoder.decode(Member.self, from: json) == value)
    #expect(try sorted(direct.encode(value)) == #"{"levels":[1,2],"status":"NEW"}"#)
  }

  @Payload indirect enum Tree: Equatable {
    case leaf
    case value(Int)
    case node(Tree, right: Tree?, _ weight: Double = 1)
  }
  indirect enum PlainTree: Codable {
    case leaf
    case value(Int)
    case node(PlainTree, right: PlainTree?, _ weight: Double)
  }

  @Test func casesAreObjectsWithOneFieldLikeInSwiftsCodable() throws {
    try expectSame(#"{"leaf":{}}"#, Tree.self, as: PlainTree.self)
    try expectSame(#"{"value":{"_0":3}}"#, Tree.self, as: PlainTree.self)
    let json = #"{"node":{"_2":2,"_0":{"leaf":{}},"right":{"value":{"_0":1}}}}"#
    #expect(try expectSame(json, Tree.self, as: PlainTree.self) == .node(.leaf, right: .value(1), 2))
    try expectSame(#"{"extra":1,"node":{"_0":{"leaf":{}},"_2":2,"right":null}}"#, Tree.self, as: PlainTree.self)
    expectRefused(#"{"leaf":{},"value":{"_0":3}}"#, Tree.self, as: PlainTree.self, at: "type ", direct: "value ")
    expectRefused(#"{"flower":{}}"#, Tree.self, as: PlainTree.self, at: "type ", direct: "value ")
    expectRefused("{}", Tree.self, as: PlainTree.self, at: "type ", direct: "value ")
    expectRefused(#"{"value":{}}"#, Tree.self, as: PlainTree.self, at: "missing value._0")
    expectRefused(
      #"{"node":{"_0":{"value":{"_0":"x"}},"_2":2}}"#,
      Tree.self,
      as: PlainTree.self,
      at: "type node._0.value._0"
    )
  }

  @Test func aValueWithADefaultMayBeAbsentInACase() throws {
    let json = Data(#"{"node":{"_0":{"leaf":{}}}}"#.utf8)
    #expect(try direct.decode(Tree.self, from: json) == .node(.leaf, right: nil, 1))
    #expect(try foundation.decoder.decode(Tree.self, from: json) == .node(.leaf, right: nil, 1))
  }

  @Payload struct Label: Equatable {
    var text: String
    var size: Int?
  }
  struct Plain: Codable, Equatable { var x: Int }

  @Payload(keys: .snakeCase, tag: "type") enum Shape: Equatable {
    case circle(radius: Double, fillColor: String?)
    case label(Label)
    case plain(Plain)
    case emptyShape
    @Key("GROUP") case group(shapes: [Shape])
    @Unknown case other(String)
  }

  @Test(
    arguments: [
      (#"{"type":"circle","radius":1.5,"fill_color":"red"}"#, Shape.circle(radius: 1.5, fillColor: "red")),
      (#"{"r\u0061dius":1.5,"ty\u0070e":"circle"}"#, .circle(radius: 1.5, fillColor: nil)),
      (#"{"radius":1.5,"more":[{"type":"x"}],"type":"circle"}"#, .circle(radius: 1.5, fillColor: nil)),
      (#"{"type":"label","text":"a","size":3}"#, .label(Label(text: "a", size: 3))),
      (#"{"text":"a","type":"label"}"#, .label(Label(text: "a", size: nil))),
      (#"{"type":"plain","x":3}"#, .plain(Plain(x: 3))),
      (#"{"type":"empty_shape"}"#, .emptyShape),
      (#"{"type":"GROUP","shapes":[{"type":"empty_shape"}]}"#, .group(shapes: [.emptyShape])),
    ]
  )
  func taggedObjectsAreReadAndWritten(_ json: String, _ expected: Shape) throws {
    let data = Data(json.utf8)
    #expect(try direct.decode(Shape.self, from: data) == expected)
    #expect(try foundation.decoder.decode(Shape.self, from: data) == expected)
    let written = try sorted(direct.encode(expected))
    #expect(try sorted(foundation.encoder.encode(expected)) == written)
    #expect(try direct.decode(Shape.self, from: Data(written.utf8)) == expected)
    #expect(try sorted(direct.encode([expected, .emptyShape])) == #"[\#(written),{"type":"empty_shape"}]"#)
  }

  @Test func mistakesInTaggedObjectsAreReportedWithTheirPath() {
    for (json, expected) in [
      (#"{"radius":1}"#, "missing type"), (#"{"type":1}"#, "type type"), (#"{"type":null}"#, "null type"),
      (#"{"type":"circle"}"#, "missing radius"), (#"{"type":"circle","radius":"1"}"#, "type radius"),
      (#"{"type":"label"}"#, "missing text"), ("[]", "type "),
    ] {
      let data = Data(json.utf8)
      #expect(place { _ = try direct.decode(Shape.self, from: data) } == expected, "\(json)")
      #expect(place { _ = try foundation.decoder.decode(Shape.self, from: data) } == expected, "\(json)")
    }
  }

  @Payload(tag: "type") enum Strict: Equatable { case a, b(x: Int) }
  @Payload enum Extensible: Equatable {
    case none
    case a(x: Int)
    @Unknown case other
  }
  @Payload enum Named: Equatable {
    case a(x: Int)
    @Unknown case other(String)
  }

  @Test func anUnknownCaseIsRead() throws {
    let json = Data(#"{"type":"hexagon","sides":[6]}"#.utf8)
    #expect(try direct.decode([Shape].self, from: Data("[".utf8) + json + Data("]".utf8)) == [.other("hexagon")])
    #expect(try foundation.decoder.decode(Shape.self, from: json) == .other("hexagon"))
    #expect(place { _ = try direct.decode(Strict.self, from: json) } == "value type")
    #expect(place { _ = try foundation.decoder.decode(Strict.self, from: json) } == "value type")

    #expect(try direct.decode(Extensible.self, from: Data(#"{"none":{}}"#.utf8)) == Extensible.none)
    let external = Data(#"{"hexagon":{"sides":[6]}}"#.utf8)
    #expect(try direct.decode(Extensible.self, from: external) == .other)
    #expect(try foundation.decoder.decode(Extensible.self, from: external) == .other)
    #expect(try direct.decode(Named.self, from: external) == .other("hexagon"))
    #expect(try foundation.decoder.decode(Named.self, from: external) == .other("hexagon"))
    for json in [#"{"b":1,"c":2}"#, "{}"] {
      #expect(place { _ = try direct.decode(Named.self, from: Data(json.utf8)) } == "value ")
      #expect(place { _ = try foundation.decoder.decode(Named.self, from: Data(json.utf8)) } == "type ")
    }
  }

  @Test func anUnknownCaseCanNotBeWritten() {
    #expect(throws: EncodingError.self) { try direct.encode(Shape.other("hexagon")) }
    #expect(throws: EncodingError.self) { try foundation.encoder.encode(Shape.other("hexagon")) }
    #expect(throws: EncodingError.self) { try direct.encode([Extensible.other]) }
  }
}
