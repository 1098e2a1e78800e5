public import HTTPTypes

// MARK: - For authors of servers

/// The contracts of one server, with an index of their endpoints. Finding an endpoint takes the same time in any of them.
///
/// `Router.mount` and ``InMemoryTransport`` use it. To serve contracts with another web server, call ``respond(to:body:)``
/// for each request, or ``match(_:path:)`` if the server also has routes of its own.
///
/// If several contracts have an endpoint for a request, the first contract answers; within a contract, the endpoint with
/// the most specific path.
@_documentation(visibility: internal)
public struct ServedContracts: Sendable {
  /// The result of matching a request.
  public enum Match: Sendable {
    /// The endpoint for the request.
    case found(MatchedCall)
    /// The path exists, but only with these methods. The contract is the first of those that have the path.
    case otherMethods([Endpoint.Method], of: ServedContract)
    /// No endpoint has this path.
    case none
  }

  /// The contracts, in the order in which they are asked.
  public let contracts: [ServedContract]
  private let routes: [(contract: Int, route: ServedContract.Route)]
  private let index: PathIndex

  /// Indexes the endpoints of some contracts.
  public init(_ contracts: [ServedContract]) {
    self.contracts = contracts
    routes = contracts.enumerated().flatMap { number, contract in contract.routes.map { (number, $0) } }
    index = PathIndex(routes.map(\.route.endpoint.path))
  }

  /// Finds the endpoint of a request. An endpoint for `GET` also answers `HEAD`, without the body, unless there is one for `HEAD`.
  ///
  /// - Parameters:
  ///   - method: the request's method.
  ///   - path: the path as received: percent-encoded, without the query.
  /// - Returns: the endpoint with the values of its path, or the reason why there is none.
  public func match(_ method: HTTPRequest.Method, path: Substring) -> Match {
    let segments = path.pathSegments
    var others: [(contract: Int, method: Endpoint.Method)] = []
    var get: MatchedCall?
    for number in index.candidates(for: segments) {
      let (contract, route) = routes[number]
      guard let values = route.endpoint.path.match(segments) else { continue }
      let wanted = route.endpoint.method.http
      if wanted == method || (method == .head && wanted == .get && get == nil) {
        let options = contracts[contract].options
        let call = MatchedCall(endpoint: route.endpoint, pathValues: values, handler: route.answer, options: options)
        if wanted == method { return .found(call) }
        get = call
      }
      others.append((contract, route.endpoint.method))
    }
    if let get { return .found(get) }
    guard let first = others.first else { return .none }
    return .otherMethods(others.map(\.method), of: contracts[first.contract])
  }

  /// Answers a request: with an endpoint, or with a 405 or 404 in the format of the contract that the path belongs to.
  ///
  /// - Parameters:
  ///   - head: the request's head.
  ///   - body: the request's body; see `MatchedCall`.
  /// - Returns: the response.
  @concurrent
  public func respond(to head: HTTPRequest, body: @escaping @Sendable () -> Blob) async -> APIResponse {
    let path = (head.path ?? "/").splitTarget.path
    return switch match(head.method, path: path) {
    case .found(let call): await call.respond(to: head, body: body)
    case .otherMethods(let methods, of: let contract): contract.methodNotAllowed(methods)
    case .none:
      unknownPath(path) ?? APIResponse(failure: APIError(.notFound), format: BareJSON.self, language: .korean)
    }
  }

  /// The 404 for a path that no endpoint has, in the format of the contract whose paths begin most like it.
  ///
  /// - Parameter path: the path as received.
  /// - Returns: the response, or `nil` if no contract's paths begin like this one.
  public func unknownPath(_ path: Substring) -> APIResponse? {
    let segments = path.pathSegments
    var best: (contract: ServedContract, length: Int)?
    for contract in contracts {
      guard let length = contract.sharedStart(with: segments), length > best?.length ?? -1 else { continue }
      best = (contract, length)
    }
    return best?.contract.notFound(path)
  }
}

/// An index of path templates by their literal segments.
struct PathIndex: Sendable {
  private struct Node: Sendable {
    // There are few, and comparing bytes takes fewer instructions than hashing a text.
    var literals: [(text: String, node: Int)] = []
    var placeholder: Int?
    /// The templates that end here with a placeholder for the rest of the path.
    var rest: [Int] = []
    var templates: [Int] = []
  }

  private var nodes = [Node()]

  init(_ templates: [PathTemplate]) {
    for (number, template) in templates.enumerated() {
      var node = 0
      for segment in template.segments {
        if case .rest = segment { nodes[node].rest.append(number) } else { node = child(of: node, segment) }
      }
      if !template.hasRest { nodes[node].templates.append(number) }
    }
  }

  private mutating func child(of node: Int, _ segment: PathTemplate.Segment) -> Int {
    let new = nodes.count
    switch segment {
    case .literal(let text):
      if let old = nodes[node].literals.first(where: { $0.text == text }) { return old.node }
      nodes[node].literals.append((text, new))
    case .placeholder:
      if let old = nodes[node].placeholder { return old }
      nodes[node].placeholder = new
    case .rest: return node
    }
    nodes.append(Node())
    return new
  }

  /// The numbers of the templates that may match, in ascending order. The literal segments match; what a placeholder
  /// stands for has not been looked at.
  func candidates(for segments: [Substring]) -> [Int] {
    var found: [Int] = []
    collect(segments, from: 0, at: 0, into: &found)
    if found.count > 1 { found.sort() }
    return found
  }

  private func collect(_ segments: [Substring], from position: Int, at node: Int, into found: inout [Int]) {
    guard position < segments.count else {
      if found.isEmpty { found = nodes[node].templates } else { found += nodes[node].templates }
      return
    }
    if !nodes[node].rest.isEmpty { found += nodes[node].rest }
    for literal in nodes[node].literals where segments[position].hasBytes(of: literal.text) {
      collect(segments, from: position + 1, at: literal.node, into: &found)
    }
    if let next = nodes[node].placeholder { collect(segments, from: position + 1, at: next, into: &found) }
  }
}
