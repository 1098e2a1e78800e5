import SwiftSyntax

/// The parser of an endpoint's parameters, which decides the place of each one in the request.
struct ParameterParser {
  private let method: Method
  private let placeholders: [String]?
  private let query: [PathLiteral.QueryItem]
  /// The mistakes found.
  private(set) var diagnostics: [MacroDiagnostic] = []

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - method: The request method.
  ///   - placeholders: The names in the path. `nil` if the path could not be read.
  ///   - query: The query items after the path.
  init(method: Method, placeholders: [String]?, query: [PathLiteral.QueryItem]) {
    self.method = method
    self.placeholders = placeholders
    self.query = query
  }

  /// Returns the parameters that have a name.
  mutating func parse(_ elements: TupleTypeElementListSyntax) -> [ParameterModel] {
    var parameters: [ParameterModel] = []
    for element in elements {
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
      let location = type.location ?? (item == nil ? inferredLocation(name.text) : .query)
      check(location, element, token, isOptional: type.isOptional)
      if item != nil, location != .query { diagnostics.append(.notInQuery(token, location)) }
      if let first = parameters.first(where: { location.collides(with: $0.location) }) {
        diagnostics.append(.secondBody(token, first: first.name.text))
      }
      if type.isPosition, let first = parameters.first(where: \.isPosition) {
        diagnostics.append(.secondPosition(token, first: first.name.text))
      }
      parameters.append(
        ParameterModel(
          name: name,
          wireName: item?.name ?? name.text,
          type: element.type.trimmedDescription,
          valueType: type.value.trimmedDescription,
          location: location,
          isOptional: type.isOptional,
          isJoined: type.isJoined,
          isPosition: type.isPosition
        )
      )
    }
    return parameters
  }

  private func inferredLocation(_ name: String) -> Location {
    if placeholders?.contains(name) ?? false { return .path }
    return method.hasBody ? .body : .query
  }

  private mutating func checkType(_ element: TupleTypeElementSyntax, _ type: ParameterType) {
    if let ellipsis = element.ellipsis {
      diagnostics.append(.variadic(ellipsis, element.type))
    } else if let unwrapped = element.type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      diagnostics.append(.implicitlyUnwrapped(unwrapped))
    } else if let kind = type.unsupported {
      diagnostics.append(.unsupported(kind, in: element.type, isResult: false))
    }
  }

  private mutating func check(
    _ location: Location,
    _ element: TupleTypeElementSyntax,
    _ name: TokenSyntax,
    isOptional: Bool
  ) {
    switch location {
    case .path:
      // An unreadable path can't be checked.
      guard let placeholders else { return }
      if !placeholders.contains(name.identifier.text) { diagnostics.append(.noPlaceholder(name)) }
      if isOptional { diagnostics.append(.optionalInPath(element.type, name.identifier.text)) }
    case .body, .form, .part:
      if !method.hasBody { diagnostics.append(.bodyNotAllowed(element.type, method)) }
    case .query, .header:
      break
    }
  }
}

extension Location {
  /// Returns whether both can't be in one request, because a body is either JSON, a form or multipart.
  fileprivate func collides(with other: Location) -> Bool {
    isInBody && other.isInBody && (self != other || self == .body)
  }
}
