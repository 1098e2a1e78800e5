import SwiftSyntax

/// Reads the parameters of an endpoint, and decides where each of them travels.
struct ParameterParser {
  private let method: Method
  private let placeholders: [String]?
  /// The mistakes that were found.
  private(set) var problems: [Problem] = []

  /// - Parameters:
  ///   - method: the request method.
  ///   - placeholders: the names in the path. `nil` where the path could not be read.
  init(method: Method, placeholders: [String]?) {
    self.method = method
    self.placeholders = placeholders
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
      let location = type.location ?? inferredLocation(name.text)
      check(location, element, token, isOptional: type.isOptional)
      if location == .body, let first = parameters.first(where: { $0.location == .body }) {
        problems.append(.secondBody(token, first: first.name.text))
      }
      parameters.append(
        ParameterModel(
          name: name,
          type: element.type.trimmedDescription,
          location: location,
          isOptional: type.isOptional
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
    case .body:
      if !method.hasBody { problems.append(.bodyNotAllowed(element.type, method)) }
    case .query, .header:
      break
    }
  }
}
