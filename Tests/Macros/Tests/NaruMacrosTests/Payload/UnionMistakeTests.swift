import Testing

@Suite("Mistakes in payloads that are enums")
struct UnionMistakeTests {
  @Test(arguments: [
    Mistake(
      source: "@Payload enum «Status»: String {}",
      "“Status” has no cases, so it has no values to read or write. Add one."
    ),
    Mistake(
      source: #"@Payload enum Status: String { «@Key("ACTIVE")» case active }"#,
      "The raw value is what travels. Write it behind the case instead of @Key.",
      fixed: #"@Payload enum Status: String { case active = "ACTIVE" }"#
    ),
    Mistake(
      source: #"@Payload enum Status: String { «@Key("ACTIVE")» case active = "A" }"#,
      "The raw value is what travels. Write it behind the case instead of @Key."
    ),
    Mistake(
      source: "@Payload enum Status: String { «@Unknown» case active }",
      "A case of an enum with raw values stands for one of them. Remove this, and write `Open<…>` where a value may be one that this app doesn't know.",
      fixed: "@Payload enum Status: String { case active }"
    ),
    Mistake(
      source: "@Payload(keys: «.snakeCase») enum Status: String { case active }",
      "The raw values are what travels. Write them at the cases, and remove this."
    ),
    Mistake(
      source: #"@Payload(tag: «"type"») enum Status: Int { case active }"#,
      "An enum with raw values travels as one of them, not as an object, so it has no tag. Remove it."
    ),
    Mistake(
      source: "@Payload(nulls: «true») enum Status: Int { case active }",
      "An enum with raw values has no fields that could be `nil`. Remove this."
    ),
    Mistake(
      source: "@Payload(init: «true») enum Status: Int { case active }",
      "A value of an enum is one of its cases, so there is no initialiser to write. Remove this."
    ),
  ])
  func rawValues(_ mistake: Mistake) {
    mistake.check()
  }

  @Test(arguments: [
    Mistake(
      source: "@Payload(tag: «key») enum Shape { case circle }",
      "The macro reads names from the source, so this has to be a plain string literal: no constant, no interpolation."
    ),
    Mistake(
      source: #"@Payload(tag: «""») enum Shape { case circle }"#,
      "The name on the wire is empty. Write the name that the server uses."
    ),
    Mistake(
      source: #"@Payload(tag: "type") enum Shape { case circle(«type»: String) }"#,
      "“type” is the tag, which says what case it is, so no value can be called so. Give it another label."
    ),
    Mistake(
      source: #"@Payload(tag: "type") enum Shape { case circle(«Circle», «Colour») }"#,
      "A case has one value without a label, whose fields stand beside the tag, or only values with labels, which are the fields. Give this a label.",
      "A case has one value without a label, whose fields stand beside the tag, or only values with labels, which are the fields. Give this a label.",
      fixed: #"@Payload(tag: "type") enum Shape { case circle(<#label#>: Circle, <#label#>: Colour) }"#
    ),
    Mistake(
      source: #"@Payload(tag: "type") enum Shape { case circle(radius: Int, «Colour») }"#,
      "A case has one value without a label, whose fields stand beside the tag, or only values with labels, which are the fields. Give this a label.",
      fixed: #"@Payload(tag: "type") enum Shape { case circle(radius: Int, <#label#>: Colour) }"#
    ),
    Mistake(
      source: #"@Payload(tag: "type") enum Shape { case circle(«Double») }"#,
      "The fields of this value stand beside “type”, and “Double” has no fields. Give it a label: then it is a field itself.",
      fixed: #"@Payload(tag: "type") enum Shape { case circle(<#label#>: Double) }"#
    ),
    Mistake(
      source: #"@Payload(tag: "type") enum Shape { case circle(«[Circle]») }"#,
      "The fields of this value stand beside “type”, and “[Circle]” has no fields. Give it a label: then it is a field itself.",
      fixed: #"@Payload(tag: "type") enum Shape { case circle(<#label#>: [Circle]) }"#
    ),
    Mistake(
      source: "@Payload enum Shape { case circle(userID: Int, «userID»: Int) }",
      "“userID” is the name of “userID” on the wire already. Give each its own with @Key."
    ),
    Mistake(
      source: #"@Payload enum Shape { case a; @Key(«"a"») case b }"#,
      "“a” is the name of “a” on the wire already. Give each its own with @Key."
    ),
    Mistake(
      source: #"@Payload enum Shape { «@Key("c")» case a, b }"#,
      "@Key names one case, and several are declared here. Declare them one by one."
    ),
    Mistake(
      source: "@Payload enum Shape { case circle(«() -> Int») }",
      "A field goes over the wire as JSON, so it can't be a function. Use a type that is a `Payload` or `Codable`."
    ),
    Mistake(
      source: "@Payload enum Shape { case a; @Unknown case «b(Int)» }",
      "Of what is not known there is only its name. Write `case b` or `case b(String)`.",
      fixed: "@Payload enum Shape { case a; @Unknown case b(String) }"
    ),
    Mistake(
      source: "@Payload enum Shape { case a; @Unknown case b; «@Unknown» case c }",
      "“b” is the case for what is not known already. Remove this.",
      fixed: "@Payload enum Shape { case a; @Unknown case b; case c }"
    ),
    Mistake(
      source: #"@Payload enum Shape { case a; «@Key("x")» @Unknown case b }"#,
      "The case for what is not known has no name on the wire. Remove this @Key.",
      fixed: "@Payload enum Shape { case a; @Unknown case b }"
    ),
    Mistake(
      source: "@Payload enum Shape { case a; enum «CodingKeys»: CodingKey { case a } }",
      "The names of cases are said with @Key, and those of their values with `keys:`. Remove `CodingKeys`."
    ),
    Mistake(
      source: #"@Payload enum Shape { case a; «@Key("x")» var b: Int { 0 } }"#,
      "@Key names a stored property or a case on the wire, and an enum has only cases. Remove it.",
      fixed: "@Payload enum Shape { case a; var b: Int { 0 } }"
    ),
    Mistake(
      source: "@Payload enum Shape {\n  case a\n  #if DEBUG\n  case «b»\n  #endif\n}",
      "A case can't be inside `#if`: the macro sees all of them, and the compiler only some. Move it out, or put the whole type inside `#if`."
    ),
  ])
  func union(_ mistake: Mistake) {
    mistake.check()
  }
}
