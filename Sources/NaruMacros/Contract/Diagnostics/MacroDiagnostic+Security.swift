import SwiftSyntax

// Mistakes in `auth`, `security`, `scopes` and `host`.

extension MacroDiagnostic {
  static func securityWithoutAuth(_ argument: LabeledExprSyntax, canAdd: Bool) -> MacroDiagnostic {
    let diagnostic = MacroDiagnostic(
      "security-without-auth",
      at: argument.expression,
      """
      Calls of this endpoint are not authenticated, so no server would check this. Write `auth: .required`.
      """
    )
    guard canAdd, let label = argument.label else { return diagnostic }
    return diagnostic.fixed(by: "Add `auth: .required`", .insert("auth: .required, ", before: label))
  }

  static let securityOfNoEndpoint = Mistake(
    "security-without-auth",
    "Calls of this contract are not authenticated, so no server would check this. Write `auth: .required`."
  )
  static let noSchemes = Mistake(
    "no-schemes",
    "Without a scheme, no one can be authenticated. Name one, such as `.bearer`, or write `auth: .none` instead."
  )
  static let twoAuthorizations = Mistake(
    "two-authorizations",
    "A request has only one `Authorization`, so `.bearer` and `.basic` can't be sent together. List both to accept either."
  )
  static let keyName = Mistake(
    "key-name",
    "“%1” can't be the name of a key. Use letters, digits and hyphens."
  )

  static func scopeName(_ literal: StringLiteralExprSyntax, _ text: String) -> MacroDiagnostic {
    MacroDiagnostic(
      "scope-name",
      at: literal,
      text.contains(" ")
        ? "“\(text)” has a space, which separates scopes. Write each as a string of its own."
        : "“\(text)” can't be a scope: use ASCII letters, digits and characters such as “:”."
    )
  }

  static let scopesOfOptional = Mistake(
    "scopes-of-optional",
    "A caller who is not signed in has no scopes. Write `auth: .required`, or check the scopes in the handler."
  )
  static let keyIsParameter = Mistake(
    "key-is-parameter",
    "“%1” is the API key of `security`, which the client adds to each call. Remove the parameter, and give the client the key: `APIClient(…, credentials: […])`."
  )
  static let hostIsNotLiteral = Mistake(
    "host",
    "The macro reads the server from the source. Write a plain string literal such as \"https://uploads.example.com\"."
  )
  static let host = Mistake(
    "host",
    "“%1” is not the address of a server. Write one such as \"https://uploads.example.com\"; a path belongs in the path of `@API`."
  )
}
