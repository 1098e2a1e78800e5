import SwiftSyntax

// What can be wrong with the arguments of a marker: mostly the path.

extension Problem {
  static func pathMissing(_ marker: AttributeSyntax) -> Problem {
    Problem("path-missing", at: marker, "Where is this endpoint? Write its path: `@\(marker.macroName)(\"/…\")`.")
  }

  static func pathIsNotLiteral(_ expression: ExprSyntax) -> Problem {
    Problem(
      "path-not-literal",
      at: expression,
      """
      The macro reads the path from the source, so it has to be a plain string literal: \
      no constant, no interpolation, no escapes.
      """
    )
  }

  static func pathWithoutSlash(_ path: StringLiteralExprSyntax, _ text: String) -> Problem {
    Problem("path-without-slash", at: path, "A path starts with “/”.")
      .fixed(by: "Add “/”", .replace(path, with: literal("/" + text)))
  }

  static func emptySegment(_ path: StringLiteralExprSyntax) -> Problem {
    Problem("path-empty-segment", at: path, "There is nothing between the two “/” of “//”. Remove one of them.")
  }

  static func characterInPath(_ path: StringLiteralExprSyntax, _ character: Character) -> Problem {
    let text =
      switch character {
      case "?":
        "“?” begins a query, which the path of a contract can't have. Write it behind the path of an endpoint."
      case "#": "“#” begins a fragment, which is never sent. Remove it."
      case " ": "A path has no spaces. Write %20 if you mean one."
      default: "“\(character)” can't stand in a path. Write it percent-encoded."
      }
    return Problem("path-character", at: path, text)
  }

  static func unbalancedBrace(_ path: StringLiteralExprSyntax, _ segment: Substring, _ brace: Character) -> Problem {
    Problem(
      "path-brace",
      at: path,
      "“\(brace)” in “\(segment)” has no partner. A placeholder is one name in braces: {id}."
    )
  }

  static func placeholderWithoutName(_ path: StringLiteralExprSyntax) -> Problem {
    Problem("path-brace", at: path, "“{}” has no name. A placeholder has the name of a parameter: {id}.")
  }

  static func severalPlaceholders(_ path: StringLiteralExprSyntax, _ segment: Substring) -> Problem {
    Problem(
      "path-brace",
      at: path,
      "The placeholders in “\(segment)” can't be told apart in every request. Put a “/” between them."
    )
  }

  static func duplicatePlaceholder(_ path: StringLiteralExprSyntax, _ name: String) -> Problem {
    Problem("path-duplicate", at: path, "{\(name)} is in the path twice. Give each its own name.")
  }

  static func placeholderWithoutParameter(
    _ path: StringLiteralExprSyntax,
    _ name: String,
    _ endpoint: Identifier
  ) -> Problem {
    Problem(
      "path-no-parameter",
      at: path,
      "“\(endpoint.text)” has no parameter for {\(name)}. Add `_ \(name): …` to its type, or remove it from the path."
    )
  }

  static func queryItem(_ path: StringLiteralExprSyntax, _ item: Substring) -> Problem {
    Problem(
      "query-item",
      at: path,
      """
      “\(item)” is no item of a query. Write `name={parameter}` for a value, or `name=value` for one that is always sent.
      """
    )
  }

  static func duplicateQueryItem(_ path: StringLiteralExprSyntax, _ name: String) -> Problem {
    Problem(
      "query-item",
      at: path,
      "“\(name)” is in the query twice. A list is one item: its values follow each other."
    )
  }

  static func statusIsNotLiteral(_ expression: ExprSyntax) -> Problem {
    Problem("status", at: expression, "The status of a success is a number from 200 to 299, written here as such.")
  }

  static func idempotencyKeyIsNotLiteral(_ expression: ExprSyntax) -> Problem {
    Problem(
      "idempotency-key",
      at: expression,
      "The macro reads what is written, so whether calls have a key is `true` or `false` here."
    )
  }
}
