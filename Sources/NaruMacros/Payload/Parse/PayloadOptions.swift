import SwiftParser
import SwiftSyntax

/// What the attribute itself says: `@Payload(keys: .snakeCase, tag: "type", init: true, nulls: true)`.
struct PayloadOptions {
  /// How names become names on the wire.
  private(set) var naming = KeyNaming.asDeclared
  /// Where the naming is said.
  private(set) var namingNode: ExprSyntax?
  /// The field that names the case of an enum, and where it is said.
  private(set) var tag: (text: String, node: ExprSyntax)?
  /// Whether the initialiser with all fields is as visible as the type, and where it is said.
  private(set) var initializer: ExprSyntax?
  /// Whether `nil` is written as `null`, and where it is said.
  private(set) var nulls: ExprSyntax?

  init(_ attribute: AttributeSyntax, problems: inout [Problem]) {
    for argument in attribute.expressions {
      let value = argument.expression
      switch argument.label?.text {
      case "keys":
        namingNode = value
        let name = value.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        if let naming = name.flatMap(KeyNaming.init(rawValue:)) {
          self.naming = naming
        } else {
          problems.append(.namingIsNotWritten(value))
        }
      case "tag":
        guard !value.is(NilLiteralExprSyntax.self) else { continue }
        guard let text = value.plainText else {
          problems.append(.keyIsNotLiteral(value))
          continue
        }
        if text.isEmpty { problems.append(.emptyKey(value)) }
        if !isPlainKey(text) { problems.append(.keyIsNotPlain(value)) }
        tag = (text, value)
      case "init":
        if value.isTrue(problems: &problems) { initializer = value }
      case "nulls":
        if value.isTrue(problems: &problems) { nulls = value }
      default:
        continue
      }
    }
  }
}

extension ExprSyntax {
  /// The text of a string literal. `nil` for anything else, and where the text is not what stands there.
  var plainText: String? {
    guard let string = self.as(StringLiteralExprSyntax.self), string.openingPounds == nil,
      let text = string.representedLiteralValue
    else { return nil }
    return text
  }

  fileprivate func isTrue(problems: inout [Problem]) -> Bool {
    guard let literal = self.as(BooleanLiteralExprSyntax.self) else {
      problems.append(.flagIsNotLiteral(self))
      return false
    }
    return literal.literal.tokenKind == .keyword(.true)
  }
}
