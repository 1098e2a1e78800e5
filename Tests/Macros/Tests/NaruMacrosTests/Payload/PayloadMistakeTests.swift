import Testing

extension Mistake {
  /// A mistake in the members of a struct that is a payload.
  init(fields: String, _ text: String, fixed: String? = nil) {
    self.init(source: Self.payload(fields), text, fixed: fixed.map(Self.payload))
  }

  private static func payload(_ members: String) -> String {
    "@Payload\nstruct Post {\n  \(members)\n}"
  }
}

@Suite("Mistakes in payloads")
struct PayloadMistakeTests {
  @Test(arguments: [
    Mistake(
      source: "@Payload «class» Post { var a: Int = 0 }",
      "A payload is a value, so it is a struct or an enum, and this is declared with `class`.",
      fixed: "@Payload struct Post { var a: Int = 0 }"
    ),
    Mistake(
      source: "@Payload «actor» Post {}",
      "A payload is a value, so it is a struct or an enum, and this is declared with `actor`."
    ),
    Mistake(
      source: "enum Feed { @Payload «private» struct Post { var a: Int } }",
      "The conformance of a nested type is written outside of the type around it, from where `private` hides it.",
      fixed: "enum Feed { @Payload fileprivate struct Post { var a: Int } }"
    ),
    Mistake(
      source: "@Payload struct Page<«Item»>: Codable { var items: [Item] }",
      "“Page” is said to be `Codable`, which it is only if “Item” is. Write `Item: Payload`.",
      fixed: "@Payload struct Page<Item: Payload>: Codable { var items: [Item] }"
    ),
    Mistake(
      source: "@Payload struct Page<«Item»: Sendable>: Sendable, Codable { var items: [Item] }",
      "“Page” is said to be `Codable`, which it is only if “Item” is. Write `Item: Payload`.",
      fixed: "@Payload struct Page<Item: Sendable & Payload>: Sendable, Codable { var items: [Item] }"
    ),
    Mistake(
      source: "@Payload(keys: «.kebabCase») struct Post { var a: Int }",
      "The macro reads what is written, so this is `.asDeclared` or `.snakeCase` here."
    ),
    Mistake(
      source: "@Payload(keys: «naming») struct Post { var a: Int }",
      "The macro reads what is written, so this is `.asDeclared` or `.snakeCase` here."
    ),
    Mistake(
      source: "@Payload(init: «isPublic») struct Post { var a: Int }",
      "The macro reads what is written, so this is `true` or `false` here."
    ),
    Mistake(
      source: #"@Payload(tag: «"type"») struct Post { var a: Int }"#,
      "A tag tells the cases of an enum apart, and this is a struct. Remove it."
    ),
    Mistake(
      source: "@Payload(init: «true») struct Post { var a: Int; init(a: Int) { self.a = a } }",
      "There is an initialiser with all fields already. Remove it, or this argument."
    ),
    Mistake(
      source: "@Payload(init: true) public struct Post { public var a: Int; «var» b: Int; private var c: Int? }",
      "“b” is less visible than its type, so the initialiser that `init: true` asks for can't take it. Make it `public`, or give it a value here.",
      fixed: "@Payload(init: true) public struct Post { public var a: Int; public var b: Int; private var c: Int? }"
    ),
    Mistake(
      source: "struct Post { «@Key(\"b\")» var a: Int }",
      "@Key is read by @Payload. Put it on a stored property or a case of a type that is marked with @Payload."
    ),
    Mistake(
      source: "enum Shape { «@Unknown» case other }",
      "@Unknown is read by @Payload. Put it on a case of a type that is marked with @Payload."
    ),
  ])
  func type(_ mistake: Mistake) {
    mistake.check()
  }

  @Test(arguments: [
    Mistake(
      fields: "@Key(«name») var a: Int",
      "The macro reads names from the source, so this has to be a plain string literal: no constant, no interpolation."
    ),
    Mistake(
      fields: #"@Key(«"\(b)"») var a: Int"#,
      "The macro reads names from the source, so this has to be a plain string literal: no constant, no interpolation."
    ),
    Mistake(fields: #"@Key(«""») var a: Int"#, "The name on the wire is empty. Write the name that the server uses."),
    Mistake(
      fields: #"@Key(«"a\\b"») var a: Int"#,
      "A name on the wire can't have a quotation mark, a backslash or a control character: JSON would write it in several ways."
    ),
    Mistake(
      fields: #"@Key("b") «@Key("c")» var a: Int"#,
      "There is one name on the wire. Remove this @Key.",
      fixed: #"@Key("b") var a: Int"#
    ),
    Mistake(
      fields: #"«@Key("c")» static var a: Int = 0"#,
      "@Key names a stored property or a case on the wire, and a `static` property is no part of a value. Remove it.",
      fixed: "static var a: Int = 0"
    ),
    Mistake(
      fields: #"«@Key("c")» var a: Int { 0 }"#,
      "@Key names a stored property or a case on the wire, and a computed property has no value of its own. Remove it.",
      fixed: "var a: Int { 0 }"
    ),
    Mistake(
      fields: #"«@Key("c")» func a() {}"#,
      "@Key names a stored property or a case on the wire, and this is none. Remove it.",
      fixed: "func a() {}"
    ),
    Mistake(
      fields: "«@Unknown» var a: Int",
      "@Unknown marks a case of an enum without raw values. For a field whose enum may be extended, write `Open<…>`.",
      fixed: "var a: Int"
    ),
  ])
  func marker(_ mistake: Mistake) {
    mistake.check()
  }

  @Test(arguments: [
    Mistake(
      fields: "var «a» = make()",
      "The macro reads the type of a field from the source, and there is none. Write `a: …`.",
      fixed: "var a: <#Type#> = make()"
    ),
    Mistake(fields: "let «(a, b)» = (1, 2)", "Each field is a property of its own. Declare them one by one."),
    Mistake(
      fields: "«lazy» var a: Int = 0",
      "A field has its value as soon as it is read, and no other owner, so it can't be `lazy`. Remove it.",
      fixed: "var a: Int = 0"
    ),
    Mistake(
      fields: "«weak» var a: Other?",
      "A field has its value as soon as it is read, and no other owner, so it can't be `weak`. Remove it.",
      fixed: "var a: Other?"
    ),
    Mistake(
      fields: "var a: Int«!»",
      "A payload says what may be missing. Use `?`.",
      fixed: "var a: Int?"
    ),
    Mistake(
      fields: "«@available(iOS 18, *)» var a: Int?",
      "A stored property is on all systems or on none, so a field can't be limited. Remove this.",
      fixed: "var a: Int?"
    ),
    Mistake(
      fields: "#if DEBUG\n  var «a»: Int\n  #endif",
      "A field can't be inside `#if`: the macro sees all of them, and the compiler only some. Move it out, or put the whole type inside `#if`."
    ),
    Mistake(
      fields: "typealias «CodingKeys» = Keys",
      "The macro reads the names on the wire from `CodingKeys` if that is an enum in this type. Remove it and use @Key."
    ),
    Mistake(
      fields: "var a: Int\n  enum CodingKeys: String, CodingKey { case a, «b» }",
      "There is no stored property “b”. Remove this case."
    ),
    Mistake(
      fields: "var a: Int\n  let «b»: Int\n  enum CodingKeys: CodingKey { case a }",
      "“b” is not in `CodingKeys`, so it doesn't travel and needs a value here. Give it one, or add it to `CodingKeys`."
    ),
    Mistake(
      fields: "«@Key(\"b\")» var a: Int\n  enum CodingKeys: CodingKey { case a }",
      "`CodingKeys` says the names on the wire already. Remove it, or this @Key.",
      fixed: "var a: Int\n  enum CodingKeys: CodingKey { case a }"
    ),
    Mistake(
      fields: "var a: Int\n  «init»(from decoder: any Decoder) throws { a = 0 }",
      "The direct path would not use this `init(from:)`. Write `init(from json: inout JSONReader) throws(JSONError)` as well, or remove one of this and @Payload: a type that is only `Codable` can be a field of a payload, too."
    ),
    Mistake(
      fields: "var a: Int\n  func «encode»(to encoder: any Encoder) throws {}",
      "The direct path would not use this `encode(to:)`. Write `write(to json: inout JSONWriter) throws(JSONError)` as well, or remove one of this and @Payload: a type that is only `Codable` can be a field of a payload, too."
    ),
  ])
  func field(_ mistake: Mistake) {
    mistake.check()
  }

  @Test(arguments: [
    ("() -> Int", "a function"), ("(Int, Int)", "a tuple"), ("some Codable", "`some`"), ("any Codable", "`any`"),
    ("Any", "`Any`"), ("Int.Type", "a metatype"),
  ])
  func unsupported(type: String, name: String) {
    Mistake(
      fields: "var a: «\(type)»",
      "A field goes over the wire as JSON, so it can't be \(name). Use a type that is a `Payload` or `Codable`."
    ).check()
  }

  @Test("Two fields with one name on the wire")
  func duplicate() {
    let mistake = Mistake(
      source: """
        @Payload(keys: .snakeCase) struct Post {
          var userID: Int
          @Key(«"user_id"») var b: Int
          var «userId»: Int
        }
        """,
      "“user_id” is the name of “userID” on the wire already. Give each its own with @Key.",
      "“user_id” is the name of “userID” on the wire already. Give each its own with @Key."
    )
    mistake.check()
    #expect(Expansion(mistake.source).notes == ["“userID” is declared here.", "“userID” is declared here."])
  }

  @Test("All mistakes are found at once, and what can be declared is declared")
  func severalAtOnce() {
    let mistake = Mistake(
      source: """
        @Payload(keys: «naming») struct Post {
          var a: «() -> Int»
          var «b» = make()
          «lazy» var c: Int = 1
          @Key(«""») var d: String
        }
        """,
      "The macro reads what is written, so this is `.asDeclared` or `.snakeCase` here.",
      "A field goes over the wire as JSON, so it can't be a function. Use a type that is a `Payload` or `Codable`.",
      "The macro reads the type of a field from the source, and there is none. Write `b: …`.",
      "A field has its value as soon as it is read, and no other owner, so it can't be `lazy`. Remove it.",
      "The name on the wire is empty. Write the name that the server uses.",
      fixed: """
        @Payload(keys: naming) struct Post {
          var a: () -> Int
          var b: <#Type#> = make()
          var c: Int = 1
          @Key("") var d: String
        }
        """
    )
    mistake.check()
    let text = Expansion(mistake.source).text
    #expect(text.contains("init(from decoder: any Swift.Decoder) throws {\n    Swift.preconditionFailure"))
    #expect(text.contains("static var schema: Naru.Schema {\n    Swift.preconditionFailure"))
    #expect(text.contains("extension Post: nonisolated Naru.Payload"))
    #expect(!text.contains("CodingKeys"), "The compiler would complain about a field without a type again.")
  }
}
