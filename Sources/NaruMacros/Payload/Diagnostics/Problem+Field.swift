import SwiftSyntax

// What can be wrong with the fields of a struct.

extension Problem {
  static func fieldTypeMissing(_ pattern: PatternSyntax, _ name: TokenSyntax) -> Problem {
    Problem(
      "type-missing",
      at: pattern,
      "The macro reads the type of a field from the source, and there is none. Write `\(name.text): …`."
    ).fixed(by: "Add a type", .insert(": <#Type#>", after: name))
  }

  static func patternIsNotName(_ pattern: PatternSyntax) -> Problem {
    Problem("several-names", at: pattern, "Each field is a property of its own. Declare them one by one.")
  }

  static func unsupportedField(_ kind: String, at node: Syntax) -> Problem {
    if kind == "!", let type = node.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return Problem("unsupported", at: type.exclamationMark, "A payload says what may be missing. Use `?`.")
        .fixed(by: "Use `?`", .replace(type.exclamationMark, with: "?"))
    }
    return Problem(
      "unsupported",
      at: node,
      "A field goes over the wire as JSON, so it can't be \(kind). Use a type that is a `Payload` or `Codable`."
    )
  }

  static func modifier(_ modifier: DeclModifierSyntax) -> Problem {
    Problem(
      "modifier",
      at: modifier,
      "A field has its value as soon as it is read, and no other owner, so it can't be `\(modifier.name.text)`. Remove it."
    ).fixed(by: "Remove `\(modifier.name.text)`", .remove(modifier))
  }

  static func limitedField(_ attribute: AttributeSyntax) -> Problem {
    Problem(
      "availability",
      at: attribute,
      "A stored property is on all systems or on none, so a field can't be limited. Remove this."
    ).fixed(by: "Remove it", .remove(attribute))
  }

  static func fieldLessVisible(_ variable: VariableDeclSyntax, _ name: String, than access: String) -> Problem {
    lessVisible(
      variable,
      text: """
        “\(name)” is less visible than its type, so the initialiser that `init: true` asks for can't take it. \
        Make it `\(access)`, or give it a value here.
        """,
      than: access
    )
  }

  static func unknownOnOther(_ marker: AttributeSyntax) -> Problem {
    Problem(
      "marker-on-other",
      at: marker,
      "@Unknown marks a case of an enum without raw values. For a field whose enum may be extended, write `Open<…>`."
    ).fixed(by: "Remove @Unknown", .remove(marker))
  }

  static func tagOfStruct(_ node: ExprSyntax) -> Problem {
    Problem("tag", at: node, "A tag tells the cases of an enum apart, and this is a struct. Remove it.")
  }
}
