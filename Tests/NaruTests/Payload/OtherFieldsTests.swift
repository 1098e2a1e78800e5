import Foundation
import Naru
import Testing

@Payload(init: true)
struct Labels: Sendable, Equatable {
  let version = 2
  var main: String
  var note: String?
  @Unknown var others: [String: Int]
}

@Payload
struct Texts<Text: Payload & Sendable & Equatable>: Sendable, Equatable {
  @Unknown var all: [String: Text?]
}

@Payload
struct Settings: Sendable, Equatable {
  var name: String
  @Unknown var others: [String: Setting] = [:]
}

/// A value that is not a payload.
struct Setting: Codable, Sendable, Equatable {
  var level: Int
}

/// Structs with a dictionary of the fields that they do not declare.
struct OtherFieldsTests {
  private func read<Model: Payload & Equatable>(_ json: String, as type: Model.Type) throws -> Model {
    let value = try direct.decode(type, from: Data(json.utf8))
    #expect(try foundation.decoder.decode(type, from: Data(json.utf8)) == value)
    #expect(try direct.decode(type, from: direct.encode(value)) == value)
    #expect(try sorted(direct.encode(value)) == sorted(foundation.encoder.encode(value)))
    return value
  }

  @Test(arguments: [
    (#"{"main":"a"}"#, [:]), (#"{"red":1,"main":"a","note":null,"blue":2,"version":9}"#, ["red": 1, "blue": 2]),
    (#"{ "m\u0061in" : "a", "r\u0065d" : 1 , "a\"b":2,"\uc0c8":3 }"#, ["red": 1, "a\"b": 2, "새": 3]),
    (#"{"main":"a","":1,"main ":2}"#, ["": 1, "main ": 2]),
  ])
  func theyTakeWhatIsNotDeclared(json: String, others: [String: Int]) throws {
    #expect(try read(json, as: Labels.self) == Labels(main: "a", others: others))
  }

  @Test func ofSeveralFieldsWithTheSameNameTheFirstWins() throws {
    let json = #"{"main":"a","red":1,"main":"b","red":"c"}"#
    #expect(try direct.decode(Labels.self, from: Data(json.utf8)) == Labels(main: "a", others: ["red": 1]))
  }

  @Test func theirValuesMayBeOfAnyType() throws {
    #expect(try read(#"{"a":null,"b":"c"}"#, as: Texts<String>.self).all == ["a": nil, "b": "c"] as [String: String?])
    #expect(try read("{}", as: Texts<Int>.self).all == [:])
    #expect(try read(#"{"name":"a","b":{"level":1}}"#, as: Settings.self).others == ["b": Setting(level: 1)])
  }

  @Test func aValueOfAnotherTypeIsAnErrorAtItsPlace() {
    let json = Data(#"{"main":"a","red":"b"}"#.utf8)
    #expect(place { _ = try direct.decode(Labels.self, from: json) } == "type red")
    #expect(place { _ = try foundation.decoder.decode(Labels.self, from: json) } == "type red")
  }

  @Test func theyCannotHaveTheNameOfADeclaredField() {
    let labels = Labels(main: "a", others: ["note": 1])
    #expect(throws: EncodingError.self) { try direct.encode(labels) }
    #expect(throws: EncodingError.self) { try foundation.encoder.encode(labels) }
  }

  @Test func theSchemaHasTheirType() {
    guard case .object(_, let fields, let others) = Labels.schema else {
      Issue.record("no object")
      return
    }
    #expect(fields.map(\.name) == ["version", "main", "note"])
    guard case .integer? = others?.schema else {
      Issue.record("\(String(describing: others?.schema))")
      return
    }
  }
}
