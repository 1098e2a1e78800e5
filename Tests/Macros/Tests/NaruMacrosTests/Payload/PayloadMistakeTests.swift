import Testing

struct PayloadMistakeTests {
  @Test func aValueOfADoublyOptionalFieldIsReported() {
    Mistake(
      source: "@Payload struct Book { var a: Int?? = «3» }",
      "A field that distinguishes `null` from an absent field is `nil` if it is absent. Remove this value, or one `?`."
    ).check()
  }

  @Test(
    arguments: Mistake.table(
      in: .source,
      #"""
      @Payload «class» Post { var a: Int = 0 }
      ! A payload is a value, so it is a struct or an enum, and this is declared with `class`.
      > @Payload struct Post { var a: Int = 0 }

      @Payload «actor» Post {}
      ! A payload is a value, so it is a struct or an enum, and this is declared with `actor`.

      enum Feed { @Payload «private» struct Post { var a: Int } }
      ! The conformance is generated outside the enclosing type, where a `private` type is not visible.
      > enum Feed { @Payload fileprivate struct Post { var a: Int } }

      @Payload struct Page<«Item»>: Codable { var items: [Item] }
      ! “Page” is declared `Codable`, which requires that “Item” is. Write `Item: Payload`.
      > @Payload struct Page<Item: Payload>: Codable { var items: [Item] }

      @Payload struct Page<«Item»: Sendable>: Sendable, Codable { var items: [Item] }
      ! “Page” is declared `Codable`, which requires that “Item” is. Write `Item: Payload`.
      > @Payload struct Page<Item: Sendable & Payload>: Sendable, Codable { var items: [Item] }

      @Payload(keys: «.kebabCase») struct Post { var a: Int }
      ! The macro reads this argument from the source. Write `.asDeclared` or `.snakeCase`.

      @Payload(keys: «naming») struct Post { var a: Int }
      ! The macro reads this argument from the source. Write `.asDeclared` or `.snakeCase`.

      @Payload(init: «isPublic») struct Post { var a: Int }
      ! The macro reads this argument from the source. Write `true` or `false`.

      @Payload(tag: «"type"») struct Post { var a: Int }
      ! A tag distinguishes the cases of an enum, and this is a struct. Remove it.

      @Payload(init: «true») struct Post { var a: Int; init(a: Int) { self.a = a } }
      ! There already is an initialiser with all fields. Remove it, or this argument.

      @Payload(init: true) public struct Post { public var a: Int; «var» b: Int; private var c: Int? }
      ! “b” is less visible than its type, so the initialiser of `init: true` can't take it. Make it `public`, or give it a value here.
      > @Payload(init: true) public struct Post { public var a: Int; public var b: Int; private var c: Int? }

      struct Post { «@Key("b")» var a: Int }
      ! @Key is read by @Payload. Put it on a stored property or a case of a type that is marked with @Payload.

      enum Shape { «@Unknown» case other }
      ! @Unknown is read by @Payload. Put it on a case or a dictionary of a type that is marked with @Payload.
      """#
    )
  )
  func aMistakeInATypeIsReported(_ mistake: Mistake) {
    mistake.check()
  }

  @Test(
    arguments: Mistake.table(
      in: .fields,
      #"""
      @Key(«name») var a: Int
      ! The macro reads names from the source, so this must be a plain string literal without interpolation.

      @Key(«"\(b)"») var a: Int
      ! The macro reads names from the source, so this must be a plain string literal without interpolation.

      @Key(«""») var a: Int
      ! The name on the wire is empty. Write the name that the server uses.

      @Key(«"a\\b"») var a: Int
      ! A name on the wire can't contain a quotation mark, a backslash or a control character: JSON has several forms of them.

      @Key("b") «@Key("c")» var a: Int
      ! There is only one name on the wire. Remove this @Key.
      > @Key("b") var a: Int

      «@Key("c")» static var a: Int = 0
      ! @Key names a stored property or a case on the wire, and a `static` property is not part of a value. Remove it.
      > static var a: Int = 0

      «@Key("c")» var a: Int { 0 }
      ! @Key names a stored property or a case on the wire, and a computed property has no value of its own. Remove it.
      > var a: Int { 0 }

      «@Key("c")» func a() {}
      ! @Key names a stored property or a case on the wire, and this is something else. Remove it.
      > func a() {}

      @Constraints(.range(1...3), «.length(1...3)») var n: Int
      ! `.length` constrains strings, so it would never be checked for “n” of type `Int`. Use `.range`, or remove it.

      @Constraints(«.range(1...3)») var text: [String]?
      ! `.range` constrains numbers, so it would never be checked for “text” of type `[String]?`. Use `.format` or `.items` or `.length` or `.pattern`, or remove it.

      @Constraints(«.items(...3)») var text = "a"
      ! `.items` constrains lists, so it would never be checked for “text” of type `String`. Use `.format` or `.length` or `.pattern`, or remove it.

      @Constraints(«.pattern("a")») var since: Date
      ! `.pattern` constrains strings, so it would never be checked for “since” of type `Date`. Remove it.

      «@Unknown» var a: Int
      ! @Unknown marks a case of an enum without raw values, or one dictionary of a struct: `@Unknown var others: [String: …]`, without other attributes. For a field whose enum may be extended, write `ExtensibleEnum<…>`.
      > var a: Int

      «@Unknown» var a: [Int: String]
      ! @Unknown marks a case of an enum without raw values, or one dictionary of a struct: `@Unknown var others: [String: …]`, without other attributes. For a field whose enum may be extended, write `ExtensibleEnum<…>`.
      > var a: [Int: String]

      @Key("b") «@Unknown» var a: [String: Int]
      ! @Unknown marks a case of an enum without raw values, or one dictionary of a struct: `@Unknown var others: [String: …]`, without other attributes. For a field whose enum may be extended, write `ExtensibleEnum<…>`.
      > @Key("b") var a: [String: Int]

      @Unknown var a: [String: Int]; «@Unknown» var b: [String: Int]
      ! @Unknown marks a case of an enum without raw values, or one dictionary of a struct: `@Unknown var others: [String: …]`, without other attributes. For a field whose enum may be extended, write `ExtensibleEnum<…>`.
      > @Unknown var a: [String: Int]; var b: [String: Int]
      """#
    )
  )
  func aMistakeInAMarkerIsReported(_ mistake: Mistake) {
    mistake.check()
  }

  @Test(
    arguments: Mistake.table(
      in: .fields,
      #"""
      var «a» = make()
      ! The macro reads the type of a field from the source, so it can't be inferred. Write `a: …`.
      > var a: <#Type#> = make()

      let «(a, b)» = (1, 2)
      ! Each field is a property of its own. Declare them one by one.

      «lazy» var a: Int = 0
      ! A field is set when it is read, and owns its value, so it can't be `lazy`. Remove it.
      > var a: Int = 0

      «weak» var a: Other?
      ! A field is set when it is read, and owns its value, so it can't be `weak`. Remove it.
      > var a: Other?

      var a: Int«!»
      ! A payload can't have implicitly unwrapped fields. Use `?`.
      > var a: Int?

      «@available(iOS 18, *)» var a: Int?
      ! A stored property can't have limited availability. Remove this.
      > var a: Int?

      #if DEBUG
        var «a»: Int
        #endif
      ! A field can't be inside `#if`: the macro sees all branches, but the compiler only one. Move it out, or put the whole type inside `#if`.

      typealias «CodingKeys» = Keys
      ! The macro can read `CodingKeys` only if it is an enum in this type. Remove it and use @Key.

      var a: Int
        enum CodingKeys: String, CodingKey { case a, «b» }
      ! There is no stored property “b”. Remove this case.

      var a: Int
        let «b»: Int
        enum CodingKeys: CodingKey { case a }
      ! “b” is not in `CodingKeys`, so it needs a default value. Give it one, or add it to `CodingKeys`.

      «@Key("b")» var a: Int
        enum CodingKeys: CodingKey { case a }
      ! `CodingKeys` already defines the names on the wire. Remove it, or this @Key.
      > var a: Int
      >   enum CodingKeys: CodingKey { case a }

      var a: Int
        «init»(from decoder: any Decoder) throws { a = 0 }
      ! The direct path would not use this `init(from:)`. Write `init(from json: inout JSONReader) throws(JSONError)` too, or remove this or @Payload: any `Codable` type can be a field of a payload.

      var a: Int
        func «encode»(to encoder: any Encoder) throws {}
      ! The direct path would not use this `encode(to:)`. Write `write(to json: inout JSONWriter) throws(JSONError)` too, or remove this or @Payload: any `Codable` type can be a field of a payload.
      """#
    )
  )
  func aMistakeInAFieldIsReported(_ mistake: Mistake) {
    mistake.check()
  }

  @Test(arguments: [
    ("() -> Int", "a function"), ("(Int, Int)", "a tuple"), ("some Codable", "`some`"), ("any Codable", "`any`"),
    ("Any", "`Any`"), ("Int.Type", "a metatype"),
  ])
  func anUnsupportedFieldTypeIsReported(type: String, name: String) {
    Mistake(
      fields: "var a: «\(type)»",
      "A field is sent as JSON, so it can't be \(name). Use a type that is a `Payload` or `Codable`."
    ).check()
  }

  @Test func twoFieldsWithOneNameOnTheWireAreReported() {
    let mistake = Mistake(
      source: """
        @Payload(keys: .snakeCase) struct Post {
          var userID: Int
          @Key(«"user_id"») var b: Int
          var «userId»: Int
        }
        """,
      "“user_id” is already the name of “userID” on the wire. Give each its own name with @Key.",
      "“user_id” is already the name of “userID” on the wire. Give each its own name with @Key."
    )
    mistake.check()
    #expect(Expansion(mistake.source).notes == ["“userID” is declared here.", "“userID” is declared here."])
  }

  @Test func allMistakesAreReportedAtOnceAndMembersAreStillDeclared() {
    let mistake = Mistake(
      source: """
        @Payload(keys: «naming») struct Post {
          var a: «() -> Int»
          var «b» = make()
          «lazy» var c: Int = 1
          @Key(«""») var d: String
        }
        """,
      "The macro reads this argument from the source. Write `.asDeclared` or `.snakeCase`.",
      "A field is sent as JSON, so it can't be a function. Use a type that is a `Payload` or `Codable`.",
      "The macro reads the type of a field from the source, so it can't be inferred. Write `b: …`.",
      "A field is set when it is read, and owns its value, so it can't be `lazy`. Remove it.",
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
