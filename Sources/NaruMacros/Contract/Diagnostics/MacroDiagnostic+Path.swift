import SwiftSyntax

// Mistakes in the arguments of a marker, most of all in the path.

extension MacroDiagnostic {
  static let pathMissing = Mistake(
    "path-missing",
    "The path is missing. Write `@%0(\"/…\")`."
  )
  static let pathIsNotLiteral = Mistake(
    "path-not-literal",
    "The macro reads the path from the source, so it must be a plain string literal without interpolation or escapes."
  )

  static func pathWithoutSlash(_ path: StringLiteralExprSyntax, _ text: String) -> MacroDiagnostic {
    MacroDiagnostic("path-without-slash", at: path, "A path starts with “/”.")
      .fixed(by: "Add “/”", .replace(path, with: literal("/" + text)))
  }

  static let pathIsAddress = Mistake(
    "path-address",
    "A path follows the server's address. Write another server in `host:` of @API, and an address that a call has in a `LinkURL`."
  )

  static func placeholderWithColon(_ path: StringLiteralExprSyntax, _ name: String) -> MacroDiagnostic {
    let text = path.trimmedDescription.replacing(":\(name)", with: "{\(name)}")
    let message = "A placeholder is one name in braces. Write {\(name)} instead of :\(name)."
    return MacroDiagnostic("path-brace", at: path, message).fixed(by: "Write {\(name)}", .replace(path, with: text))
  }

  static let emptySegment = Mistake(
    "path-empty-segment",
    "“//” has an empty segment. Remove one “/”."
  )

  static func characterInPath(_ path: StringLiteralExprSyntax, _ character: Character) -> MacroDiagnostic {
    let text =
      switch character {
      case "?":
        "“?” starts a query, which a contract's path can't have. Write it after an endpoint's path."
      case "#": "“#” starts a fragment, which is never sent. Remove it."
      case " ": "A path has no spaces. Write %20 if you mean one."
      case "%": "“%” begins an encoded character, such as %20. Write %25 if you mean one."
      default: "“\(character)” is not allowed in a path. Percent-encode it."
      }
    return MacroDiagnostic("path-character", at: path, text)
  }

  static let unbalancedBrace = Mistake(
    "path-brace",
    "“%2” in “%1” is unbalanced. A placeholder is one name in braces: {id}."
  )
  static let placeholderWithoutName = Mistake(
    "path-brace",
    "“{}” has no name. A placeholder has the name of a parameter: {id}."
  )
  static let adjacentPlaceholders = Mistake(
    "path-brace",
    "The placeholders in “%1” are ambiguous. Write text between them, such as `{name}.{format}`, or use one parameter for both."
  )
  static let duplicatePlaceholder = Mistake(
    "path-duplicate",
    "{%1} is in the path twice. Give each its own name."
  )

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

  static func restWithAsterisk(_ path: StringLiteralExprSyntax, _ name: String) -> MacroDiagnostic {
    let text = path.trimmedDescription
      .replacing("{\(name)*}", with: "{\(name)...}").replacing("{*\(name)}", with: "{\(name)...}")
    return MacroDiagnostic(
      "path-rest",
      at: path,
      "The placeholder for the rest of a path has dots. Write {\(name)...}."
    )
    .fixed(by: "Write {\(name)...}", .replace(path, with: text))
  }

  static let restIsNotLast = Mistake(
    "path-rest",
    "“%1” stands for the rest of the path, so it must be its last segment, and in an endpoint's path."
  )
  static let queryItem = Mistake(
    "query-item",
    "“%1” is not a query item. Write `name={parameter}` for a parameter, or `name=value` for a constant."
  )
  static let duplicateQueryItem = Mistake(
    "query-item",
    "“%1” is in the query twice. A list is a single item."
  )
  static let linkIsNotRest = Mistake(
    "link",
    "A `LinkURL` is the whole address of the call. Write `{%0...}` as the only placeholder of the path, such as `/files/{%0...}`."
  )
  static let besideLink = Mistake(
    "link",
    "“%1” is the whole address of the call, so “%0” can't be in its query. Send it in a header field or the body."
  )
  static let statusIsNotLiteral = Mistake(
    "status",
    "The success status must be an integer literal from 200 to 299."
  )
  static let isNotDay = Mistake(
    "day",
    "The macro reads the day from the source. Write a string literal with a day that exists, such as \"2027-03-31\"."
  )
  static let sunsetBeforeDeprecation = Mistake(
    "day",
    "An endpoint can't end before it is deprecated (RFC 9745). Write a later day for `sunset`."
  )
  static let absentIsNotLiteral = Mistake(
    "nilOn",
    "The status of an absent value must be 204, 404 or 410."
  )
  static let absentWithoutOptional = Mistake(
    "nilOn",
    "This status means that the result is `nil`, so the result's type must be optional. Add a `?` to it, or remove this."
  )
}
