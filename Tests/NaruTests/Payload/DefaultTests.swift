import Foundation
import Naru
import Testing

struct DefaultTests {
  @Payload struct Settings: Equatable {
    var tags: [String] = ["a"]
    var size = 20
    var limit: Int? = 5
    var note: String? = nil
    var name: String
  }

  static let all = Settings(name: "n")

  @Test(
    arguments: [
      (#"{"name":"n"}"#, all),
      (#"{"name":"n","tags":null,"size":null,"note":null}"#, all),
      (#"{"name":"n","limit":null}"#, Settings(limit: nil, name: "n")),
      (
        #"{"name":"n","tags":[],"size":1,"limit":2,"note":"x"}"#,
        Settings(tags: [], size: 1, limit: 2, note: "x", name: "n")
      ),
    ]
  )
  func absentFieldsHaveTheirDefaultValues(_ json: String, _ expected: Settings) throws {
    let data = Data(json.utf8)
    #expect(try direct.decode(Settings.self, from: data) == expected)
    #expect(try foundation.decoder.decode(Settings.self, from: data) == expected)
  }

  @Test func aValueOfAnotherTypeIsAnErrorDespiteTheDefault() {
    for json in [#"{"name":"n","tags":[1]}"#, #"{"name":"n","tags":{}}"#, #"{"name":"n","limit":"5"}"#] {
      let data = Data(json.utf8)
      #expect(place { _ = try direct.decode(Settings.self, from: data) }.hasPrefix("type "))
      #expect(
        place { _ = try direct.decode(Settings.self, from: data) }
          == place { _ = try foundation.decoder.decode(Settings.self, from: data) }
      )
    }
  }

  @Test func nilIsWrittenWhereAbsenceMeansTheDefault() throws {
    let value = Settings(tags: [], size: 0, limit: nil, note: nil, name: "")
    let written = try sorted(direct.encode(value))
    #expect(written == #"{"limit":null,"name":"","size":0,"tags":[]}"#)
    #expect(try sorted(foundation.encoder.encode(value)) == written)
    #expect(try direct.decode(Settings.self, from: Data(written.utf8)) == value)
  }

  @Payload(nulls: true) struct WithNulls: Equatable {
    var a: Int?
    var b: String?
  }

  @Test func aTypeCanWriteNullForNil() throws {
    let value = WithNulls(a: nil, b: "x")
    #expect(try sorted(direct.encode(value)) == #"{"a":null,"b":"x"}"#)
    #expect(try sorted(foundation.encoder.encode(value)) == #"{"a":null,"b":"x"}"#)
    #expect(try direct.decode(WithNulls.self, from: Data("{}".utf8)) == WithNulls())
  }

  @Payload struct Constant: Equatable {
    let kind = "post"
    let version: Int = 2
    var id: Int
    static let shared = 1
    var twice: Int { id * 2 }
    private var cache: Int { 0 }
  }

  @Test func constantsAreWrittenButNotReadAndComputedAndStaticPropertiesAreIgnored() throws {
    let value = Constant(id: 1)
    #expect(try sorted(direct.encode(value)) == #"{"id":1,"kind":"post","version":2}"#)
    #expect(try sorted(foundation.encoder.encode(value)) == #"{"id":1,"kind":"post","version":2}"#)
    let json = Data(#"{"kind":7,"id":3}"#.utf8)
    #expect(try direct.decode(Constant.self, from: json) == Constant(id: 3))
    #expect(try foundation.decoder.decode(Constant.self, from: json) == Constant(id: 3))
  }

  @Payload struct Observed: Equatable {
    var id: Int { didSet { seen = oldValue } }
    private var seen: Int?
    private(set) var count: Int = 0

    static func make(_ id: Int) -> Observed { Observed(id: id, seen: 3) }
  }
  struct PlainObserved: Codable {
    var id: Int
    var seen: Int?
    var count: Int
  }

  @Test func observersAndPrivateFieldsAreSupported() throws {
    let value = try expectSame(#"{"id":1,"seen":3,"count":0}"#, Observed.self, as: PlainObserved.self)
    #expect(value == Observed.make(1))
  }

  @Payload struct Wrapped: Equatable {
    @Lenient var count: Int
    @Lenient var price: Double?
    @Lenient var page: Int = 1
    @Key("rest_of_it") @Trimmed var rest: String
  }
  struct PlainWrapped: Codable {
    @Lenient var count: Int
    @Lenient var price: Double?
    @Lenient var page: Int
    @Trimmed var rest: String
    enum CodingKeys: String, CodingKey { case count, price, page, rest = "rest_of_it" }
  }

  @Test(
    arguments: [
      #"{"count":"42","price":"1.5","page":3,"rest_of_it":" a "}"#,
      #"{"count":42,"price":null,"page":"3","rest_of_it":"a"}"#,
      #"{"count":42,"page":1,"rest_of_it":"a"}"#,
    ]
  )
  func propertyWrappersReadAndWriteTheirValues(_ json: String) throws {
    let value = try expectSame(json, Wrapped.self, as: PlainWrapped.self)
    #expect(value.count == 42)
    #expect(value.rest == "a")
  }

  @Test func aPropertyWrapperMayHaveADefaultValue() throws {
    let json = Data(#"{"count":1,"rest_of_it":""}"#.utf8)
    #expect(try direct.decode(Wrapped.self, from: json) == Wrapped(count: 1, rest: ""))
    #expect(try foundation.decoder.decode(Wrapped.self, from: json) == Wrapped(count: 1, rest: ""))
    expectRefused(#"{"count":"x","page":1,"rest_of_it":""}"#, Wrapped.self, as: PlainWrapped.self, at: "type count")
    expectRefused(#"{"count":1,"page":1}"#, Wrapped.self, as: PlainWrapped.self, at: "missing rest_of_it")
  }

  @Payload struct Deprecated: Equatable {
    var new: Int
    @available(*, deprecated) var old: Int = 7
  }

  @Test func aDeprecatedFieldCausesNoWarningInTheExpansion() throws {
    let json = Data(#"{"new":1,"old":2}"#.utf8)
    #expect(try sorted(direct.encode(direct.decode(Deprecated.self, from: json))) == #"{"new":1,"old":2}"#)
  }
}

/// A property wrapper that is not generic, and only `Codable`.
@propertyWrapper
struct Trimmed: Codable, Equatable {
  var wrappedValue: String

  init(wrappedValue: String) {
    self.wrappedValue = wrappedValue.trimmingCharacters(in: .whitespaces)
  }

  init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
