import SwiftSyntax

/// The arguments `auth`, `security` and `scopes` of `@API` and of a marker. Those of the marker replace the contract's.
struct SecurityArguments {
  /// The expression for whether calls are authenticated. `nil` for the default: they are not.
  private(set) var auth: ExprSyntax?
  /// The expression of the schemes. `nil` for a bearer token.
  private(set) var security: ExprSyntax?
  /// The expression of the scopes. `nil` for none.
  private(set) var scopes: ExprSyntax?

  /// Reads the arguments of an attribute, and adds their mistakes to `diagnostics`.
  init(_ attribute: AttributeSyntax, diagnostics: inout [MacroDiagnostic]) {
    auth = attribute.argument("auth")
    security = attribute.argument("security")
    scopes = attribute.argument("scopes")
    if let security { Self.check(schemes: security, &diagnostics) }
    if let scopes { Self.check(scopes: scopes, &diagnostics) }
  }

  /// The arguments of a contract, replaced by an endpoint's arguments.
  init(_ contract: SecurityArguments, replacedBy endpoint: SecurityArguments) {
    auth = endpoint.auth ?? contract.auth
    security = endpoint.security ?? contract.security
    scopes = endpoint.scopes ?? contract.scopes
  }

  /// Whether it is certain that calls are not authenticated.
  var isOff: Bool { auth.map { $0.memberName == "none" } ?? true }

  /// Whether it is certain that callers need not be signed in.
  var isOptional: Bool { auth?.memberName == "optional" }

  /// Checks an endpoint's own arguments together with the contract's, and adds their mistakes to `diagnostics`.
  func check(_ marker: AttributeSyntax, diagnostics: inout [MacroDiagnostic]) {
    for label in ["security", "scopes"] {
      guard let argument = marker.expressions.first(where: { $0.label?.text == label }) else { continue }
      if isOff {
        diagnostics.append(.securityWithoutAuth(argument, canAdd: marker.argument("auth") == nil))
        return
      }
      if label == "scopes", isOptional { diagnostics.append(.scopesOfOptional(argument.expression)) }
    }
  }

  private static func check(schemes expression: ExprSyntax, _ diagnostics: inout [MacroDiagnostic]) {
    guard let array = expression.as(ArrayExprSyntax.self) else { return }
    if array.elements.isEmpty { diagnostics.append(.noSchemes(expression)) }
    for element in array.elements {
      check(scheme: element.expression, &diagnostics)
    }
  }

  private static func check(scheme expression: ExprSyntax, _ diagnostics: inout [MacroDiagnostic]) {
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return }
    switch call.calledExpression.memberName {
    case "all":
      let names = call.arguments.map(\.expression.memberName)
      if names.contains("bearer"), names.contains("basic") { diagnostics.append(.twoAuthorizations(expression)) }
      for argument in call.arguments { check(scheme: argument.expression, &diagnostics) }
    case "apiKey":
      guard let argument = call.arguments.first, let key = argument.expression.as(StringLiteralExprSyntax.self),
        let name = key.plainText
      else { return }
      if argument.label?.text == "query", !name.isEmpty { return }
      // A cookie's name is also a token (RFC 6265, section 4.1.1).
      if !HeaderFields.isName(name) { diagnostics.append(.keyName(key, name)) }
    default: break
    }
  }

  private static func check(scopes expression: ExprSyntax, _ diagnostics: inout [MacroDiagnostic]) {
    for element in expression.as(ArrayExprSyntax.self)?.elements ?? [] {
      guard let literal = element.expression.as(StringLiteralExprSyntax.self), let text = literal.plainText else {
        continue
      }
      // RFC 6749, section 3.3.
      let isScope = text.utf8.allSatisfy {
        0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      if text.isEmpty || !isScope { diagnostics.append(.scopeName(literal, text)) }
    }
  }

  /// Returns the names of API keys in a place: `query`, `header` or `cookie`.
  func keys(_ place: String) -> [String] {
    guard let array = security?.as(ArrayExprSyntax.self) else { return [] }
    var open = array.elements.map(\.expression)
    var keys: [String] = []
    while let expression = open.popLast() {
      guard let call = expression.as(FunctionCallExprSyntax.self) else { continue }
      if call.calledExpression.memberName == "all" { open += call.arguments.map(\.expression) }
      if call.calledExpression.memberName == "apiKey", let argument = call.arguments.first,
        argument.label?.text == place, let name = argument.expression.as(StringLiteralExprSyntax.self)?.plainText
      {
        keys.append(name)
      }
    }
    return keys
  }
}

extension ExprSyntax {
  /// The name in `.name` and `Type.name`.
  fileprivate var memberName: String? { self.as(MemberAccessExprSyntax.self)?.declName.baseName.text }
}
