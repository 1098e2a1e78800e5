import SwiftSyntax

extension AttributeListSyntax {
  /// The attributes, except for those inside `#if`.
  var attributes: [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }
  }

  /// Returns the attribute of one of Naru's macros, written as `@API` or `@Naru.API`.
  func first(named name: String) -> AttributeSyntax? {
    attributes.first { $0.macroName == name }
  }

  /// The attributes that the conformance of a type repeats: availability and SPI.
  var inherited: [String] {
    attributes.filter { ["available", "_spi"].contains($0.macroName) }.map(\.trimmedDescription)
  }
}

extension AttributeSyntax {
  /// The name without `Naru.`. Empty for a name that can't be one of Naru's.
  var macroName: String {
    if let name = attributeName.as(IdentifierTypeSyntax.self) { return name.name.text }
    guard let member = attributeName.as(MemberTypeSyntax.self),
      member.baseType.as(IdentifierTypeSyntax.self)?.name.text == "Naru"
    else { return "" }
    return member.name.text
  }

  /// The request method, if this marks an endpoint.
  var method: Method? {
    let name = macroName
    return name == name.uppercased() ? Method(rawValue: name.lowercased()) : nil
  }

  /// The arguments of a macro.
  var expressions: LabeledExprListSyntax {
    arguments?.as(LabeledExprListSyntax.self) ?? []
  }

  /// Returns the argument with a label.
  func argument(_ label: String) -> ExprSyntax? {
    expressions.first { $0.label?.text == label }?.expression
  }

  /// Reads an argument. `nil` if it is absent or `nil`, or if its value is a mistake, which is added to `diagnostics`.
  func read<Value>(
    _ label: String,
    or mistake: Mistake,
    _ diagnostics: inout [MacroDiagnostic],
    _ value: (ExprSyntax) -> Value?
  ) -> Value? {
    guard let expression = argument(label), !expression.is(NilLiteralExprSyntax.self) else { return nil }
    let value = value(expression)
    if value == nil { diagnostics.append(mistake(expression)) }
    return value
  }

  /// Reads an argument that is `true`, `false` or absent.
  func flag(_ label: String, _ diagnostics: inout [MacroDiagnostic]) -> Bool? {
    read(label, or: MacroDiagnostic.flagIsNotLiteral, &diagnostics) { expression in
      expression.as(BooleanLiteralExprSyntax.self).map { $0.literal.tokenKind == .keyword(.true) }
    }
  }

  /// The argument without a label.
  var path: ExprSyntax? {
    expressions.first { $0.label == nil }?.expression
  }
}

extension AttributeSyntax {
  /// The meaning of an `@available` attribute.
  enum Availability {
    /// The declaration is deprecated.
    case deprecated
    /// The declaration is not available everywhere.
    case limited
    /// Anything else, such as `noasync`.
    case other
  }

  /// The meaning of this attribute, if it is `@available`.
  var availability: Availability? {
    guard macroName == "available", let arguments = arguments?.as(AvailabilityArgumentListSyntax.self) else {
      return nil
    }
    var isDeprecated = false
    for argument in arguments {
      switch argument.argument {
      case .availabilityVersionRestriction(let platform):
        // A platform without a version (`iOS, deprecated: 18`) limits nothing.
        if platform.version != nil { return .limited }
      case .availabilityLabeledArgument(let labeled):
        if labeled.label.text == "deprecated" { isDeprecated = true }
        if ["introduced", "obsoleted"].contains(labeled.label.text) { return .limited }
      case .token(let token):
        if token.text == "deprecated" { isDeprecated = true }
        if token.text == "unavailable" { return .limited }
      }
    }
    return isDeprecated ? .deprecated : .other
  }
}
