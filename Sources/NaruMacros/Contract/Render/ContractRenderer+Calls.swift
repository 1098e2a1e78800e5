extension ContractRenderer {
  /// `Call`, with a case for each endpoint. `nil` if the contract does not ask for it.
  var calls: String? {
    guard contract.hasCalls else { return nil }
    // It is `indirect`, because copying an enum with many different values is much code.
    let cases = endpointsWithCall.map { endpoint in
      let values = endpoint.parameters.map { "\($0.name.label): \(outside($0.type))\($0.defaultArgument)" }
      let path = endpoint.path ?? "/"
      return """
          /// `\(endpoint.method.rawValue.uppercased()) \(path)`
          case \(endpoint.name.source)\(values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
        """
    }
    return """
      /// A call of this contract as a value.
      \(modifiers) indirect enum Call: Naru.ContractCall {
      \(cases.joined(separator: "\n"))

        \(contract.access)var sending: @concurrent @Sendable (\(contract.name.source)) async throws -> any Swift.Sendable {
      \(body(sends, indentation: "    "))
        }

        \(contract.access)var outgoing: Naru.OutgoingCall {
      \(body(writes, indentation: "    "))
        }

        \(contract.access)static func reading(_ call: Naru.IncomingCall) throws -> Self? {
      \(body(reads, indentation: "    "))
        }
      }
      """
  }

  /// Returns the statements that collect the arguments `p0`, `p1`, … of a call.
  func collected(_ endpoint: EndpointModel) -> [String] {
    let constants = endpoint.constants.map { "call.query(\(literal($0.name)), \(literal($0.value)))" }
    let arguments = endpoint.parameters.enumerated().map { index, parameter in
      switch parameter.location {
      case .body: "call.body(p\(index))"
      case .path where parameter.isRest: "call.path(\(literal(parameter.wireName)), rest: p\(index))"
      case _ where parameter.separator != nil:
        "call.query(\(literal(parameter.wireName)), joined: p\(index)\(separator(parameter)))"
      default: "call.\(parameter.location.rawValue)(\(literal(parameter.wireName)), p\(index))"
      }
    }
    let declaration =
      "\((constants + arguments).isEmpty ? "let" : "var") call = Naru.OutgoingCall(Endpoints.\(endpoint.name.source))"
    return [declaration] + constants + arguments
  }

  /// Returns the expression of the call with the arguments `p0`, `p1`, ….
  private func call(_ endpoint: EndpointModel) -> String {
    let arguments = endpoint.parameters.enumerated().map { "\($1.name.label): p\($0)" }
    return "Call.\(endpoint.name.source)\(arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")"
  }

  // A case can't be hidden by `@_spi`.
  private var endpointsWithCall: [EndpointModel] { contract.endpoints.filter(\.attributes.spi.isEmpty) }

  // One asynchronous function with a call for each endpoint would take the compiler as long as the rest of the contract.
  private var sends: [String] {
    var lines = ["switch self {"]
    for endpoint in endpointsWithCall {
      let closure =
        endpoint.isDeprecated
        ? "\(contract.name.source).deprecatedAccess.\(endpoint.name.source)(api)" : "api.\(endpoint.name.source)"
      let arguments = endpoint.parameters.indices.map { "p\($0)" }.joined(separator: ", ")
      lines += [
        pattern(endpoint),
        "  return { (api: \(contract.name.source)) async throws -> any Swift.Sendable in",
        "    try await \(closure)(\(arguments))",
        "  }",
      ]
    }
    return lines + ["}"]
  }

  private var writes: [String] {
    var lines = ["switch self {"]
    for endpoint in endpointsWithCall {
      lines.append(pattern(endpoint))
      lines += (collected(endpoint) + ["return call"]).map { "  \($0)" }
    }
    return lines + ["}"]
  }

  private var reads: [String] {
    let unreadable: [Location] = contract.isServed ? [.form, .part] : [.form, .part, .body]
    let readable = endpointsWithCall.filter { endpoint in
      !endpoint.parameters.contains { unreadable.contains($0.location) }
    }
    // A `switch` over the endpoints would take the compiler several times as long.
    return readable.flatMap(read) + ["return nil"]
  }

  private func read(_ endpoint: EndpointModel) -> [String] {
    var lines: [String] = ["if call.isCall(of: Endpoints.\(endpoint.name.source)) {"]
    for constant in endpoint.constants {
      lines.append("  try call.require(\(literal(constant.name)), \(literal(constant.value)))")
    }
    for (index, parameter) in endpoint.parameters.enumerated() {
      lines.append("  let p\(index): \(outside(parameter.type)) = try call.\(reader(parameter, isStored: true))")
    }
    for (index, parameter) in endpoint.parameters.enumerated() where !parameter.limits.isEmpty {
      lines.append("  try call.check(p\(index), \(index))")
    }
    lines.append("  return \(call(endpoint))")
    return lines + ["}"]
  }

  private func pattern(_ endpoint: EndpointModel) -> String {
    let names = endpoint.parameters.indices.map { "let p\($0)" }.joined(separator: ", ")
    return "case .\(endpoint.name.source)\(names.isEmpty ? "" : "(\(names))"):"
  }
}
