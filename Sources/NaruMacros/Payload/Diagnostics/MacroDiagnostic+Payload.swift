import SwiftSyntax

// Mistakes in a model as a whole, and in the arguments of its macros.

extension MacroDiagnostic {
  static let notPayload = Mistake(
    "not-payload",
    "A payload is a value, so it is a struct or an enum, and this is declared with `%0`.",
    .makingStruct
  )
  static let hiddenPayload = Mistake(
    "hidden",
    "The conformance is generated outside the enclosing type, where a `private` type is not visible.",
    .replacing("Make it `fileprivate`", with: "fileprivate")
  )

  static func unconstrained(_ parameter: GenericParameterSyntax, _ type: String) -> MacroDiagnostic {
    let name = parameter.name.text
    return MacroDiagnostic(
      "unconstrained",
      at: parameter.name,
      "“\(type)” is declared `Codable`, which requires that “\(name)” is. Write `\(name): Payload`."
    ).fixed(
      by: "Constrain it",
      parameter.inheritedType.map { .replace($0, with: "\($0.trimmedDescription) & Payload") }
        ?? .insert(": Payload", after: parameter.name)
    )
  }

  static let namingIsNotWritten = Mistake(
    "naming",
    "The macro reads this argument from the source. Write `.asDeclared` or `.snakeCase`."
  )
  static let flagIsNotLiteral = Mistake(
    "flag",
    "The macro reads this argument from the source. Write `true` or `false`."
  )
  static let keyIsNotLiteral = Mistake(
    "key-not-literal",
    "The macro reads names from the source, so this must be a plain string literal without interpolation."
  )
  static let emptyKey = Mistake(
    "key-empty",
    "The name on the wire is empty. Write the name that the server uses."
  )
  static let keyIsNotPlain = Mistake(
    "key-not-plain",
    "A name on the wire can't contain a quotation mark, a backslash or a control character: JSON has several forms of them."
  )
  static let codingByHand = Mistake(
    "by-hand",
    "The direct path would not use this `%1`. Write `%2` too, or remove this or @Payload: any `Codable` type can be a field of a payload."
  )

  static func duplicateKey(_ key: String, at node: Syntax, first: Syntax?, _ name: String) -> MacroDiagnostic {
    var diagnostic = MacroDiagnostic(
      "key-duplicate",
      at: node,
      "“\(key)” is already the name of “\(name)” on the wire. Give each its own name with @Key."
    )
    diagnostic.note = first.map { ($0, "“\(name)” is declared here.") }
    return diagnostic
  }

  static let secondKey = Mistake(
    "second-key",
    "There is only one name on the wire. Remove this @Key.",
    .removing("Remove @Key")
  )

  static func marker(_ marker: AttributeSyntax, on what: String) -> MacroDiagnostic {
    let purpose =
      switch marker.macroName {
      case "Key": "@Key names a stored property or a case on the wire"
      case "Constraints": "@Constraints declares the constraints of a stored property of a struct"
      default: "@Unknown marks a case of an enum without raw values, or the dictionary of other fields"
      }
    return MacroDiagnostic("marker-on-other", at: marker, "\(purpose), and \(what). Remove it.")
      .fixed(by: "Remove @\(marker.macroName)", .remove(marker))
  }

  static func markerOutsidePayload(_ marker: AttributeSyntax) -> MacroDiagnostic {
    let place =
      switch marker.macroName {
      case "Key": "stored property or a case"
      case "Constraints": "stored property"
      default: "case or a dictionary"
      }
    return MacroDiagnostic(
      "marker-outside",
      at: marker,
      """
      @\(marker.macroName) is read by @Payload. Put it on a \(place) of a type that is marked with @Payload.
      """
    )
  }

  static let conditional = Mistake(
    "conditional",
    "A %1 can't be inside `#if`: the macro sees all branches, but the compiler only one. Move it out, or put the whole type inside `#if`."
  )
  static let codingKeysUnreadable = Mistake(
    "coding-keys",
    "The macro can read `CodingKeys` only if it is an enum in this type. Remove it and use @Key."
  )
  static let codingKeyWithoutField = Mistake(
    "coding-keys",
    "There is no stored property “%0”. Remove this case."
  )
  static let fieldWithoutCodingKey = Mistake(
    "coding-keys",
    "“%0” is not in `CodingKeys`, so it needs a default value. Give it one, or add it to `CodingKeys`."
  )
  static let keyBesideCodingKeys = Mistake(
    "coding-keys",
    "`CodingKeys` already defines the names on the wire. Remove it, or this @Key.",
    .removing("Remove @Key")
  )
  static let namingBesideCodingKeys = Mistake(
    "coding-keys",
    "`CodingKeys` already defines the names on the wire. Remove it, or this argument."
  )

  static func initializerTwice(_ node: ExprSyntax, own: TokenSyntax) -> MacroDiagnostic {
    var diagnostic = MacroDiagnostic(
      "initializer-twice",
      at: node,
      "There already is an initializer with all fields. Remove it, or this argument."
    )
    diagnostic.note = (Syntax(own), "It is declared here.")
    return diagnostic
  }
}
