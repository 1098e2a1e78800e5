import SwiftSyntax

// Mistakes in the arguments of a marker, most of all in the path.

extension MacroDiagnostic {
  static func pathMissing(_ marker: AttributeSyntax) -> MacroDiagnostic {
    MacroDiagnostic("path-missing", at: marker, "The path is missing. Write `@\(marker.macroName)(\"/…\")`.")
  }

  static func pathIsNotLiteral(_ expression: ExprSyntax) -> MacroDiagnostic {
    MacroDiagnostic(
      "path-not-literal",
      at: expression,
      """
      The macro reads the path from the source, so it must be a plain string literal without interpolation or escapes.
      """
    )
  }

  static func pathWithoutSlash(_ path: StringLiteralExprSyntax, _ text: String) -> MacroDiagnostic {
    MacroDiagnostic("path-without-slash", at: path, "A path starts with “/”.")
      .fixed(by: "Add “/”", .replace(path, with: literal("/" + text)))
  }

  static func emptySegment(_ path: StringLiteralExprSyntax) -> MacroDiagnostic {
    MacroDiagnostic("path-empty-segment", at: path, "“//” has an empty segment. Remove one “/”.")
  }

  static func characterInPath(_ path: StringLiteralExprSyntax, _ character: Character) -> MacroDiagnostic {
    let text =
      switch character {
      case "?":
        "“?” starts a query, which a contract's path can't have. Write it after an endpoint's path."
      case "#": "“#” starts a fragment, which is never sent. Remove it."
      case " ": "A path has no spaces. Write %20 if you mean one."
      default: "“\(character)” is not allowed in a path. Percent-encode it."
      }
    return MacroDiagnostic("path-character", at: path, text)
  }

  static func unbalancedBrace(_ path: StringLiteralExprSyntax, _ segment: Substring, _ brace: Character)
    -> MacroDiagnostic
  {
    MacroDiagnostic(
      "path-brace",
      at: path,
      "“\(brace)” in “\(segment)” is unbalanced. A placeholder is one name in braces: {id}."
    )
  }

  static func placeholderWithoutName(_ path: StringLiteralExprSyntax) -> MacroDiagnostic {
    MacroDiagnostic("path-brace", at: path, "“{}” has no name. A placeholder has the name of a parameter: {id}.")
  }

  static func severalPlaceholders(_ path: StringLiteralExprSyntax, _ segment: Substring) -> MacroDiagnostic {
    MacroDiagnostic(
      "path-brace",
      at: path,
      "The placeholders in “\(segment)” are ambiguous. Use one parameter for both: `{range}`."
    )
  }

  static func duplicatePlaceholder(_ path: StringLiteralExprSyntax, _ name: String) -> MacroDiagnostic {
    MacroDiagnostic("path-duplicate", at: path, "{\(name)} is in the path twice. Give each its own name.")
  }

  static func placeholderWithoutParameter(
    _ path: StringLiteralExprSyntax,
    _ name: String,
    _ endpoint: Identifier,
    _ parameters: [String]
  ) -> MacroDiagnostic {
    let id = "path-no-parameter"
    if let similar = similarName(to: name, in: parameters) {
      let text = path.trimmedDescription.replacing("{\(name)", with: "{\(similar)")
      return MacroDiagnostic(
        id,
        at: path,
        "“\(endpoint.text)” has no parameter for {\(name)}. Did you mean {\(similar)}?"
      ).fixed(by: "Write {\(similar)}", .replace(path, with: text))
    }
    return MacroDiagnostic(
      id,
      at: path,
      "“\(endpoint.text)” has no parameter for {\(name)}. Add `_ \(name): …` to its type, or remove it from the path."
    )
  }

  static func restIsNotLast(_ path: StringLiteralExprSyntax, _ segment: Substring) -> MacroDiagnostic {
    MacroDiagnostic(
      "path-rest",
      at: path,
      "“\(segment)” stands for the rest of the path, so it must be its last segment, and in an endpoint's path."
    )
  }

  static func queryItem(_ path: StringLiteralExprSyntax, _ item: Substring) -> MacroDiagnostic {
    MacroDiagnostic(
      "query-item",
      at: path,
      """
      “\(item)” is not a query item. Write `name={parameter}` for a parameter, or `name=value` for a constant.
      """
    )
  }

  static func duplicateQueryItem(_ path: StringLiteralExprSyntax, _ name: String) -> MacroDiagnostic {
    MacroDiagnostic(
      "query-item",
      at: path,
      "“\(name)” is in the query twice. A list is a single item."
    )
  }

  static func statusIsNotLiteral(_ expression: ExprSyntax) -> MacroDiagnostic {
    MacroDiagnostic("status", at: expression, "The success status must be an integer literal from 200 to 299.")
  }

  static func absentIsNotLiteral(_ expression: ExprSyntax) -> MacroDiagnostic {
    MacroDiagnostic("nilOn", at: expression, "The status of an absent value must be 204, 404 or 410.")
  }

  static func absentWithoutOptional(_ expression: ExprSyntax) -> MacroDiagnostic {
    MacroDiagnostic(
      "nilOn",
      at: expression,
      "This status means that the result is `nil`, so the result's type must be optional. Add a `?` to it, or remove this."
    )
  }

  static func isNotBooleanLiteral(_ expression: ExprSyntax) -> MacroDiagnostic {
    MacroDiagnostic(
      "idempotency-key",
      at: expression,
      "The macro reads this argument from the source. Write `true` or `false`."
    )
  }
}
