import SwiftSyntax

// Mistakes in a contract as a whole, and in its properties.

extension MacroDiagnostic {
  static let notStruct = Mistake(
    "not-struct",
    "A contract is a struct, and this is declared with `%0`.",
    .makingStruct
  )
  static let genericStruct = Mistake(
    "generic",
    "A contract can't be generic: its paths and tokens are the same for every type. Remove the type parameters."
  )
  static let insideGenericType = Mistake(
    "generic",
    "A contract can't be declared inside a generic type: its tokens are static. Move it out of the generic type."
  )
  static let hiddenContract = Mistake(
    "hidden",
    "The conformance is generated outside the enclosing type, where a `private` struct is not visible.",
    .replacing("Make it `fileprivate`", with: "fileprivate")
  )
  static let localContract = Mistake(
    "local",
    "A contract can't be declared inside a function, because the compiler can't extend it there. Move it out."
  )
  static let noEndpoints = Mistake(
    "no-endpoints",
    "“%0” has no endpoints. Mark its closures with @GET, @HEAD, @POST, @PUT, @PATCH or @DELETE.",
    isWarning: true
  )
  static let valueMissing = Mistake(
    "value-missing",
    "“%0” is not an endpoint, so it needs a value here: the initializer takes only endpoints. Give it a value, or mark it with @GET, @HEAD, @POST, @PUT, @PATCH or @DELETE."
  )
  static let markerOutsideContract = Mistake(
    "marker-outside",
    "@%0 declares an endpoint of a contract. Put it on a property of a struct that is marked with @API."
  )
  static let markerOnOther = Mistake(
    "marker-on-other",
    "@%0 goes on a stored property. Declare the endpoint as `var name: @Sendable (…) async throws -> …`."
  )
  static let secondMarker = Mistake(
    "second-marker",
    "An endpoint has one method and path. Remove this marker, or declare a second property for it.",
    .removing("Remove @%0")
  )
  static let markerInCondition = Mistake(
    "conditional",
    "An endpoint can't be inside `#if`: client and server might have different contracts. Move it out, or put the whole struct inside `#if`."
  )
  static let severalNames = Mistake(
    "several-names",
    "Each endpoint is a property of its own. Declare them one by one."
  )
  static let staticEndpoint = Mistake(
    "static",
    "An endpoint is an instance property, so that a test can replace it. Remove `%0`.",
    .removing("Remove `%0`")
  )
  static let computedEndpoint = Mistake(
    "computed",
    "An endpoint is a stored property; the macro generates its implementation. Remove this block."
  )
  static let initialValue = Mistake(
    "initial-value",
    "The initializer replaces this value, so it would never be used. Pass it to the initializer, or assign it to a value.",
    .removing("Remove it")
  )
  static let constantEndpoint = Mistake(
    "constant",
    "An endpoint is a `var`, so that a test can replace it.",
    .replacing("Use `var`", with: "var")
  )

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

  static let setterLessVisible = Mistake(
    "less-visible",
    "“%1” can't be replaced in a test while its setter is less visible. Remove `%0`.",
    .removing("Remove `%0`")
  )
  static let limitedAvailability = Mistake(
    "availability",
    "A stored property can't have limited availability. Remove this, or move the endpoint to a contract with this availability."
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
