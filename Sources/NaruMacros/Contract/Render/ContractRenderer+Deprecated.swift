extension EndpointModel {
  /// Whether using the property causes a warning.
  var isDeprecated: Bool { !attributes.deprecation.isEmpty }
}

extension ContractRenderer {
  /// Access to deprecated properties without warnings, for contracts that have some.
  ///
  /// Only a deprecated declaration can use another one silently, and using that declaration warns in turn, except
  /// through a protocol requirement. So there is a protocol with one implementation.
  var deprecatedAccess: [String] {
    guard contract.endpoints.contains(where: \.isDeprecated), !contract.hasMistakes else { return [] }
    // `Self` has another meaning in the protocol and its implementation. By default, `Self.Body` is one word.
    let itself = #/\bSelf\b/#.wordBoundaryKind(.simple)
    let endpoints = contract.endpoints.map { endpoint in
      var endpoint = endpoint
      endpoint.type = endpoint.type.replacing(itself, with: contract.name.source)
      return endpoint
    }
    let deprecated = endpoints.filter(\.isDeprecated)
    let closures = endpoints.map { "\($0.name.source): @escaping \($0.type)" }.joined(separator: ", ")
    let arguments = contract.endpoints.map { "\($0.name.label): \($0.name.source)" }.joined(separator: ", ")
    let assignments = contract.endpoints.map { "  self.\($0.name.source) = \($0.name.source)" }
    let name = contract.name.source
    return [
      """
      private nonisolated protocol DeprecatedAccess: Swift.Sendable {
        func make(\(closures)) -> \(name)
      \(deprecated.map { "  func \($0.name.source)(_ api: \(name)) -> \($0.type)" }.joined(separator: "\n"))
      }
      """,
      """
      private nonisolated struct DeprecatedAccessor: DeprecatedAccess {
        @available(*, deprecated)
        func make(\(closures)) -> \(name) {
          \(name)(deprecated: (), \(arguments))
        }
      \(deprecated.map {
        "  @available(*, deprecated)\n  func \($0.name.source)(_ api: \(name)) -> \($0.type) { api.\($0.name.source) }"
      }.joined(separator: "\n"))
      }
      """,
      """
      private nonisolated static var deprecatedAccess: any DeprecatedAccess { DeprecatedAccessor() }
      """,
      """
      @available(*, deprecated)
      private nonisolated init(deprecated: Swift.Void, \(closures)) {
      \(assignments.joined(separator: "\n"))
      }
      """,
    ]
  }
}
