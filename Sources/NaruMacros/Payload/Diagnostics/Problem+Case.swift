import SwiftSyntax

// What can be wrong with the cases of an enum.

extension Problem {
  static func noCases(_ name: TokenSyntax) -> Problem {
    Problem("no-cases", at: name, "“\(name.text)” has no cases, so it has no values to read or write. Add one.")
  }

  static func initializerOfEnum(_ node: ExprSyntax) -> Problem {
    Problem(
      "initializer",
      at: node,
      "A value of an enum is one of its cases, so there is no initialiser to write. Remove this."
    )
  }

  static func namingOfRawValues(_ node: ExprSyntax) -> Problem {
    Problem("naming", at: node, "The raw values are what travels. Write them at the cases, and remove this.")
  }

  static func tagOfRawValues(_ node: ExprSyntax) -> Problem {
    Problem(
      "tag",
      at: node,
      "An enum with raw values travels as one of them, not as an object, so it has no tag. Remove it."
    )
  }

  static func nullsOfRawValues(_ node: ExprSyntax) -> Problem {
    Problem("nulls", at: node, "An enum with raw values has no fields that could be `nil`. Remove this.")
  }

  static func keyOfRawValue(_ marker: AttributeSyntax, _ declaration: EnumCaseDeclSyntax) -> Problem {
    let problem = Problem(
      "key-of-raw-value",
      at: marker,
      "The raw value is what travels. Write it behind the case instead of @Key."
    )
    guard declaration.elements.count == 1, let element = declaration.elements.first, element.rawValue == nil,
      let value = marker.path
    else { return problem }
    return problem.fixed(
      by: "Write it as the raw value",
      .remove(marker),
      .insert(" = \(value.trimmedDescription)", after: element.name)
    )
  }

  static func unknownOfRawValue(_ marker: AttributeSyntax) -> Problem {
    Problem(
      "unknown",
      at: marker,
      """
      A case of an enum with raw values stands for one of them. Remove this, and write `Open<…>` where a value may be \
      one that this app doesn't know.
      """
    ).fixed(by: "Remove @Unknown", .remove(marker))
  }

  static func keyOfSeveral(_ marker: AttributeSyntax) -> Problem {
    Problem(
      "key-of-several",
      at: marker,
      "@Key names one case, and several are declared here. Declare them one by one."
    )
  }

  static func keyOfUnknown(_ marker: AttributeSyntax) -> Problem {
    Problem("unknown", at: marker, "The case for what is not known has no name on the wire. Remove this @Key.")
      .fixed(by: "Remove @Key", .remove(marker))
  }

  static func secondUnknown(_ marker: AttributeSyntax, first: TokenSyntax) -> Problem {
    var problem = Problem(
      "unknown",
      at: marker,
      "“\(first.text)” is the case for what is not known already. Remove this."
    )
    .fixed(by: "Remove @Unknown", .remove(marker))
    problem.note = (Syntax(first), "“\(first.text)” is declared here.")
    return problem
  }

  static func unknownWithValues(_ element: EnumCaseElementSyntax) -> Problem {
    let name = element.name.text
    let problem = Problem(
      "unknown",
      at: element,
      "Of what is not known there is only its name. Write `case \(name)` or `case \(name)(String)`."
    )
    guard let clause = element.parameterClause else { return problem }
    return problem.fixed(by: "Take the name only", .replace(clause, with: "(String)"))
  }

  static func codingKeysOfUnion(_ name: TokenSyntax) -> Problem {
    Problem(
      "coding-keys",
      at: name,
      "The names of cases are said with @Key, and those of their values with `keys:`. Remove `CodingKeys`."
    )
  }

  static func labelIsTag(_ parameter: EnumCaseParameterSyntax, _ tag: String) -> Problem {
    Problem(
      "tag",
      at: parameter.firstName.map(Syntax.init) ?? Syntax(parameter),
      "“\(tag)” is the tag, which says what case it is, so no value can be called so. Give it another label."
    )
  }

  static func taggedValueIsNoObject(_ type: TypeSyntax, _ tag: String) -> Problem {
    let text = type.trimmedDescription
    let problem = Problem(
      "tagged-value",
      at: type,
      """
      The fields of this value stand beside “\(tag)”, and “\(text)” has no fields. Give it a label: then it is a field itself.
      """
    )
    guard let token = type.firstToken(viewMode: .sourceAccurate) else { return problem }
    return problem.fixed(by: "Add a label", .insert("<#label#>: ", before: token))
  }

  static func secondPayload(_ type: TypeSyntax) -> Problem {
    let problem = Problem(
      "second-payload",
      at: type,
      """
      A case has one value without a label, whose fields stand beside the tag, or only values with labels, \
      which are the fields. Give this a label.
      """
    )
    guard let token = type.firstToken(viewMode: .sourceAccurate) else { return problem }
    return problem.fixed(by: "Add a label", .insert("<#label#>: ", before: token))
  }
}
