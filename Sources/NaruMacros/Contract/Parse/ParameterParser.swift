import SwiftSyntax

/// The parser of an endpoint's parameters, which decides the place of each one in the request.
struct ParameterParser {
  let method: Method
  let placeholders: [String]?
  let rest: String?
  let query: [PathLiteral.QueryItem]
  let headers: HeaderFields
  let defaults: ParameterValues
  let constraints: ParameterValues
  let documentation: EndpointDocumentation
  /// The mistakes found.
  private(set) var diagnostics: [MacroDiagnostic] = []

  /// Returns the parameters that have a name.
  mutating func parse(_ elements: TupleTypeElementListSyntax) -> [ParameterModel] {
    var parameters: [ParameterModel] = []
    for element in elements {
      let others = diagnostics.count
      defer { nameParameter(element, since: others) }
      let type = ParameterType(element.type)
      checkType(element, type)
      // The compiler reports a label before the name itself; the label is taken as the name.
      guard let token = element.secondName ?? element.firstName, token.tokenKind != .wildcard else {
        diagnostics.append(.nameMissing(element))
        continue
      }
      let name = token.identifier
      if name.text == "self" {
        diagnostics.append(.nameIsSelf(token))
        continue
      }
      if parameters.contains(where: { $0.name.text == name.text }) {
        diagnostics.append(.nameRepeated(token))
        continue
      }
      let item = query.first { $0.parameter == name.text }
      let field = headers.name(of: name.text)
      let cookie = headers.cookie(of: name.text)
      let declared: Location? = item != nil ? .query : cookie != nil ? .cookie : field != nil ? .header : nil
      let location = type.location ?? declared ?? inferredLocation(name.text)
      check(location, element, type, token)
      if placeholders?.contains(name.text) ?? false, location != .path {
        diagnostics.append(.inPathToo(token, location.rawValue))
      }
      if item != nil, location != .query { diagnostics.append(.elsewhere(token, "query", location.rawValue)) }
      if field != nil, location != .header { diagnostics.append(.elsewhere(token, "header", location.rawValue)) }
      if cookie != nil, location != .cookie { diagnostics.append(.elsewhere(token, "cookie", location.rawValue)) }
      if type.hasFreeKeys, let first = parameters.first(where: { $0.hasFreeKeys && $0.location == location }) {
        diagnostics.append(.secondFreeKeys(token, first.name.text))
      }
      if let first = parameters.first(where: { location.collides(with: $0.location) }) {
        diagnostics.append(.secondBody(token, first.name.text))
      }
      if type.isPosition, let first = parameters.first(where: \.isPosition) {
        diagnostics.append(.secondPosition(token, first.name.text))
      }
      if let placeholders, type.isLink, name.text != rest || placeholders.count > 1 || !query.isEmpty {
        diagnostics.append(.linkIsNotRest(token))
      }
      let wireName = item?.name ?? cookie ?? field ?? name.text
      checkWireName(wireName, location, token, parameters)
      for constraint in constraints[name.text] {
        constraint.check(of: name.text, type.value, diagnostics: &diagnostics)
      }
      parameters.append(
        ParameterModel(
          name: name,
          wireName: wireName,
          type: element.type.trimmedDescription,
          valueType: type.value.trimmedDescription,
          location: location,
          isOptional: type.isOptional,
          separator: type.separator,
          nesting: type.nesting,
          hasFreeKeys: type.hasFreeKeys && [.query, .form].contains(location),
          isRest: location == .path && name.text == rest,
          isLink: type.isLink,
          defaultValue: defaults[name.text].first?.trimmedDescription,
          constraints: constraints[name.text].map(\.trimmedDescription),
          isPosition: type.isPosition,
          summary: documentation.parameters[name.text] ?? ""
        )
      )
    }
    let names = elements.compactMap { $0.secondName ?? $0.firstName }
    if let link = parameters.first(where: \.isLink), let other = parameters.first(where: { $0.location == .query }),
      let token = names.first(where: { $0.identifier.text == other.name.text })
    {
      diagnostics.append(.besideLink(token, link.name.text))
    }
    for values in [defaults, constraints] { values.check(parameters.map(\.name.text), diagnostics: &diagnostics) }
    return parameters
  }

  private mutating func nameParameter(_ element: TupleTypeElementSyntax, since start: Int) {
    guard let name = element.secondName ?? element.firstName, name.tokenKind != .wildcard else { return }
    for index in diagnostics[start...].indices { diagnostics[index].parameter = name.identifier.text }
  }

  private func inferredLocation(_ name: String) -> Location {
    if placeholders?.contains(name) ?? false { return .path }
    return method.hasBody ? .body : .query
  }

  private mutating func checkType(_ element: TupleTypeElementSyntax, _ type: ParameterType) {
    if let ellipsis = element.ellipsis {
      diagnostics.append(.variadic(ellipsis, element.type))
    } else if let unwrapped = element.type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      diagnostics.append(.implicitlyUnwrapped(unwrapped.exclamationMark))
    } else if let found = type.value.unsupported {
      diagnostics.append(.unsupported(element.type, "A parameter", found.kind, found.alternative))
    }
  }

  /// Checks that no other parameter or constant is sent under the same name.
  private mutating func checkWireName(
    _ wireName: String,
    _ location: Location,
    _ token: TokenSyntax,
    _ parameters: [ParameterModel]
  ) {
    if location == .header, headers.name(of: token.identifier.text) == nil {
      guard derivedHeaderName(wireName) != nil else {
        diagnostics.append(.ambiguousHeaderName(token))
        return
      }
    }
    if location == .cookie, !HeaderFields.isName(wireName) { diagnostics.append(.cookieName(token, wireName)) }
    let isConstant =
      location == .query
      && query.contains { item in item.name == wireName && item.parameter == nil }
    let other = parameters.first {
      $0.location == location && $0.location.comparable($0.wireName) == location.comparable(wireName)
    }
    guard isConstant || other != nil, location != .body, location != .path else { return }
    diagnostics.append(.wireNameRepeated(token, wireName, first: other?.name.text))
  }

  private mutating func check(
    _ location: Location,
    _ element: TupleTypeElementSyntax,
    _ type: ParameterType,
    _ name: TokenSyntax
  ) {
    switch location {
    case .path:
      // An unreadable path can't be checked.
      guard let placeholders else { return }
      if !placeholders.contains(name.identifier.text) { diagnostics.append(.noPlaceholder(name)) }
      if type.isOptional { diagnostics.append(.optionalInPath(element.type, name.identifier.text)) }
    case .body, .form, .part:
      if method == .head { diagnostics.append(.bodyNotAllowed(element.type, method.rawValue.uppercased())) }
    case .cookie:
      if type.value.is(ArrayTypeSyntax.self) || type.value.is(DictionaryTypeSyntax.self) {
        diagnostics.append(.cookieIsList(type.value))
      }
    case .query, .header:
      break
    }
    if let bytes = type.value.bytes { diagnostics.append(.bytes(bytes, in: type.value, location)) }
  }
}

extension TypeSyntax {
  /// Foundation's `Data`, which this is or which it is a list of.
  var bytes: TypeSyntax? {
    if ["Data", "Foundation.Data"].contains(trimmedDescription) { return self }
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.bytes }
    if let array = self.as(ArrayTypeSyntax.self) { return array.element.bytes }
    guard let (name, argument) = generic, ["Array", "Set", "Optional"].contains(name) else { return nil }
    return argument.bytes
  }
}

extension Location {
  /// Returns a name in the form that names in this place are compared in.
  fileprivate func comparable(_ name: String) -> String {
    self == .header ? (derivedHeaderName(name) ?? name).lowercased() : name
  }

  /// Returns whether both can't be in one request, because a body is either JSON, a form or multipart.
  fileprivate func collides(with other: Location) -> Bool {
    isInBody && other.isInBody && (self != other || self == .body)
  }
}
