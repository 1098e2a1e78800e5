import SwiftSyntax

// Mistakes in a contract as a whole, and in its properties.

extension MacroDiagnostic {
  static func notStruct(_ keyword: TokenSyntax) -> MacroDiagnostic {
    let diagnostic = MacroDiagnostic(
      "not-struct",
      at: keyword,
      "A contract is a struct, and this is declared with `\(keyword.text)`."
    )
    guard keyword.tokenKind == .keyword(.class) else { return diagnostic }
    return diagnostic.fixed(by: "Make it a struct", .replace(keyword, with: "struct"))
  }

  static let genericStruct = sentence(
    "generic",
    "A contract can't be generic: its paths and tokens are the same for every type. Remove the type parameters."
  )

  static let insideGenericType = sentence(
    "generic",
    "A contract can't be declared inside a generic type: its tokens are static. Move it out of the generic type."
  )

  static func hiddenContract(_ modifier: DeclModifierSyntax) -> MacroDiagnostic {
    MacroDiagnostic(
      "hidden",
      at: modifier,
      "The conformance is generated outside the enclosing type, where a `private` struct is not visible."
    ).fixed(by: "Make it `fileprivate`", .replace(modifier, with: "fileprivate"))
  }

  static let localContract = sentence(
    "local",
    "A contract can't be declared inside a function, because the compiler can't extend it there. Move it out."
  )

  static func noEndpoints(_ name: TokenSyntax) -> MacroDiagnostic {
    var diagnostic = MacroDiagnostic(
      "no-endpoints",
      at: name,
      "“\(name.text)” has no endpoints. Mark its closures with @GET, @HEAD, @POST, @PUT, @PATCH or @DELETE."
    )
    diagnostic.isWarning = true
    return diagnostic
  }

  static func valueMissing(_ pattern: PatternSyntax) -> MacroDiagnostic {
    MacroDiagnostic(
      "value-missing",
      at: pattern,
      """
      “\(pattern.trimmedDescription)” is not an endpoint, so it needs a value here: the initialiser takes only \
      endpoints. Give it a value, or mark it with @GET, @HEAD, @POST, @PUT, @PATCH or @DELETE.
      """
    )
  }

  static func markerOutsideContract(_ marker: AttributeSyntax) -> MacroDiagnostic {
    MacroDiagnostic(
      "marker-outside",
      at: marker,
      "@\(marker.macroName) declares an endpoint of a contract. Put it on a property of a struct that is marked with @API."
    )
  }

  static func markerOnOther(_ marker: AttributeSyntax) -> MacroDiagnostic {
    MacroDiagnostic(
      "marker-on-other",
      at: marker,
      "@\(marker.macroName) goes on a stored property. Declare the endpoint as `var name: @Sendable (…) async throws -> …`."
    )
  }

  static func secondMarker(_ marker: AttributeSyntax) -> MacroDiagnostic {
    MacroDiagnostic(
      "second-marker",
      at: marker,
      "An endpoint has one method and path. Remove this marker, or declare a second property for it."
    ).fixed(by: "Remove @\(marker.macroName)", .remove(marker))
  }

  static let markerInCondition = sentence(
    "conditional",
    """
    An endpoint can't be inside `#if`: client and server might have different contracts. Move it out, or put \
    the whole struct inside `#if`.
    """
  )

  static func severalNames(_ binding: PatternBindingSyntax) -> MacroDiagnostic {
    MacroDiagnostic(
      "several-names",
      at: binding.pattern,
      "Each endpoint is a property of its own. Declare them one by one."
    )
  }

  static func staticEndpoint(_ modifier: DeclModifierSyntax) -> MacroDiagnostic {
    MacroDiagnostic(
      "static",
      at: modifier,
      "An endpoint is an instance property, so that a test can replace it. Remove `\(modifier.name.text)`."
    ).fixed(by: "Remove `\(modifier.name.text)`", .remove(modifier))
  }

  static let computedEndpoint = sentence(
    "computed",
    "An endpoint is a stored property; the macro generates its implementation. Remove this block."
  )

  static let initialValue = sentence(
    "initial-value",
    "The initialiser replaces this value, so it would never be used. Pass it to the initialiser, or assign it to a value.",
    removal: "Remove it"
  )

  static func constantEndpoint(_ keyword: TokenSyntax) -> MacroDiagnostic {
    MacroDiagnostic("constant", at: keyword, "An endpoint is a `var`, so that a test can replace it.")
      .fixed(by: "Use `var`", .replace(keyword, with: "var"))
  }

  static func lessVisible(_ variable: VariableDeclSyntax, _ name: String, than access: String) -> MacroDiagnostic {
    lessVisible(
      variable,
      text:
        "“\(name)” is less visible than its contract, which can't be created without it. Make it `\(access)`.",
      than: access
    )
  }

  static func lessVisible(_ variable: VariableDeclSyntax, text: String, than access: String) -> MacroDiagnostic {
    let modifier = variable.modifiers.first { AccessLevel($0) != nil && $0.detail == nil }
    return MacroDiagnostic("less-visible", at: modifier.map(Syntax.init) ?? Syntax(variable.bindingSpecifier), text)
      .fixed(
        by: "Make it `\(access)`",
        modifier.map { .replace($0, with: access) }
          ?? .insert("\(access) ", before: variable.modifiers.first?.name ?? variable.bindingSpecifier)
      )
  }

  static func setterLessVisible(_ modifier: DeclModifierSyntax, _ name: String) -> MacroDiagnostic {
    MacroDiagnostic(
      "less-visible",
      at: modifier,
      "“\(name)” can't be replaced in a test while its setter is less visible. Remove `\(modifier.trimmedDescription)`."
    ).fixed(by: "Remove `\(modifier.trimmedDescription)`", .remove(modifier))
  }

  static let limitedAvailability = sentence(
    "availability",
    """
    A stored property can't have limited availability. Remove this, or move the endpoint to a contract with \
    this availability.
    """
  )

  static func duplicateRoute(_ marker: AttributeSyntax, _ name: String, _ route: String, first: Syntax, _ other: String)
    -> MacroDiagnostic
  {
    var diagnostic = MacroDiagnostic(
      "duplicate-route",
      at: marker.path ?? ExprSyntax(MissingExprSyntax()),
      "“\(name)” has the same method and path as “\(other)” (\(route)), so it would never be called. Change one of them."
    )
    if marker.path == nil { diagnostic.node = Syntax(marker) }
    diagnostic.note = (first, "“\(other)” is declared here.")
    return diagnostic
  }
}
