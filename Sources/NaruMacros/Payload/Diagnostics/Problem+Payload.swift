import SwiftSyntax

// What can be wrong with a model as a whole, and with the arguments of its macros.

extension Problem {
  static func notPayload(_ keyword: TokenSyntax) -> Problem {
    let problem = Problem(
      "not-payload",
      at: keyword,
      "A payload is a value, so it is a struct or an enum, and this is declared with `\(keyword.text)`."
    )
    guard keyword.tokenKind == .keyword(.class) else { return problem }
    return problem.fixed(by: "Make it a struct", .replace(keyword, with: "struct"))
  }

  static func hiddenPayload(_ modifier: DeclModifierSyntax) -> Problem {
    Problem(
      "hidden",
      at: modifier,
      "The conformance of a nested type is written outside of the type around it, from where `private` hides it."
    ).fixed(by: "Make it `fileprivate`", .replace(modifier, with: "fileprivate"))
  }

  static func unconstrained(_ parameter: GenericParameterSyntax, _ type: String) -> Problem {
    let name = parameter.name.text
    return Problem(
      "unconstrained",
      at: parameter.name,
      "“\(type)” is said to be `Codable`, which it is only if “\(name)” is. Write `\(name): Payload`."
    ).fixed(
      by: "Constrain it",
      parameter.inheritedType.map { .replace($0, with: "\($0.trimmedDescription) & Payload") }
        ?? .insert(": Payload", after: parameter.name)
    )
  }

  static func namingIsNotWritten(_ expression: ExprSyntax) -> Problem {
    Problem("naming", at: expression, "The macro reads what is written, so this is `.asDeclared` or `.snakeCase` here.")
  }

  static func flagIsNotLiteral(_ expression: ExprSyntax) -> Problem {
    Problem("flag", at: expression, "The macro reads what is written, so this is `true` or `false` here.")
  }

  static func keyIsNotLiteral(_ expression: some SyntaxProtocol) -> Problem {
    Problem(
      "key-not-literal",
      at: expression,
      "The macro reads names from the source, so this has to be a plain string literal: no constant, no interpolation."
    )
  }

  static func emptyKey(_ expression: ExprSyntax) -> Problem {
    Problem("key-empty", at: expression, "The name on the wire is empty. Write the name that the server uses.")
  }

  static func keyIsNotPlain(_ node: some SyntaxProtocol) -> Problem {
    Problem(
      "key-not-plain",
      at: node,
      "A name on the wire can't have a quotation mark, a backslash or a control character: JSON would write it in several ways."
    )
  }

  static func codingByHand(_ keyword: TokenSyntax, _ signature: String, direct: String) -> Problem {
    Problem(
      "by-hand",
      at: keyword,
      """
      The direct path would not use this `\(signature)`. Write `\(direct)` as well, or remove one of this and @Payload: \
      a type that is only `Codable` can be a field of a payload, too.
      """
    )
  }

  static func duplicateKey(_ key: String, at node: Syntax, first: Syntax?, _ name: String) -> Problem {
    var problem = Problem(
      "key-duplicate",
      at: node,
      "“\(key)” is the name of “\(name)” on the wire already. Give each its own with @Key."
    )
    problem.note = first.map { ($0, "“\(name)” is declared here.") }
    return problem
  }

  static func secondKey(_ marker: AttributeSyntax) -> Problem {
    Problem("second-key", at: marker, "There is one name on the wire. Remove this @Key.")
      .fixed(by: "Remove @Key", .remove(marker))
  }

  static func marker(_ marker: AttributeSyntax, on what: String) -> Problem {
    let purpose =
      marker.macroName == "Key"
      ? "@Key names a stored property or a case on the wire" : "@Unknown marks a case of an enum without raw values"
    return Problem("marker-on-other", at: marker, "\(purpose), and \(what). Remove it.")
      .fixed(by: "Remove @\(marker.macroName)", .remove(marker))
  }

  static func markerOutsidePayload(_ marker: AttributeSyntax) -> Problem {
    Problem(
      "marker-outside",
      at: marker,
      """
      @\(marker.macroName) is read by @Payload. Put it on a \(marker.macroName == "Key" ? "stored property or a case" : "case") \
      of a type that is marked with @Payload.
      """
    )
  }

  static func conditional(_ node: some SyntaxProtocol, _ kind: String) -> Problem {
    Problem(
      "conditional",
      at: node,
      """
      A \(kind) can't be inside `#if`: the macro sees all of them, and the compiler only some. Move it out, \
      or put the whole type inside `#if`.
      """
    )
  }

  static func codingKeysUnreadable(_ name: TokenSyntax) -> Problem {
    Problem(
      "coding-keys",
      at: name,
      "The macro reads the names on the wire from `CodingKeys` if that is an enum in this type. Remove it and use @Key."
    )
  }

  static func codingKeyWithoutField(_ name: TokenSyntax) -> Problem {
    Problem("coding-keys", at: name, "There is no stored property “\(name.identifier.text)”. Remove this case.")
  }

  static func fieldWithoutCodingKey(_ pattern: PatternSyntax) -> Problem {
    Problem(
      "coding-keys",
      at: pattern,
      """
      “\(pattern.trimmedDescription)” is not in `CodingKeys`, so it doesn't travel and needs a value here. \
      Give it one, or add it to `CodingKeys`.
      """
    )
  }

  static func keyBesideCodingKeys(_ marker: AttributeSyntax) -> Problem {
    Problem("coding-keys", at: marker, "`CodingKeys` says the names on the wire already. Remove it, or this @Key.")
      .fixed(by: "Remove @Key", .remove(marker))
  }

  static func namingBesideCodingKeys(_ node: ExprSyntax) -> Problem {
    Problem("coding-keys", at: node, "`CodingKeys` says the names on the wire already. Remove it, or this argument.")
  }

  static func initializerTwice(_ node: ExprSyntax, own: TokenSyntax) -> Problem {
    var problem = Problem(
      "initializer-twice",
      at: node,
      "There is an initialiser with all fields already. Remove it, or this argument."
    )
    problem.note = (Syntax(own), "It is declared here.")
    return problem
  }
}
