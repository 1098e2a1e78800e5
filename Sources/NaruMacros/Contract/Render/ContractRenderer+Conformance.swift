extension ContractRenderer {
  /// `live`, whose closures call the server.
  var live: String {
    let closures = contract.endpoints.enumerated().map { index, endpoint in
      let statements = collected(endpoint) + ["return try await client.send(call)"]
      return "let e\(index): \(endpoint.type) = \(closure(endpoint, statements, parameterName: { "p\($0)" }))"
    }
    return """
      /// Creates a contract whose closures call the server of `client`.
      \(modifiers) static func live(_ client: Naru.APIClient) -> Self {
      \(body(closures + [result]))
      }
      """
  }

  /// `unimplemented`, whose closures report a test failure.
  var unimplemented: String {
    let closures = contract.endpoints.enumerated().map { index, endpoint in
      let statements = ["throw Naru.unimplementedCall(Endpoints.\(endpoint.name.source))"]
      return "let e\(index): \(endpoint.type) = \(closure(endpoint, statements, parameterName: { _ in "_" }))"
    }
    return """
      /// A contract whose closures report a test failure that names the endpoint, and throw.
      \(modifiers) static var unimplemented: Self {
      \(body(closures + [result]))
      }
      """
  }

  /// `routes`, with the code that serves each endpoint.
  var routes: String {
    guard contract.isServed else { return onlyEndpoints }
    let routes = contract.endpoints.enumerated().map { index, endpoint in
      // The body last, so that it is not read for a call with another parameter that is invalid.
      let parameters = Array(endpoint.parameters.enumerated())
      let ordered = parameters.filter { !$1.location.isInBody } + parameters.filter { $1.location.isInBody }
      let values = ordered.map { index, parameter in
        "let p\(index): \(parameter.type) = try \(parameter.location.isInBody ? "await " : "")call.\(reader(parameter))"
      }
      let checks = endpoint.parameters.enumerated().compactMap { index, parameter in
        parameter.constraints.isEmpty ? nil : "try call._check(p\(index), \(index))"
      }
      let arguments = endpoint.parameters.indices.map { "p\($0)" }.joined(separator: ", ")
      let closure =
        endpoint.isDeprecated ? "deprecatedAccess.\(endpoint.name.source)(api)" : "api.\(endpoint.name.source)"
      let answer =
        endpoint.hasNoResult
        ? ["try await \(closure)(\(arguments))", "return try call.reply(())"]
        : ["let value: \(endpoint.result) = try await \(closure)(\(arguments))", "return try call.reply(value)"]
      return """
        let r\(index) = Naru.Route<Self>(Endpoints.\(endpoint.name.source)) { \
        (api: Self, call: Naru.IncomingCall) async throws -> Naru.APIResponse in
        \(indented(values + checks + answer))
        }
        """
    }
    let all = contract.endpoints.indices.map { "r\($0)" }.joined(separator: ", ")
    return """
      /// The endpoints with the code that serves each one from a value of the contract.
      \(modifiers) static var routes: [Naru.Route<Self>] {
      \(body(routes + ["return [\(all)]"]))
      }
      """
  }

  /// `endpoints` and `routes` of a contract for clients only.
  private var onlyEndpoints: String {
    let all = contract.endpoints.map { "Endpoints.\($0.name.source)" }
    return """
      /// The tokens of all endpoints, in the order of the declaration.
      \(modifiers) static var endpoints: [Naru.Endpoint] {
      \(body(["[\(list(all))]"]))
      }

      /// Nothing: this contract is for clients only.
      \(modifiers) static var routes: [Naru.Route<Self>] {
      \(body(["[]"]))
      }
      """
  }

  /// Returns the statements that collect the arguments `p0`, `p1`, … of a call.
  private func collected(_ endpoint: EndpointModel) -> [String] {
    let constants = endpoint.constants.map { "call.query(\(literal($0.name)), \(literal($0.value)))" }
    let arguments = endpoint.parameters.enumerated().map { index, parameter in
      switch parameter.location {
      case .body: "call.body(p\(index))"
      case .path where parameter.isRest: "call.path(\(literal(parameter.wireName)), rest: p\(index))"
      case _ where parameter.separator != nil:
        "call.query(\(literal(parameter.wireName)), joined: p\(index)\(form(parameter)))"
      default: "call.\(parameter.location.rawValue)(\(literal(parameter.wireName)), p\(index)\(form(parameter)))"
      }
    }
    let declaration =
      "\((constants + arguments).isEmpty ? "let" : "var") call = Naru.OutgoingCall(Endpoints.\(endpoint.name.source))"
    return [declaration] + constants + arguments
  }

  /// The argument with the separator of a list or the form of an object. Empty for a comma and for other values.
  private func form(_ parameter: ParameterModel) -> String {
    if let nesting = parameter.nesting { return ", nested: \(nesting)" }
    guard let separator = parameter.separator, separator != "," else { return "" }
    return ", by: \(literal(separator))"
  }

  /// The statement that creates the contract from the closures `e0`, `e1`, ….
  private var result: String {
    let arguments = contract.endpoints.enumerated().map { "\($1.name.label): e\($0)" }
    return "return Self(\(list(arguments)))"
  }

  private func closure(_ endpoint: EndpointModel, _ statements: [String], parameterName: (Int) -> String) -> String {
    let parameters = endpoint.parameters.indices.map(parameterName).joined(separator: ", ")
    return """
      { (\(parameters)) async \(endpoint.effect) -> \(endpoint.result) in
      \(indented(statements))
      }
      """
  }

  /// Returns the call that reads a parameter.
  private func reader(_ parameter: ParameterModel) -> String {
    let location =
      parameter.separator != nil
      ? "joinedQuery"
      : parameter.isRest ? "rest" : parameter.location.rawValue
    let name = parameter.isOptional ? "optional\(location.prefix(1).uppercased())\(location.dropFirst())" : location
    return parameter.location == .body ? "\(name)()" : "\(name)(\(literal(parameter.wireName))\(form(parameter)))"
  }
}
