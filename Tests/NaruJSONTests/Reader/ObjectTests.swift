import Foundation
import NaruJSON
import Testing

/// Objects with fields in any order and notation.
struct ObjectTests {
  private let json = JSONCoding()
  private let wanted = Page(items: [Inner(name: "가", value: 1.5), Inner(name: "b")], hasNext: true)

  @Test(arguments: [
    #"{"items":[{"name":"가","value":1.5},{"name":"b"}],"hasNext":true}"#,
    #"{"hasNext":true,"items":[{"value":1.5,"name":"가"},{"value":null,"name":"b"}]}"#,
    #" { "hasNext" : true , "items" : [ { "value" : 1.5 , "name" : "가" } , { "name" : "b" } ] } "#,
    #"{"x":{"items":[]},"items":[{"a":[],"name":"가","b":"\"","value":1.5,"c":1e5},{"name":"b"}],"y":null,"hasNext":true,"z":0}"#,
    #"{"\u0069tems":[{"n\u0061me":"가","\u0076alue":1.5},{"name" :"b"}],"hasNext"\#n:\#ttrue}"#,
    #"{"items":[{"name":"가","value":1.5},{"name":"b","name":"c"}],"hasNext":true,"items":[],"hasNext":7}"#,
    #"{"items":[{"name":"가","value":1.5},{"\u006eame":"b","name":"c","na\u006de":1}],"hasNext":true}"#,
    #"{"ite":1,"itemss":2,"items\"":3,"items\u0000":4,"":5,"items":[{"name":"가","value":1.5},{"name":"b"}],"hasNext":true,"hasNex":0}"#,
  ])
  func fieldsAreReadInAnyOrderAndNotation(text: String) throws {
    #expect(try json.decode(Page<Inner>.self, text) == wanted)
    #expect(try json.decode(ByFoundation<Page<Inner>>.self, from: Data(text.utf8)).value == wanted)
  }

  @Test func aNameWithAnEscapedQuoteIsAnotherName() throws {
    // Without its escapes this would look like `name`, a colon and a string.
    let text = #"{"name\":\"x":"no","name":"yes"}"#
    #expect(try json.decode(Inner.self, text).name == "yes")
    #expect(throws: DecodingError.self) { try json.decode(Inner.self, #"{"name\":\"x":"no"}"#) }
  }

  @Test func theFirstOfSeveralFieldsWins() throws {
    #expect(try json.decode(Inner.self, #"{"name":"a","value":null,"value":2,"name":"b"}"#) == Inner(name: "a"))
    #expect(try json.decode([String: Int].self, #"{"a":1,"a":2}"#) == ["a": 1])
  }

  @Test func fieldsAreWrittenInTheirOrder() throws {
    #expect(try json.text(wanted) == #"{"items":[{"name":"가","value":1.5},{"name":"b"}],"hasNext":true}"#)
  }

  @Test(arguments: [
    ("{}", "items"), (#"{"items":[]}"#, "hasNext"), (#"{"items":[{"name":"a"},{}],"hasNext":true}"#, "items[1].name"),
    (#"{"items":[{"name":null}],"hasNext":true}"#, "items[0].name"), (#"{"items":null,"hasNext":true}"#, "items"),
    (#"{"items":[{"name":"a","value":"1"}],"hasNext":true}"#, "items[0].value"), ("[]", ""), ("null", ""), ("1", ""),
    (#"{"x":[[1,{"y":2}]],"items":[ 1 ],"hasNext":true}"#, "items[0]"), (#"{"items":[],"hasNext":"true"}"#, "hasNext"),
    (#"{"\u0069tems" : [{"name":1}],"hasNext":true}"#, "items[0].name"),
  ])
  func anErrorHasItsPath(text: String, place: String) throws {
    let error = #expect(throws: DecodingError.self) { try json.decode(Page<Inner>.self, text) }
    #expect(try #require(error).place == place)
    let reference = #expect(throws: DecodingError.self) {
      try json.decode(ByFoundation<Page<Inner>>.self, from: Data(text.utf8))
    }
    #expect(try #require(reference).place == place)
    // The same kind of error too.
    #expect("\(try #require(error))".prefix(20) == "\(try #require(reference))".prefix(20))
  }

  @Test
  func unionsAreRead() throws {
    #expect(try json.decode(Event.self, #"{"type":"text","body":"a"}"#) == .text(body: "a"))
    #expect(try json.decode(Event.self, #"{"body":"a","x":{"type":1},"t\u0079pe":"text"}"#) == .text(body: "a"))
    #expect(try json.decode([Event].self, #"[{"name":"a","type":"inner"}]"#) == [.inner(Inner(name: "a"))])
    #expect(
      try json.text([Event.text(body: "a"), .inner(Inner(name: "b"))])
        == #"[{"type":"text","body":"a"},{"type":"inner","name":"b"}]"#
    )
    let error = #expect(throws: DecodingError.self) { try json.decode([Event].self, #"[{"type":"x"}]"#) }
    #expect(try #require(error).place == "[0].type")
    let missing = #expect(throws: DecodingError.self) { try json.decode([Event].self, #"[{"typ":"x"}]"#) }
    #expect(try #require(missing).place == "[0].type")
  }

  @Test func peekingAtTheOnlyKeyDoesNotAdvance() throws {
    for (text, key) in [(#"{"a":{"b":1}}"#, "a"), ("{}", nil), (#"{"a":1,"b":2}"#, nil), (#"{ "\u0061" : 1 }"#, "a")]
      as [(String, String?)]
    {
      let found = try json.read(Data(text.utf8)) { json throws(JSONError) in
        let key = try json._peekOnlyKey()
        try json.skipValue()
        return key
      }
      #expect(found == key)
    }
  }
}
