import SwiftParser
import SwiftSyntax

/// The arguments of the attribute: `@Payload(keys: .snakeCase, tag: "type", untagged: true, init: true, nulls: true)`.
struct PayloadOptions {
  /// The rule that derives names on the wire.
  private(set) var naming = KeyNaming.asDeclared
  /// The argument with the naming.
  private(set) var namingNode: ExprSyntax?
  /// The field that names the case of an enum, and its argument.
  private(set) var tag: (text: String, node: ExprSyntax)?
  /// The argument that leaves out names of cases.
  private(set) var untagged: ExprSyntax?
  /// The argument that requests a memberwise initializer as visible as the type.
  private(set) var initializer: ExprSyntax?
  /// The argument that requests `null` for `nil`.
  private(set) var nulls: ExprSyntax?

  /// The arguments that say how the cases of an enum are told apart.
  var tagging: [ExprSyntax] { [tag?.node, untagged].compactMap(\.self) }

  init(_ attribute: AttributeSyntax, diagnostics: inout [MacroDiagnostic]) {
    for argument in attribute.expressions {
      let value = argument.expression
      switch argument.label?.text {
      case "keys":
        namingNode = value
        let name = value.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        if let naming = name.flatMap(KeyNaming.init(rawValue:)) {
          self.naming = naming
        } else {
          diagnostics.append(.namingIsNotWritten(value))
        }
      case "tag":
        guard !value.is(NilLiteralExprSyntax.self) else { continue }
        guard let text = value.plainText else {
          diagnostics.append(.keyIsNotLiteral(value))
          continue
        }
        if text.isEmpty { diagnostics.append(.emptyKey(value)) }
        if !isPlainKey(text) { diagnostics.append(.keyIsNotPlain(value)) }
        tag = (text, value)
      case "untagged":
        if attribute.flag("untagged", &diagnostics) == true { untagged = value }
      case "init":
        if attribute.flag("init", &diagnostics) == true { initializer = value }
      case "nulls":
        if attribute.flag("nulls", &diagnostics) == true { nulls = value }
      default:
        continue
      }
    }
  }
}

extension ExprSyntax {
  /// The value of a string literal. `nil` for anything else, and for a literal with interpolation or raw delimiters.
  var plainText: String? {
    guard let string = self.as(StringLiteralExprSyntax.self), string.openingPounds == nil,
      let text = string.representedLiteralValue
    else { return nil }
    return text
  }
}
