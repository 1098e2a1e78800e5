import SwiftSyntax

/// The parser of a property with a marker.
struct EndpointParser {
  /// An endpoint, as far as it could be read.
  enum Result {
    case readable(EndpointModel, AttributeSyntax)
    case unreadable(UnreadableEndpoint)
  }

  let variable: VariableDeclSyntax
  let access: AccessLevel
  let basePath: PathLiteral?
  let isBasePathKnown: Bool
  let headers: HeaderFields
  let security: SecurityArguments
  /// The mistakes found.
  private(set) var diagnostics: [MacroDiagnostic] = []

  /// Returns the endpoint as far as it can be read, or `nil` if not even its type is known.
  mutating func parse() -> Result? {
    guard let marker = variable.attributes.markers.first, let method = marker.method else { return nil }
    for other in variable.attributes.markers.dropFirst() { diagnostics.append(.secondMarker(other)) }
    guard let binding = variable.bindings.first, let name = variable.firstName else { return nil }
    for other in variable.bindings.dropFirst() { diagnostics.append(.severalNames(other.pattern)) }
    checkProperty(binding, name)

    let path = readPath(marker)
    let status = readStatus(marker)
    let idempotencyKey = marker.flag("idempotencyKey", &diagnostics) ?? false
    let isVersioned = marker.flag("versioned", &diagnostics) ?? false
    let retries = marker.flag("retries", &diagnostics)
    let followsRedirects = marker.flag("redirects", &diagnostics) ?? false
    let security = SecurityArguments(
      security,
      replacedBy: SecurityArguments(marker, diagnostics: &diagnostics)
    )
    security.check(marker, diagnostics: &diagnostics)
    let nilOn = readAbsent(marker)
    let (deprecated, sunset) = (readDay("deprecated", marker), readDay("sunset", marker))
    if let deprecated, let sunset, sunset < deprecated, let argument = marker.argument("sunset") {
      diagnostics.append(.sunsetBeforeDeprecation(argument))
    }
    let own = HeaderFields(marker.argument("headers"), diagnostics: &diagnostics)
    let fields = HeaderFields(headers, replacedBy: own)
    let defaults = ParameterValues("defaults", of: marker, diagnostics: &diagnostics)
    let constraints = ParameterValues("constraints", of: marker, diagnostics: &diagnostics)
    guard let type = binding.typeAnnotation?.type else {
      // In `var a, b: Type` the mistake is the second name, not a missing type.
      if variable.bindings.count == 1 { diagnostics.append(.typeMissing(binding.pattern)) }
      return nil
    }
    guard let function = readFunction(type) else {
      return .unreadable(UnreadableEndpoint(name: name.identifier, type: type.trimmedDescription))
    }
    if let value = function.defaultValue {
      diagnostics.append(.defaultInType(value, marker.macroName))
      return .unreadable(UnreadableEndpoint(name: name.identifier, type: nil))
    }
    checkResult(function.returnClause.type, method, nilOn)

    let placeholders = (basePath?.placeholders ?? []) + (path?.placeholders ?? [])
    var parser = ParameterParser(
      method: method,
      placeholders: path.map { _ in placeholders },
      rest: path?.rest,
      query: path?.query ?? [],
      headers: fields,
      defaults: defaults,
      constraints: constraints,
      documentation: EndpointDocumentation(variable.documentation)
    )
    let parameters = parser.parse(function.parameters)
    diagnostics += parser.diagnostics
    // A parameter without a name may belong to a placeholder.
    if parameters.count == function.parameters.count { checkPlaceholders(path, parameters, name.identifier) }
    checkHeaders(fields, own, parameters, name.identifier)
    checkKeys(security, parameters, function.parameters)
    if parameters.contains(where: \.isPosition), function.returnClause.type.isNeverPage {
      diagnostics.append(.resultIsNotPage(function.returnClause.type, name.identifier.text))
    }
    if isVersioned, let argument = marker.argument("versioned"),
      let needed = parameters.first(where: { $0.location != .path && !$0.isOptional })
    {
      diagnostics.append(.versionedWithParameter(argument, needed.name.text))
    }
    let result = function.returnClause.type
    if diagnostics.contains(where: { $0.id == "unsupported" }) {
      // The compiler reports such a type wherever it appears, so it is not repeated.
      return .unreadable(UnreadableEndpoint(name: name.identifier, type: nil))
    }
    return .readable(
      EndpointModel(
        name: name.identifier,
        type: type.withoutLabels(function),
        method: method,
        path: path.map { $0.joined(below: basePath) },
        constants: path?.constants ?? [],
        auth: security.auth?.trimmedDescription,
        security: security.isOff ? nil : security.security?.trimmedDescription,
        scopes: security.isOff ? nil : security.scopes?.trimmedDescription,
        status: status,
        idempotencyKey: idempotencyKey,
        isVersioned: isVersioned,
        headers: fields.constants(besides: parameters.filter { $0.location == .header }.map(\.fieldName)),
        nilOn: nilOn?.trimmedDescription,
        timeout: marker.argument("timeout")?.trimmedDescription,
        retries: retries,
        followsRedirects: followsRedirects,
        parameters: parameters,
        effect: function.effectSpecifiers?.throwsClause?.trimmedDescription ?? "throws",
        result: result.trimmedDescription,
        hasNoResult: ["Void", "()", "Swift.Void"].contains(result.trimmedDescription),
        failures: marker.argument("failures")?.trimmedDescription,
        deprecated: deprecated,
        sunset: sunset,
        documentation: variable.documentation,
        attributes: readAttributes()
      ),
      marker
    )
  }

  private mutating func checkProperty(_ binding: PatternBindingSyntax, _ name: TokenSyntax) {
    if let modifier = variable.modifiers.staticModifier { diagnostics.append(.staticEndpoint(modifier)) }
    if !binding.isStored, let block = binding.accessorBlock { diagnostics.append(.computedEndpoint(block)) }
    if let value = binding.initializer, binding.typeAnnotation != nil { diagnostics.append(.initialValue(value)) }
    if variable.bindingSpecifier.tokenKind == .keyword(.let) {
      diagnostics.append(.constantEndpoint(variable.bindingSpecifier))
    }
    // At file scope `private` means `fileprivate`, and a struct can't be `open`.
    let needed = min(max(access, .fileprivate), .public)
    if variable.modifiers.accessLevel ?? .internal < needed {
      diagnostics.append(.lessVisible(variable, name.identifier.text, than: needed.keyword))
    } else if let setter = variable.modifiers.first(where: { $0.detail?.detail.text == "set" }) {
      diagnostics.append(.setterLessVisible(setter, name.identifier.text))
    }
  }

  private mutating func readPath(_ marker: AttributeSyntax) -> PathLiteral? {
    guard let expression = marker.path else {
      diagnostics.append(.pathMissing(marker))
      return nil
    }
    let path = PathLiteral(expression, allowsQuery: true, diagnostics: &diagnostics)
    return isBasePathKnown ? path : nil
  }

  private mutating func readStatus(_ marker: AttributeSyntax) -> String? {
    marker.read("status", or: MacroDiagnostic.statusIsNotLiteral, &diagnostics) { expression in
      let status = expression.as(IntegerLiteralExprSyntax.self)?.literal.text
      return status.flatMap { Int($0) }.map { 200...299 ~= $0 } == true ? status : nil
    }
  }

  private mutating func readAbsent(_ marker: AttributeSyntax) -> ExprSyntax? {
    marker.read("nilOn", or: MacroDiagnostic.absentIsNotLiteral, &diagnostics) { expression in
      let status = expression.as(IntegerLiteralExprSyntax.self)?.literal.text
      return ["204", "404", "410"].contains(status) ? expression : nil
    }
  }

  /// Returns a day such as `2027-03-31`.
  private mutating func readDay(_ label: String, _ marker: AttributeSyntax) -> String? {
    marker.read(label, or: MacroDiagnostic.isNotDay, &diagnostics) { expression in
      expression.as(StringLiteralExprSyntax.self)?.plainText.flatMap { isDay($0) ? $0 : nil }
    }
  }

  /// Returns the function in a type such as `@Sendable () async throws -> Void`.
  private mutating func readFunction(_ type: TypeSyntax) -> FunctionTypeSyntax? {
    var inner = type
    var isSendable = false
    while true {
      if let attributed = inner.as(AttributedTypeSyntax.self) {
        isSendable = isSendable || attributed.attributes.attributes.contains { $0.macroName == "Sendable" }
        inner = attributed.baseType
      } else if let tuple = inner.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
        inner = only.type
      } else {
        break
      }
    }
    guard let function = inner.as(FunctionTypeSyntax.self) else {
      let isOptional = inner.is(OptionalTypeSyntax.self) || inner.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      diagnostics.append(isOptional ? .optionalEndpoint(type) : .typeIsNotFunction(type))
      return nil
    }
    if !isSendable { diagnostics.append(.sendableMissing(type)) }
    if function.effectSpecifiers?.asyncSpecifier == nil || function.effectSpecifiers?.throwsClause == nil {
      diagnostics.append(.effectsMissing(function))
    }
    return function
  }

  private mutating func checkResult(_ result: TypeSyntax, _ method: Method, _ nilOn: ExprSyntax?) {
    let isVoid = ["Void", "()", "Swift.Void"].contains(result.trimmedDescription)
    if let nilOn, !ParameterType(result).isOptional { diagnostics.append(.absentWithoutOptional(nilOn)) }
    if method == .head, !isVoid, result.isJSONOnly { diagnostics.append(.resultOfHead(result)) }
    let value = ParameterType(result).value
    // A type of the user's may have the same name.
    if value.nominalName == "Result", value.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments.count == 2 {
      diagnostics.append(.resultOfResult(value))
    }
    if let bytes = value.bytes { diagnostics.append(.bytes(bytes, in: value, nil)) }
    if let unwrapped = result.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      diagnostics.append(.implicitlyUnwrapped(unwrapped.exclamationMark))
    } else if !isVoid, let found = value.unsupported {
      diagnostics.append(.unsupported(result, "The result", found.kind, found.alternative))
    }
  }

  /// Checks that every placeholder is unique and has a parameter.
  private mutating func checkPlaceholders(_ path: PathLiteral?, _ parameters: [ParameterModel], _ name: Identifier) {
    guard let path else { return }
    let names = parameters.map(\.name.text)
    let base = basePath?.placeholders ?? []
    for placeholder in path.placeholders where base.contains(placeholder) {
      diagnostics.append(.duplicatePlaceholder(path.literal, placeholder))
    }
    for placeholder in base + path.placeholders + path.query.compactMap(\.parameter) where !names.contains(placeholder)
    {
      diagnostics.append(.placeholderWithoutParameter(path.literal, placeholder, name, names))
    }
    for name in names where path.text.split(separator: "/").contains(":\(name)") {
      diagnostics.append(.placeholderWithColon(path.literal, name))
    }
  }

  /// Checks that every header field with a placeholder has a parameter, and that no constant is also a parameter.
  private mutating func checkHeaders(
    _ fields: HeaderFields,
    _ own: HeaderFields,
    _ parameters: [ParameterModel],
    _ name: Identifier
  ) {
    let names = parameters.map(\.name.text)
    for field in fields.fields {
      for placeholder in field.value.parameters where !names.contains(placeholder) {
        // A field of the contract is reported for each endpoint without the parameter.
        var diagnostic = MacroDiagnostic.placeholderWithoutParameter(field.literal, placeholder, name, names)
        if own[field.name] == nil {
          diagnostic.node = Syntax(variable.bindings)
          diagnostic.fix = nil
        }
        diagnostics.append(diagnostic)
      }
    }
    for parameter in parameters where parameter.location == .header {
      if let field = own[parameter.fieldName], case .constant = field.value {
        diagnostics.append(.constantAndParameter(field.literal, field.name, parameter.name.text))
      }
    }
  }

  /// Checks that no parameter is the API key that the client adds.
  private mutating func checkKeys(
    _ security: SecurityArguments,
    _ parameters: [ParameterModel],
    _ elements: TupleTypeElementListSyntax
  ) {
    guard !security.isOff else { return }
    let headerNames = security.keys("header").map { $0.lowercased() }
    for parameter in parameters {
      let isKey =
        switch parameter.location {
        case .query, .cookie: security.keys(parameter.location.rawValue).contains(parameter.wireName)
        case .header: headerNames.contains(parameter.fieldName.lowercased())
        default: false
        }
      guard isKey else { continue }
      let element = elements.first { ($0.secondName ?? $0.firstName)?.identifier.text == parameter.name.text }
      if let name = element?.secondName ?? element?.firstName {
        diagnostics.append(.keyIsParameter(name, parameter.wireName))
      }
    }
  }

  private mutating func readAttributes() -> PropertyAttributes {
    var attributes = PropertyAttributes()
    for attribute in variable.attributes.attributes {
      switch attribute.availability {
      case .deprecated: attributes.deprecation.append(attribute.trimmedDescription)
      case .limited: diagnostics.append(.limitedAvailability(attribute))
      case .other, nil: break
      }
      if attribute.macroName == "_spi" { attributes.spi.append(attribute.trimmedDescription) }
    }
    return attributes
  }
}

/// Returns whether a string is a day that exists, as `2027-03-31`.
private func isDay(_ text: String) -> Bool {
  guard text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil else { return false }
  let numbers = text.split(separator: "-").compactMap { Int($0) }
  let (year, month, day) = (numbers[0], numbers[1], numbers[2])
  guard year > 0, 1...12 ~= month else { return false }
  let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  let days = month == 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  return 1...days ~= day
}
