import SwiftSyntax

// Mistakes in the cases of an enum.

extension MacroDiagnostic {
  static let noCases = Mistake(
    "no-cases",
    "“%0” has no cases, so it has no values to read or write. Add one."
  )
  static let initializerOfEnum = Mistake(
    "initializer",
    "An enum has no memberwise initializer. Remove this."
  )
  static let namingOfRawValues = Mistake(
    "naming",
    "The raw values are the names on the wire. Write them at the cases, and remove this."
  )
  static let tagOfRawValues = Mistake(
    "tag",
    "An enum with raw values is sent as one of them, not as an object, so it has no tag. Remove it."
  )
  static let nullsOfRawValues = Mistake(
    "nulls",
    "An enum with raw values has no fields that could be `nil`. Remove this."
  )

  static func keyOfRawValue(_ marker: AttributeSyntax, _ declaration: EnumCaseDeclSyntax) -> MacroDiagnostic {
    let diagnostic = MacroDiagnostic(
      "key-of-raw-value",
      at: marker,
      "The raw value is the name on the wire. Write it after the case instead of @Key."
    )
    guard declaration.elements.count == 1, let element = declaration.elements.first, element.rawValue == nil,
      let value = marker.path
    else { return diagnostic }
    return diagnostic.fixed(
      by: "Write it as the raw value",
      .remove(marker),
      .insert(" = \(value.trimmedDescription)", after: element.name)
    )
  }

  static let unknownOfRawValue = Mistake(
    "unknown",
    "An enum with raw values can't have an unknown case. Remove this, and use `ExtensibleEnum<…>` for values that the app may not know.",
    .removing("Remove @Unknown")
  )
  static let keyOfSeveral = Mistake(
    "key-of-several",
    "@Key names one case, and several are declared here. Declare them one by one."
  )
  static let keyOfUnknown = Mistake(
    "unknown",
    "The unknown case has no name on the wire. Remove this @Key.",
    .removing("Remove @Key")
  )

  static func secondUnknown(_ marker: AttributeSyntax, first: TokenSyntax) -> MacroDiagnostic {
    var diagnostic = MacroDiagnostic(
      "unknown",
      at: marker,
      "“\(first.text)” already is the unknown case. Remove this."
    )
    .fixed(by: "Remove @Unknown", .remove(marker))
    diagnostic.note = (Syntax(first), "“\(first.text)” is declared here.")
    return diagnostic
  }

  static func unknownWithValues(_ element: EnumCaseElementSyntax) -> MacroDiagnostic {
    let name = element.name.text
    let diagnostic = MacroDiagnostic(
      "unknown",
      at: element,
      "An unknown case can only hold the unknown name. Write `case \(name)` or `case \(name)(String)`."
    )
    guard let clause = element.parameterClause else { return diagnostic }
    return diagnostic.fixed(by: "Take the name only", .replace(clause, with: "(String)"))
  }

  static let codingKeysOfUnion = Mistake(
    "coding-keys",
    "Use @Key to name cases, and `keys:` to name their values. Remove `CodingKeys`."
  )

  static func labelIsTag(_ parameter: EnumCaseParameterSyntax, _ tag: String) -> MacroDiagnostic {
    MacroDiagnostic(
      "tag",
      at: parameter.firstName.map(Syntax.init) ?? Syntax(parameter),
      "“\(tag)” is the tag, so no value can have this label. Give it another one."
    )
  }

  static let taggedValueIsNoObject = Mistake(
    "tagged-value",
    "The fields of this value are written next to “%1”, and “%0” has no fields. Add a label to make it a field.",
    .prefixing("Add a label", with: "<#label#>: ")
  )
  static let optionOfUntagged = Mistake(
    "untagged",
    "Without a tag, the values of the cases are written as they are, without names. Remove this, or `untagged: true`."
  )
  static let valueOfUntagged = Mistake(
    "untagged-value",
    "Without a tag, a case has one value without a label, whose type is not optional. Write `case %1(Int)`, with your type."
  )
  static let secondPayload = Mistake(
    "second-payload",
    "A case has either one value without a label, whose fields are written next to the tag, or only values with labels. Give this a label.",
    .prefixing("Add a label", with: "<#label#>: ")
  )
}
