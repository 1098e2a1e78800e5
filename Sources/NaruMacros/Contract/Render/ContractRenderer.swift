/// The renderer of a contract's expansion. It does not depend on syntax.
///
/// Everything is `nonisolated`, because the user's module may isolate to the main actor by default. Types of the
/// runtime are qualified, because a contract needs no other import. All types are explicit, so that each closure is
/// type-checked on its own, and a contract of a hundred endpoints in linear time.
struct ContractRenderer {
  let contract: ContractModel

  /// All members, each a declaration.
  var members: [String] {
    [initializer, tokens] + contract.endpoints.compactMap(method) + contract.endpoints.compactMap(pages)
      + [live, unimplemented, routes] + deprecatedAccess
  }

  /// The modifiers of generated declarations.
  var modifiers: String { "\(contract.access)nonisolated" }

  /// Returns the statements of a generated function, or a trap if the contract has mistakes.
  func body(_ statements: [String]) -> String {
    indented(contract.hasMistakes ? ["Swift.preconditionFailure(\"This contract has mistakes.\")"] : statements)
  }
}

extension ContractRenderer {
  /// The initializer with all closures.
  private var initializer: String {
    let parameters =
      contract.endpoints.map { "\($0.name.parameter): @escaping \($0.type)" }
      + contract.unreadable.compactMap { endpoint in endpoint.type.map { "\(endpoint.name.source): \($0)" } }
    return """
      /// Creates a contract from a closure for each endpoint.
      \(modifiers) init(\(list(parameters))) {
      \(body(assignments))
      }
      """
  }

  private var assignments: [String] {
    guard contract.endpoints.contains(where: \.isDeprecated) else {
      return contract.endpoints.map { "self.\($0.name.source) = \($0.name.local)" }
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
    var head =
      "\(literal(contract.name.text)), \(literal(endpoint.name.text)), .\(endpoint.method.rawValue), \(literal(path))"
    if let format = contract.format { head += ", format: \(format)" }
    if let host = contract.host { head += ", host: \(literal(host))" }
    if let auth = endpoint.auth { head += ", auth: \(auth)" }
    if !contract.hasMistakes {
      if let security = endpoint.security { head += ", security: \(security)" }
      if let scopes = endpoint.scopes { head += ", scopes: \(scopes)" }
    }
    if let status = endpoint.status { head += ", status: \(status)" }
    if endpoint.idempotencyKey { head += ", idempotencyKey: true" }
    if endpoint.isVersioned { head += ", versioned: true" }
    if !endpoint.headers.isEmpty {
      head +=
        ", headers: [\(endpoint.headers.map { "\(literal($0.name)): \(literal($0.value))" }.joined(separator: ", "))]"
    }
    if let nilOn = endpoint.nilOn { head += ", nilOn: \(nilOn)" }
    if let timeout = endpoint.timeout { head += ", timeout: \(timeout)" }
    if let retries = endpoint.retries { head += ", retries: \(retries)" }
    if endpoint.followsRedirects { head += ", redirects: true" }
    var arguments = [head]
    if !endpoint.parameters.isEmpty {
      let parameters = endpoint.parameters.map { parameter in
        "Naru.Endpoint.Parameter(\(literal(parameter.wireName)), .\(parameter.location.rawValue)"
          + metatype(parameter.valueType, after: ", ") + details(of: parameter) + ")"
      }
      arguments.append("parameters: [\n      \(parameters.joined(separator: ",\n      "))\n    ]")
    }
    if endpoint.parameters.contains(where: \.hasFreeKeys), !endpoint.constants.isEmpty {
      arguments.append("constants: [\(endpoint.constants.map { literal($0.name) }.joined(separator: ", "))]")
    }
    if !endpoint.hasNoResult { arguments.append(metatype(endpoint.result, after: "result: ")) }
    if let failures = endpoint.failures, !contract.hasMistakes { arguments.append("failures: \(failures)") }
    if !endpoint.changes.isEmpty, !contract.hasMistakes {
      arguments.append("changes: [\(endpoint.changes.joined(separator: ", "))]")
    }
    if let day = endpoint.deprecated { arguments.append("deprecatedSince: \(literal(day))") }
    if let day = endpoint.sunset { arguments.append("sunset: \(literal(day))") }
    if endpoint.isDeprecated { arguments.append("deprecated: true") }
    let documentation = EndpointDocumentation(endpoint.documentation)
    if !documentation.summary.isEmpty { arguments.append("summary: \(literal(documentation.summary))") }
    if !documentation.discussion.isEmpty { arguments.append("discussion: \(literal(documentation.discussion))") }
    let spi = endpoint.attributes.spi.map { "\($0) " }.joined()
    return """
        /// `\(endpoint.method.rawValue.uppercased()) \(path)`
        \(spi)\(contract.access)static let \(endpoint.name.source): Naru.Endpoint = Naru.Endpoint(
          \(arguments.filter { !$0.isEmpty }.joined(separator: ",\n    "))
        )
      """
  }

  /// Returns the arguments of a parameter's description after its type.
  private func details(of parameter: ParameterModel) -> String {
    var text = parameter.isOptional ? ", optional: true" : ""
    if let separator = parameter.separator { text += ", separator: \(literal(separator))" }
    if let nesting = parameter.nesting { text += ", nesting: \(nesting)" }
    if !parameter.constraints.isEmpty, !contract.hasMistakes {
      text += ", constraints: [\(parameter.constraints.joined(separator: ", "))]"
    }
    if !parameter.summary.isEmpty { text += ", summary: \(literal(parameter.summary))" }
    return text
  }

  /// Returns a type as an argument of a token, where `Self` would mean `Endpoints`. Empty if the type may be a mistake.
  private func metatype(_ type: String, after text: String) -> String {
    contract.hasMistakes ? "" : "\(text)\(outside(type)).self"
  }

  /// Returns a type as it is written in a nested type, where `Self` has another meaning.
  private func outside(_ type: String) -> String {
    // Building the expression takes longer than the rest of a parameter.
    guard type.utf8.count >= 4, type.contains("Self") else { return type }
    // By default, a dot between letters is not a word boundary.
    return type.replacing(/\bSelf\b/.wordBoundaryKind(.simple), with: contract.name.source)
  }

  /// Returns the method with labels. An endpoint without parameters has none, because it would collide with the
  /// property.
  private func method(_ endpoint: EndpointModel) -> String? {
    guard !endpoint.parameters.isEmpty else { return nil }
    let names = endpoint.parameters.map(\.name.source)
    let lines =
      endpoint.documentation.map { $0.isEmpty ? "///" : "/// \($0)" }
      + endpoint.attributes.deprecation + endpoint.attributes.spi
    return """
      \(lines.map { "\($0)\n" }.joined())\(modifiers) func \(endpoint.name.source)(\(endpoint.labeledParameters)) \
      async \(endpoint.effect) -> \(endpoint.result) {
      \(body(["try await self.\(endpoint.name.source)(\(names.joined(separator: ", ")))"]))
      }
      """
  }

  /// Returns the method that iterates over pages, for an endpoint with a parameter that selects the page.
  private func pages(_ endpoint: EndpointModel) -> String? {
    guard let position = endpoint.parameters.first(where: \.isPosition) else { return nil }
    let arguments = endpoint.parameters.map { $0.isPosition ? "position" : $0.name.source }
    let name = endpoint.name.derived("\(endpoint.name.text)Pages")
    let lines = endpoint.attributes.deprecation + endpoint.attributes.spi
    return """
      /// Returns the pages of ``\(endpoint.name.text)`` from `\(position.name.text)` to the last one, with a call for
      /// each.
      \(lines.map { "\($0)\n" }.joined())\(modifiers) func \(name)(\(endpoint.labeledParameters)) \
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

extension EndpointModel {
  /// The parameters of generated methods.
  fileprivate var labeledParameters: String {
    parameters.map { parameter in
      let value = parameter.defaultValue ?? (parameter.isOptional ? "nil" : nil)
      return "\(parameter.name.source): \(parameter.type)\(value.map { " = \($0)" } ?? "")"
    }.joined(separator: ", ")
  }
}
