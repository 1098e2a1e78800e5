import SwiftSyntax

// Mistakes in the `headers` and the `defaults` of `@API` and a marker.

extension MacroDiagnostic {
  static let headersAreNotLiteral = Mistake(
    "headers",
    "The macro reads the header fields from the source. Write `[\"Name\": \"constant\"]`, or `[\"Name\": \"{parameter}\"]` with plain string literals."
  )
  static let headerName = Mistake(
    "headers",
    "“%1” can't be the name of a header field. Use letters, digits and hyphens."
  )
  static let headerOfTransport = Mistake(
    "headers",
    "The transport sets %1 for each connection. Remove it."
  )
  static let headerValue = Mistake(
    "headers",
    "“%1” can't be the value of a header field: it must be ASCII without spaces at its ends, or one parameter in braces."
  )
  static let duplicateHeader = Mistake(
    "headers",
    "%1 is declared twice. Names are the same in upper and lower case."
  )
  static let constantAndParameter = Mistake(
    "headers",
    "%1 is a constant here and the parameter “%2”. Remove one of them, or write \"{%2}\"."
  )
  static let cookie = Mistake(
    "headers",
    "“%1” is not a cookie. Write `name={parameter}` or `name=value`, with “; ” between cookies."
  )

  /// Names of header fields with a word of one letter, or with upper case inside a word.
  private static let knownNames = [
    "ETag", "Last-Event-ID", "X-API-Key", "X-B3-TraceId", "X-CSRF-Token", "X-Correlation-ID", "X-Device-ID",
    "X-GitHub-Api-Version", "X-Request-ID", "X-UserID", "X-XSRF-TOKEN",
  ]

  static func ambiguousHeaderName(_ name: TokenSyntax) -> MacroDiagnostic {
    let text = name.identifier.text
    let known = knownNames.first { $0.filter { $0 != "-" }.lowercased() == text.lowercased() }
    return MacroDiagnostic(
      "header-name",
      at: name,
      """
      The hyphens in the name of this header field are not clear. Write \(known ?? "the name") in the marker: \
      `headers: ["\(known ?? "…")": "{\(text)}"]`.
      """
    )
  }

  static func valuesAreNotLiteral(_ expression: ExprSyntax, _ label: String) -> MacroDiagnostic {
    MacroDiagnostic(
      label,
      at: expression,
      """
      The macro reads the \(label == "constraints" ? "constraints" : "default values") from the source. Write `["parameter": \
      \(label == "constraints" ? "limit" : "value")]` with plain string literals as names.
      """
    )
  }

  static func valueWithoutParameter(
    _ key: StringLiteralExprSyntax,
    _ name: String,
    _ parameters: [String],
    _ label: String
  ) -> MacroDiagnostic {
    if let similar = similarName(to: name, in: parameters) {
      return MacroDiagnostic(label, at: key, "There is no parameter “\(name)”. Did you mean “\(similar)”?")
        .fixed(by: "Write \"\(similar)\"", .replace(key, with: literal(similar)))
    }
    let value = label == "constraints" ? "constraints" : "default value"
    return MacroDiagnostic(label, at: key, "There is no parameter “\(name)”. Remove its \(value).")
  }

  static let defaultInType = Mistake(
    "defaults",
    "A function type can't have default values. Write them in the marker, and call the method with labels: `@%1(…, defaults: [\"name\": value])`."
  )
}
