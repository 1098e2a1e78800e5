import SwiftSyntax

/// Reads the parameters of an endpoint, and decides where each of them travels.
struct ParameterParser {
  private let method: Method
  private let placeholders: [String]?
  private let query: [PathLiteral.QueryItem]
  /// The mistakes that were found.
  private(set) var problems: [Problem] = []

  /// - Parameters:
  ///   - method: the request method.
  ///   - placeholders: the names in the path. `nil` where the path could not be read.
  ///   - query: the items that are written behind the path.
  init(method: Method, placeholders: [String]?, query: [PathLiteral.QueryItem]) {
    self.method = method
    self.placeholders = placeholders
    self.query = query
  }

  /// The parameters that have a name.
  mutating func parse(_ elements: TupleTypeElementListSyntax) -> [ParameterModel] {
    var parameters: [ParameterModel] = []
    for element in elements {
      let type = ParameterType(element.type)
      checkType(element, type)
      // A label in front of the colon is an error of the compiler's own; the name is meant all the same.
      guard let token = element.secondName ?? element.firstName, token.tokenKind != .wildcard else {
        problems.append(.nameMissing(element))
        continue
      }
      let name = token.identifier
      if name.text == "self" {
        problems.append(.nameIsSelf(token))
        continue
      }
      if parameters.contains(where: { $0.name.text == name.text }) {
        problems.append(.nameRepeated(token))
        continue
      }
      let item = query.first { $0.parameter == name.text }
      let location = type.location ?? (item == nil ? inferredLocation(name.text) : .query)
      check(location, element, token, isOptional: type.isOptional)
      if item != nil, location != .query { problems.append(.notInQuery(token, location)) }
      if let first = parameters.first(where: { location.collides(with: $0.location) }) {
        problems.append(.secondBody(token, first: first.name.text))
      }
      if type.isPosition, let first = parameters.first(where: \.isPosition) {
        problems.append(.secondPosition(token, first: first.name.text))
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
      problems.append(.variadic(ellipsis, element.type))
    } else if let unwrapped = element.type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      problems.append(.implicitlyUnwrapped(unwrapped))
    } else if let kind = type.unsupported {
      problems.append(.unsupported(kind, in: element.type, isResult: false))
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
      // Without the path nothing can be said about what is in it.
      guard let placeholders else { return }
      if !placeholders.contains(name.identifier.text) { problems.append(.noPlaceholder(name)) }
      if isOptional { problems.append(.optionalInPath(element.type, name.identifier.text)) }
    case .body, .form, .part:
      if !method.hasBody { problems.append(.bodyNotAllowed(element.type, method)) }
    case .query, .header:
      break
    }
  }
}

extension Location {
  /// Whether both can't be in one request: a body is JSON, or a form, or has parts.
  fileprivate func collides(with other: Location) -> Bool {
    isInBody && other.isInBody && (self != other || self == .body)
  }
}
