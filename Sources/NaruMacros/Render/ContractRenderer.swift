/// Writes what a contract expands to. Knows nothing of syntax.
///
/// Everything is `nonisolated`, because the user's module may isolate to the main actor by default, and names the
/// runtime's types with their module, because a contract needs no other import. Every type is written out: a closure whose
/// types are known is checked by itself, and a contract of a hundred endpoints is checked in linear time.
struct ContractRenderer {
  let contract: ContractModel

  init(_ contract: ContractModel) {
    self.contract = contract
  }

  /// All members, each a declaration.
  var members: [String] {
    [initializer, tokens] + contract.endpoints.compactMap(method) + contract.endpoints.compactMap(pages)
      + [live, unimplemented, routes] + deprecatedAccess
  }

  /// What comes before a generated declaration.
  var modifiers: String { "\(contract.access)nonisolated" }

  /// The statements of a generated function, or something in their place that has no errors of its own.
  func body(_ statements: [String], indentation: String = "  ") -> String {
    (contract.hasMistakes ? ["Swift.preconditionFailure(\"This contract has mistakes.\")"] : statements)
      .flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { "\(indentation)\($0)" }
      .joined(separator: "\n")
  }
}

extension ContractRenderer {
  /// The initialiser with all closures.
  private var initializer: String {
    let parameters =
      contract.endpoints.map { "\($0.name.source): @escaping \($0.type)" }
      + contract.unreadable.compactMap { endpoint in endpoint.type.map { "\(endpoint.name.source): \($0)" } }
    return """
      /// A contract of which every endpoint is answered by a closure.
      \(modifiers) init(\(list(parameters))) {
      \(body(assignments))
      }
      """
  }

  private var assignments: [String] {
    guard contract.endpoints.contains(where: \.isDeprecated) else {
      return contract.endpoints.map { "self.\($0.name.source) = \($0.name.source)" }
    }
    let arguments = contract.endpoints.map { "\($0.name.label): \($0.name.source)" }
    return ["self = Self.deprecatedAccess.make(\(list(arguments)))"]
  }

  /// `Endpoints`, with a token for each endpoint.
  private var tokens: String {
    let tokens =
      contract.endpoints.map(token)
      + contract.unreadable.map { endpoint in
        """
          \(contract.access)static let \(endpoint.name.source): Naru.Endpoint = \
        Naru.Endpoint(\(literal(contract.name.text)), \(literal(endpoint.name.text)), .get, "/")
        """
      }
    return """
      /// The tokens of the endpoints.
      \(modifiers) enum Endpoints: Sendable {
      \(tokens.joined(separator: "\n"))
      }
      """
  }

  private func token(_ endpoint: EndpointModel) -> String {
    let path = endpoint.path ?? "/"
    var what =
      "\(literal(contract.name.text)), \(literal(endpoint.name.text)), .\(endpoint.method.rawValue), \(literal(path))"
    if let format = contract.format { what += ", format: \(format)" }
    if let auth = endpoint.auth { what += ", auth: \(auth)" }
    if let status = endpoint.status { what += ", status: \(status)" }
    if endpoint.idempotencyKey { what += ", idempotencyKey: true" }
    var arguments = [what]
    if !endpoint.parameters.isEmpty {
      let parameters = endpoint.parameters.map { parameter in
        "Naru.Endpoint.Parameter(\(literal(parameter.wireName)), .\(parameter.location.rawValue)"
          + metatype(parameter.valueType, after: ", ") + (parameter.isOptional ? ", optional: true)" : ")")
      }
      arguments.append("parameters: [\n      \(parameters.joined(separator: ",\n      "))\n    ]")
    }
    if !endpoint.hasNoResult { arguments.append(metatype(endpoint.result, after: "result: ")) }
    let summary = endpoint.documentation.prefix { !$0.isEmpty }
    if !summary.isEmpty { arguments.append("summary: \(literal(summary.joined(separator: " ")))") }
    let spi = endpoint.attributes.spi.map { "\($0) " }.joined()
    return """
        /// `\(endpoint.method.rawValue.uppercased()) \(path)`
        \(spi)\(contract.access)static let \(endpoint.name.source): Naru.Endpoint = Naru.Endpoint(
          \(arguments.filter { !$0.isEmpty }.joined(separator: ",\n    "))
        )
      """
  }

  /// A type as a value, for a token: there, `Self` would be `Endpoints`. Nothing where the type may be a mistake.
  private func metatype(_ type: String, after text: String) -> String {
    guard !contract.hasMistakes else { return "" }
    // A dot between letters is a word boundary in the simple sense only.
    let name = /\bSelf\b/.wordBoundaryKind(.simple)
    return "\(text)\(type.replacing(name, with: contract.name.source)).self"
  }

  /// The method with labels. An endpoint without parameters has none: it would be the property again.
  private func method(_ endpoint: EndpointModel) -> String? {
    guard !endpoint.parameters.isEmpty else { return nil }
    let names = endpoint.parameters.map(\.name.source)
    let parameters = endpoint.parameters.map { parameter in
      "\(parameter.name.source): \(parameter.type)" + (parameter.isOptional ? " = nil" : "")
    }
    let lines =
      endpoint.documentation.map { $0.isEmpty ? "///" : "/// \($0)" }
      + endpoint.attributes.deprecation + endpoint.attributes.spi
    return """
      \(lines.map { "\($0)\n" }.joined())\(modifiers) func \(endpoint.name.source)(\(parameters.joined(separator: ", "))) \
      async \(endpoint.effect) -> \(endpoint.result) {
      \(body(["try await self.\(endpoint.name.source)(\(names.joined(separator: ", ")))"]))
      }
      """
  }

  /// The method that goes through the pages, for an endpoint with a parameter that says which one is wanted.
  private func pages(_ endpoint: EndpointModel) -> String? {
    guard let position = endpoint.parameters.first(where: \.isPosition) else { return nil }
    let parameters = endpoint.parameters.map { parameter in
      "\(parameter.name.source): \(parameter.type)" + (parameter.isOptional ? " = nil" : "")
    }
    let arguments = endpoint.parameters.map { $0.isPosition ? "position" : $0.name.source }
    let name = endpoint.name.source.hasPrefix("`") ? "`\(endpoint.name.text)Pages`" : "\(endpoint.name.text)Pages"
    let lines = endpoint.attributes.deprecation + endpoint.attributes.spi
    return """
      /// The pages of ``\(endpoint.name.text)``, one call for each, from `\(position.name.text)` on to the last one.
      \(lines.map { "\($0)\n" }.joined())\(modifiers) func \(name)(\(parameters.joined(separator: ", "))) \
      -> Naru.Pages<\(endpoint.result)> {
      \(body([
        "Naru.Pages(from: \(position.name.source)) { position in",
        "  try await self.\(endpoint.name.source)(\(arguments.joined(separator: ", ")))",
        "}",
      ]))
      }
      """
  }
}
