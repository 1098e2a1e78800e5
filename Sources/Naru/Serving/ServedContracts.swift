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

  /// Finds the endpoint of a request. An endpoint for `GET` also answers `HEAD`, without the body.
  ///
  /// - Parameters:
  ///   - method: the request's method.
  ///   - path: the path as received: percent-encoded, without the query.
  /// - Returns: the endpoint with the values of its path, or the reason why there is none.
  public func match(_ method: HTTPRequest.Method, path: Substring) -> Match {
    let segments = path.pathSegments
    var others: [(contract: Int, method: Endpoint.Method)] = []
    for number in index.candidates(for: segments) {
      let (contract, route) = routes[number]
      guard let values = route.endpoint.path.match(segments) else { continue }
      let wanted = route.endpoint.method.http
      if wanted == method || (method == .head && wanted == .get) {
        let options = contracts[contract].options
        return .found(
          MatchedCall(endpoint: route.endpoint, pathValues: values, handler: route.answer, options: options)
        )
      }
      others.append((contract, route.endpoint.method))
    }
    guard let first = others.first else { return .none }
    return .otherMethods(others.map(\.method), of: contracts[first.contract])
  }

  /// Answers a request: with an endpoint, or with a 405 or 404 in the format of the contract that the path belongs to.
  ///
  /// - Parameters:
  ///   - head: the request's head.
  ///   - body: the request's body; see ``MatchedCall/respond(to:body:)``.
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
    var literals: [Substring: Int] = [:]
    var placeholder: Int?
    var templates: [Int] = []
  }

  private var nodes = [Node()]

  init(_ templates: [PathTemplate]) {
    for (number, template) in templates.enumerated() {
      var node = 0
      for segment in template.segments { node = child(of: node, segment) }
      nodes[node].templates.append(number)
    }
  }

  private mutating func child(of node: Int, _ segment: PathTemplate.Segment) -> Int {
    let new = nodes.count
    switch segment {
    case .literal(let text):
      if let old = nodes[node].literals[text[...]] { return old }
      nodes[node].literals[text[...]] = new
    case .placeholder:
      if let old = nodes[node].placeholder { return old }
      nodes[node].placeholder = new
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
      found.append(contentsOf: nodes[node].templates)
      return
    }
    if let next = nodes[node].literals[segments[position]] {
      collect(segments, from: position + 1, at: next, into: &found)
    }
    if let next = nodes[node].placeholder { collect(segments, from: position + 1, at: next, into: &found) }
  }
}
