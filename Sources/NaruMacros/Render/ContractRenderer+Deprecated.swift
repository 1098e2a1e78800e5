extension EndpointModel {
  /// Whether using the property is a warning.
  var isDeprecated: Bool { !attributes.deprecation.isEmpty }
}

extension ContractRenderer {
  /// The way to deprecated properties that doesn't warn, for contracts that have some.
  ///
  /// A use is silent only inside something that is deprecated itself, and using that warns in turn, unless it happens
  /// through the requirement of a protocol. So there is a protocol, with one implementation.
  var deprecatedAccess: [String] {
    guard contract.endpoints.contains(where: \.isDeprecated), !contract.hasMistakes else { return [] }
    // In the protocol and in the type that implements it `Self` would be something else. To the default kind of boundary
    // `Self.Body` is one word.
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
