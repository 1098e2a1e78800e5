import Foundation
import Naru
import Testing

struct StructTests {
  @Payload struct Scalars: Equatable {
    var text: String
    var flag: Bool
    var int: Int
    var small: Int8
    var large: Int64
    var unsigned: UInt
    var byte: UInt8
    var huge: UInt64
    var double: Double
    var float: Float
    var decimal: Decimal
    var data: Data
    var date: Date
    var url: URL
    var uuid: UUID
  }
  struct PlainScalars: Codable {
    var text: String
    var flag: Bool
    var int: Int
    var small: Int8
    var large: Int64
    var unsigned: UInt
    var byte: UInt8
    var huge: UInt64
    var double: Double
    var float: Float
    var decimal: Decimal
    var data: Data
    var date: Date
    var url: URL
    var uuid: UUID
  }

  static let scalars = """
    {"text":"새\\n\\u00e9","flag":true,"int":-1,"small":-128,"large":-9223372036854775808,"unsigned":1,"byte":255,\
    "huge":18446744073709551615,"double":0.1,"float":1.5,"decimal":12.34,"data":"AQI=","date":"2026-03-04T09:30:00Z",\
    "url":"https://a.b/c","uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}
    """

  @Test func everyStandardTypeIsReadAndWritten() throws {
    let value = try expectSame(Self.scalars, Scalars.self, as: PlainScalars.self)
    #expect(value.text == "새\né")
    #expect(value.huge == .max)
  }

  @Test func aFieldThatIsMissingNullOrOfAnotherTypeIsRejectedWithItsPath() throws {
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(Self.scalars.utf8)) as? [String: any Sendable]
    )
    for key in object.keys {
      for (value, kind) in [(nil, "missing"), (NSNull() as Any, "null"), ([1] as Any, "type")] as [(Any?, String)] {
        // For a `Bool`, Foundation reports `null` as a type mismatch.
        if key == "flag", kind == "null" { continue }
        var changed: [String: Any] = object
        changed[key] = value
        let json = String(decoding: try JSONSerialization.data(withJSONObject: changed), as: UTF8.self)
        expectRefused(json, Scalars.self, as: PlainScalars.self, at: "\(kind) \(key)")
      }
    }
  }

  @Payload struct Post: Equatable {
    var id: Int
    var note: String?
    let link: URL?
    var nested: Optional<Inner>
    var list: [Inner]
    var map: [String: Inner]
    var grid: [[Int?]]
    var replies: [Post]

    struct Inner: Equatable, Codable { var x: Int }
  }
  struct PlainPost: Codable {
    var id: Int
    var note: String?
    let link: URL?
    var nested: Post.Inner?
    var list: [Post.Inner]
    var map: [String: Post.Inner]
    var grid: [[Int?]]
    var replies: [PlainPost]
  }

  @Test(
    arguments: [
      #"{"id":1,"list":[],"map":{},"grid":[],"replies":[]}"#,
      #"{"id":1,"note":null,"link":null,"nested":null,"list":[],"map":{},"grid":[],"replies":[]}"#,
      #"{"replies":[{"id":2,"list":[],"map":{},"grid":[],"replies":[]}],"grid":[[1,null],[]],"map":{"a":{"x":1}},"list":[{"x":1},{"x":2}],"nested":{"x":3},"link":"https://a.b","note":"n","id":1,"more":[{}]}"#,
      "{ \"id\" : 1 ,\n\"list\":[ ] , \"map\" : { } , \"grid\":[[ ]], \"replies\" : [ ] }",
      #"{"\u0069d":1,"list":[],"map":{},"grid":[],"replies":[]}"#,
      #"{"id":1,"id":2,"list":[],"map":{},"grid":[],"replies":[]}"#,
    ]
  )
  func nestedOptionalsListsAndDictionariesAreReadAndWritten(_ json: String) throws {
    try expectSame(json, Post.self, as: PlainPost.self)
  }

  @Test(arguments: [
    (#"{"id":1,"list":[{"x":"1"}],"map":{},"grid":[],"replies":[]}"#, "type list.0.x"),
    (#"{"id":1,"list":[],"map":{"a":{}},"grid":[],"replies":[]}"#, "missing map.a.x"),
    (#"{"id":1,"list":[],"map":{},"grid":[[1],["a"]],"replies":[]}"#, "type grid.1.0"),
    (
      #"{"id":1,"list":[],"map":{},"grid":[],"replies":[{"id":1,"list":[],"map":{},"grid":[]}]}"#,
      "missing replies.0.replies"
    ),
    (#"{"id":1,"nested":3,"list":[],"map":{},"grid":[],"replies":[]}"#, "type nested"),
    ("[]", "type "),
    ("null", "null "),
  ])
  func aMistakeInANestedValueIsRejectedWithItsPath(_ json: String, _ place: String) {
    expectRefused(json, Post.self, as: PlainPost.self, at: place)
  }

  @Payload(keys: .snakeCase) struct Renamed: Equatable {
    var readingBookID: Int
    @Key("KIND") var kind: String
    var isbn13: String?, pageURL: String?, userIDs: [Int]?
    var `default`: Int
    @Key("책 제목") var title: String
  }
  struct PlainRenamed: Codable {
    var readingBookID: Int
    var kind: String
    var isbn13: String?, pageURL: String?, userIDs: [Int]?
    var `default`: Int
    var title: String
    enum CodingKeys: String, CodingKey {
      case readingBookID = "reading_book_id"
      case kind = "KIND"
      case isbn13, pageURL = "page_url", userIDs = "user_ids"
      case `default`
      case title = "책 제목"
    }
  }

  @Test func keysAndSnakeCaseDefineTheNamesOnTheWire() throws {
    let json = #"{"reading_book_id":1,"KIND":"k","isbn13":"9","page_url":"p","user_ids":[3],"default":2,"책 제목":"나루"}"#
    let value = try expectSame(json, Renamed.self, as: PlainRenamed.self)
    #expect(
      value == Renamed(readingBookID: 1, kind: "k", isbn13: "9", pageURL: "p", userIDs: [3], default: 2, title: "나루")
    )
    expectRefused(
      #"{"reading_book_id":1,"default":2,"책 제목":""}"#,
      Renamed.self,
      as: PlainRenamed.self,
      at: "missing KIND"
    )
  }

  @Payload struct OwnKeys: Equatable {
    var id: Int
    var draft = "local"
    var count: Int?
    enum CodingKeys: String, CodingKey { case id = "ID", count }
  }
  struct PlainOwnKeys: Codable {
    var id: Int
    var draft = "local"
    var count: Int?
    enum CodingKeys: String, CodingKey { case id = "ID", count }
  }

  @Test func codingKeysOfTheTypeDefineTheNamesOnTheWire() throws {
    let value = try expectSame(#"{"ID":1,"draft":"x","count":2}"#, OwnKeys.self, as: PlainOwnKeys.self)
    #expect(value == OwnKeys(id: 1, draft: "local", count: 2))
  }

  typealias Maybe = Int?
  @Payload struct Hidden: Equatable { var a: Maybe }
  struct PlainHidden: Codable { var a: Maybe }

  @Test(arguments: ["{}", #"{"a":null}"#, #"{"a":1}"#])
  func anOptionalTypeAliasMayBeAbsent(_ json: String) throws {
    try expectSame(json, Hidden.self, as: PlainHidden.self)
  }

  @Payload struct Empty: Equatable {}
  struct PlainEmpty: Codable {}

  @Test func aStructWithoutFieldsIsAnEmptyObject() throws {
    try expectSame("{}", Empty.self, as: PlainEmpty.self)
    try expectSame(#"{"a":[1,{"b":null}]}"#, Empty.self, as: PlainEmpty.self)
    // Synthesized `Codable` would accept anything.
    #expect(place { _ = try direct.decode(Empty.self, from: Data("3".utf8)) } == "type ")
    #expect(place { _ = try foundation.decoder.decode(Empty.self, from: Data("3".utf8)) } == "type ")
  }

  /// More fields than one `JSONFields` holds.
  @Payload struct Wide: Equatable {
    var a00: Int, a01: Int, a02: Int, a03: Int, a04: Int, a05: Int, a06: Int, a07: Int, a08: Int, a09: Int
    var a10: Int, a11: Int, a12: Int, a13: Int, a14: Int, a15: Int, a16: Int, a17: Int, a18: Int, a19: Int
    var a20: Int, a21: Int, a22: Int, a23: Int, a24: Int, a25: Int, a26: Int, a27: Int, a28: Int, a29: Int
    var a30: Int, a31: Int, a32: Int, a33: Int, a34: Int, a35: Int, a36: Int, a37: Int, a38: Int, a39: Int
    var a40: Int, a41: Int, a42: Int, a43: Int, a44: Int, a45: Int, a46: Int, a47: Int, a48: Int, a49: Int
    var a50: Int, a51: Int, a52: Int, a53: Int, a54: Int, a55: Int, a56: Int, a57: Int, a58: Int, a59: Int
    var a60: Int, a61: Int, a62: Int, a63: Int, a64: Int, a65: Int, a66: Int, a67: Int, a68: Int, a69: Int
  }

  @Test func moreThan64FieldsAreReadInAnyOrder() throws {
    let fields = (0..<70).map { (name: "a\($0 < 10 ? "0" : "")\($0)", value: $0) }
    for fields in [fields, fields.reversed()] {
      let json = "{\(fields.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ","))}"
      let value = try direct.decode(Wide.self, from: Data(json.utf8))
      #expect(value.a00 == 0 && value.a63 == 63 && value.a64 == 64 && value.a69 == 69)
      #expect(try foundation.decoder.decode(Wide.self, from: Data(json.utf8)) == value)
      #expect(try direct.decode(Wide.self, from: direct.encode(value)) == value)
    }
    let json = "{\(fields.dropLast().map { "\"\($0.name)\":1" }.joined(separator: ","))}"
    #expect(place { _ = try direct.decode(Wide.self, from: Data(json.utf8)) } == "missing a69")
  }

  @Payload struct Page<Item: Payload & Equatable>: Equatable {
    var items: [Item]
    var first: Item?
    var hasNext: Bool
  }
  struct PlainPage<Item: Codable>: Codable {
    var items: [Item]
    var first: Item?
    var hasNext: Bool
  }
  struct Opaque: Sendable {}
  /// A payload if its parameter is one.
  @Payload struct Loose<Item>: Sendable where Item: Sendable { var item: Item }

  @Test func genericTypesAreReadAndWritten() throws {
    let json = #"{"items":[{"items":[1],"hasNext":false}],"hasNext":true}"#
    try expectSame(json, Page<Page<Int>>.self, as: PlainPage<PlainPage<Int>>.self)
    try expectSame(#"{"items":["a"],"first":"b","hasNext":true}"#, Page<String>.self, as: PlainPage<String>.self)
    #expect(try direct.decode(Loose<Int>.self, from: Data(#"{"item":3}"#.utf8)).item == 3)
    #expect(try foundation.decoder.decode(Loose<Int>.self, from: Data(#"{"item":3}"#.utf8)).item == 3)
    #expect(!(Loose<Opaque>.self is any Payload.Type))
  }

  @Payload struct Login: Equatable {
    var name: String
    var password: Secret
  }
  struct PlainLogin: Codable {
    var name: String
    var password: String
  }

  @Test func aSecretIsSentAsItsTextButNeverDescribed() throws {
    let login = try expectSame(#"{"name":"새","password":"p\"w"}"#, Login.self, as: PlainLogin.self)
    #expect(login.password.revealed == "p\"w")
    #expect(!"\(login)".contains("p\""))
    expectRefused(#"{"name":"새","password":1}"#, Login.self, as: PlainLogin.self, at: "type password")
  }
}
