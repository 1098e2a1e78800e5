import SwiftSyntax

// Mistakes in the fields of a struct.

extension MacroDiagnostic {
  static func fieldTypeMissing(_ pattern: PatternSyntax, _ name: TokenSyntax) -> MacroDiagnostic {
    MacroDiagnostic(
      "type-missing",
      at: pattern,
      "The macro reads the type of a field from the source, so it can't be inferred. Write `\(name.text): …`."
    ).fixed(by: "Add a type", .insert(": <#Type#>", after: name))
  }

  static let patternIsNotName = Mistake(
    "several-names",
    "Each field is a property of its own. Declare them one by one."
  )

  static let unsupportedField = Mistake(
    "unsupported",
    "A field is sent as JSON, so it can't be %1. Use %2a type that is a `Payload` or `Codable`."
  )

  static let doublyOptionalWithValue = Mistake(
    "doubly-optional",
    "A field that distinguishes `null` from an absent field is `nil` if it is absent. Remove this value, or one `?`."
  )
  static let modifier = Mistake(
    "modifier",
    "A field is set when it is read, and owns its value, so it can't be `%0`. Remove it.",
    .removing("Remove `%0`")
  )
  static let limitedField = Mistake(
    "availability",
    "A stored property can't have limited availability. Remove this.",
    .removing("Remove it")
  )

  static func fieldLessVisible(_ variable: VariableDeclSyntax, _ name: String, than access: String) -> MacroDiagnostic {
    lessVisible(
      variable,
      text: """
        “\(name)” is less visible than its type, so the initializer of `init: true` can't take it. Make it \
        `\(access)`, or give it a value here.
        """,
      than: access
    )
  }

  static let unknownOnOther = Mistake(
    "marker-on-other",
    "@Unknown marks a case of an enum without raw values, or one dictionary of a struct: `@Unknown var others: [String: …]`, without other attributes. For a field whose enum may be extended, write `ExtensibleEnum<…>`.",
    .removing("Remove @Unknown")
  )
  static let tagOfStruct = Mistake(
    "tag",
    "A tag distinguishes the cases of an enum, and this is a struct. Remove it."
  )
}
