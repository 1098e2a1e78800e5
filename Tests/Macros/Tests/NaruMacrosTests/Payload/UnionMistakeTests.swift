import Testing

struct UnionMistakeTests {
  @Test(
    arguments: Mistake.table(
      in: .source,
      #"""
      @Payload enum «Status»: String {}
      ! “Status” has no cases, so it has no values to read or write. Add one.

      @Payload enum Status: String { «@Key("ACTIVE")» case active }
      ! The raw value is the name on the wire. Write it after the case instead of @Key.
      > @Payload enum Status: String { case active = "ACTIVE" }

      @Payload enum Status: String { «@Key("ACTIVE")» case active = "A" }
      ! The raw value is the name on the wire. Write it after the case instead of @Key.

      @Payload enum Status: String { «@Unknown» case active }
      ! An enum with raw values can't have an unknown case. Remove this, and use `ExtensibleEnum<…>` for values that the app may not know.
      > @Payload enum Status: String { case active }

      @Payload(keys: «.snakeCase») enum Status: String { case active }
      ! The raw values are the names on the wire. Write them at the cases, and remove this.

      @Payload(tag: «"type"») enum Status: Int { case active }
      ! An enum with raw values is sent as one of them, not as an object, so it has no tag. Remove it.

      @Payload(nulls: «true») enum Status: Int { case active }
      ! An enum with raw values has no fields that could be `nil`. Remove this.

      @Payload(init: «true») enum Status: Int { case active }
      ! An enum has no memberwise initialiser. Remove this.
      """#
    )
  )
  func aMistakeInAnEnumWithRawValuesIsReported(_ mistake: Mistake) {
    mistake.check()
  }

  @Test(
    arguments: Mistake.table(
      in: .source,
      #"""
      @Payload(tag: «key») enum Shape { case circle }
      ! The macro reads names from the source, so this must be a plain string literal without interpolation.

      @Payload(tag: «""») enum Shape { case circle }
      ! The name on the wire is empty. Write the name that the server uses.

      @Payload(tag: "type") enum Shape { case circle(«type»: String) }
      ! “type” is the tag, so no value can have this label. Give it another one.

      @Payload(tag: "type") enum Shape { case circle(«Circle», «Colour») }
      ! A case has either one value without a label, whose fields are written next to the tag, or only values with labels. Give this a label.
      ! A case has either one value without a label, whose fields are written next to the tag, or only values with labels. Give this a label.
      > @Payload(tag: "type") enum Shape { case circle(<#label#>: Circle, <#label#>: Colour) }

      @Payload(tag: "type") enum Shape { case circle(radius: Int, «Colour») }
      ! A case has either one value without a label, whose fields are written next to the tag, or only values with labels. Give this a label.
      > @Payload(tag: "type") enum Shape { case circle(radius: Int, <#label#>: Colour) }

      @Payload(tag: "type") enum Shape { case circle(«Double») }
      ! The fields of this value are written next to “type”, and “Double” has no fields. Add a label to make it a field.
      > @Payload(tag: "type") enum Shape { case circle(<#label#>: Double) }

      @Payload(tag: "type") enum Shape { case circle(«[Circle]») }
      ! The fields of this value are written next to “type”, and “[Circle]” has no fields. Add a label to make it a field.
      > @Payload(tag: "type") enum Shape { case circle(<#label#>: [Circle]) }

      @Payload enum Shape { case circle(userID: Int, «userID»: Int) }
      ! “userID” is already the name of “userID” on the wire. Give each its own name with @Key.

      @Payload enum Shape { case a; @Key(«"a"») case b }
      ! “a” is already the name of “a” on the wire. Give each its own name with @Key.

      @Payload enum Shape { «@Key("c")» case a, b }
      ! @Key names one case, and several are declared here. Declare them one by one.

      @Payload enum Shape { case circle(«() -> Int») }
      ! A field is sent as JSON, so it can't be a function. Use a type that is a `Payload` or `Codable`.

      @Payload enum Shape { case a; @Unknown case «b(Int)» }
      ! An unknown case can only hold the unknown name. Write `case b` or `case b(String)`.
      > @Payload enum Shape { case a; @Unknown case b(String) }

      @Payload enum Shape { case a; @Unknown case b; «@Unknown» case c }
      ! “b” already is the unknown case. Remove this.
      > @Payload enum Shape { case a; @Unknown case b; case c }

      @Payload enum Shape { case a; «@Key("x")» @Unknown case b }
      ! The unknown case has no name on the wire. Remove this @Key.
      > @Payload enum Shape { case a; @Unknown case b }

      @Payload(untagged: true) enum Shape { case a(Int), «b»; case «c(x: Int)»; case «d(Int, Int)»; case «e(Int?)» }
      ! Without a tag, a case has one value without a label, whose type is not optional. Write `case b(Int)`, with your type.
      ! Without a tag, a case has one value without a label, whose type is not optional. Write `case c(Int)`, with your type.
      ! Without a tag, a case has one value without a label, whose type is not optional. Write `case d(Int)`, with your type.
      ! Without a tag, a case has one value without a label, whose type is not optional. Write `case e(Int)`, with your type.

      @Payload(keys: «.snakeCase», tag: «"type"», untagged: true, nulls: «true») enum Shape { case a(Int) }
      ! Without a tag, the values of the cases are written as they are, without names. Remove this, or `untagged: true`.
      ! Without a tag, the values of the cases are written as they are, without names. Remove this, or `untagged: true`.
      ! Without a tag, the values of the cases are written as they are, without names. Remove this, or `untagged: true`.

      @Payload(untagged: true) enum Shape { «@Unknown» case a(Int) }
      ! @Unknown marks a case of an enum without raw values, or the dictionary of other fields, and cases without a tag have no names on the wire. Remove it.
      > @Payload(untagged: true) enum Shape { case a(Int) }

      @Payload(untagged: «true») struct Post { var a: Int }
      ! A tag distinguishes the cases of an enum, and this is a struct. Remove it.

      @Payload enum Shape { case a; enum «CodingKeys»: CodingKey { case a } }
      ! Use @Key to name cases, and `keys:` to name their values. Remove `CodingKeys`.

      @Payload enum Shape { case a; «@Key("x")» var b: Int { 0 } }
      ! @Key names a stored property or a case on the wire, and an enum has only cases. Remove it.
      > @Payload enum Shape { case a; var b: Int { 0 } }

      @Payload enum Shape {
        case a
        #if DEBUG
        case «b»
        #endif
      }
      ! A case can't be inside `#if`: the macro sees all branches, but the compiler only one. Move it out, or put the whole type inside `#if`.
      """#
    )
  )
  func aMistakeInAUnionIsReported(_ mistake: Mistake) {
    mistake.check()
  }
}
