public import HTTPTypes

// MARK: - For authors of servers

/// The contracts of one server, with an index of their endpoints. Finding an endpoint takes the same time in any of them.
///
/// `Router.mount` and ``InMemoryTransport`` use it. To serve contracts with another web server, call ``accept(_:)`` for each request;
/// see <doc:OtherServers>.
///
/// If several paths match a request, only the most specific one counts: a literal segment comes before a placeholder, in any
/// contract. If several contracts have that path with the same method, the first contract responds.
public struct ContractDispatcher: Sendable {
  /// The result of matching a request.
  package enum Match: Sendable {
    /// The endpoint for the request.
    case found(MatchedCall)
    /// The path exists, but only with these methods. The contract is the first one that has the path.
    case otherMethods([Endpoint.Method], of: ServedContract)
    /// No endpoint has this path.
    case none
  }

  /// The contracts, in the order of their precedence.
  package let contracts: [ServedContract]
  private let routes: [(contract: Int, route: ServedRoute)]
  private let index: PathIndex

  /// Indexes the endpoints of some contracts.
  public init(_ contracts: [ServedContract]) {
    self.contracts = contracts
    routes = contracts.enumerated().flatMap { number, contract in
      contract.routes.map { (number, ServedRoute($0, contract.options)) }
    }
    index = PathIndex(routes.map(\.route.endpoint.path))
  }

  /// Finds the endpoint of a request. An endpoint for `GET` also serves `HEAD`, without the body, unless there is one for `HEAD`.
  package func match(_ method: HTTPRequest.Method, path: Substring) -> Match {
    guard path.utf8.first == UInt8(ascii: "/") else { return .none }
    let match = match(method, path.pathSegments)
    // A client may encode more than it has to, or in lower case: `%3a` for a colon.
    guard case .none = match, path.utf8.contains(UInt8(ascii: "%")) else { return match }
    return self.match(method, QueryString.normalized(path).pathSegments)
  }

  private func match(_ method: HTTPRequest.Method, _ segments: [Substring]) -> Match {
    var others: [(contract: Int, method: Endpoint.Method)] = []
    var get: MatchedCall?
    var shape: Int?
    for number in index.candidates(for: segments) {
      // The remaining templates are less specific.
      if let shape, shape != index.shapes[number] { break }
      let (contract, route) = routes[number]
      guard let values = route.endpoint.path.match(segments) else { continue }
      shape = index.shapes[number]
      let wanted = route.endpoint.method.http
      if wanted == method || (method == .head && wanted == .get && get == nil) {
        let call = MatchedCall(route: route, pathValues: values)
        if wanted == method { return .found(call) }
        get = call
      }
      others.append((contract, route.endpoint.method))
    }
    if let get { return .found(get) }
    guard let first = others.first else { return .none }
    return .otherMethods(others.map(\.method), of: contracts[first.contract])
  }

  /// Finds the endpoint of a request, authenticates the caller, and checks the length and the type of the body. An unknown path is
  /// rejected with 404, and another method with 405, in the format of the contract that the path belongs to.
  ///
  /// - Parameter head: the request's head.
  /// - Returns: the accepted call, or the rejection.
  @concurrent
  public func accept(_ head: HTTPRequest) async -> RequestDecision {
    let path = (head.path ?? "/").splitTarget.path
    return switch match(head.method, path: path) {
    case .found(let call): await call.accept(head)
    case .otherMethods(let methods, of: let contract): .rejected(contract.methodNotAllowed(methods, to: head))
    case .none: .rejected(notFound(head, path))
    }
  }

  /// Responds to a request: ``accept(_:)`` and ``AcceptedCall/respond(body:)`` in one.
  package func respond(to head: HTTPRequest, body: @escaping @Sendable () -> Blob) async -> APIResponse {
    await accept(head).response(body)
  }

  /// Responds to a request at the address of a link: the endpoint that it was made for handles it.
  func respond(to head: HTTPRequest, at endpoint: Endpoint, body: @escaping @Sendable () -> Blob) async -> APIResponse {
    guard let (_, route) = routes.first(where: { $0.route.endpoint == endpoint }) else {
      return notFound(head, (head.path ?? "/").splitTarget.path)
    }
    return await MatchedCall(route: route, pathValues: []).accept(head).response(body)
  }

  private func notFound(_ head: HTTPRequest, _ path: Substring) -> APIResponse {
    unknownPath(head, path: path)
      ?? .notFound(to: head, format: BareJSON.self, otherwise: contracts.first?.options.language ?? .english)
  }

  /// The 404 for a path that no endpoint has, in the format of the contracts whose paths begin most like it. If they have several
  /// formats, it is in the format of ``BareJSON``.
  package func unknownPath(_ head: HTTPRequest, path: Substring) -> APIResponse? {
    let nearest = index.nearest(to: path.pathSegments).map { contracts[routes[$0].contract] }
    guard let first = nearest.first else { return nil }
    let isShared = nearest.contains { $0.format != first.format }
    return .notFound(to: head, format: isShared ? BareJSON.self : first.format, otherwise: first.options.language)
  }
}

/// An endpoint with its handler and options. It is a class because each call copies it several times.
final class ServedRoute: Sendable {
  let endpoint: Endpoint
  let handler: ServedContract.Handler
  let options: ServingOptions
  /// All steps that run after the caller is known and before the handler, in order.
  let steps: [CallInterceptor]
  /// How the endpoint reads the body.
  let body: AcceptedCall.Body
  /// Whether a parameter is a header field, so that a response doesn't only depend on the path and the query.
  let hasHeaderParameter: Bool
  /// Count the calls. They are no interceptors, because an asynchronous function takes longer than counting.
  let counters: [@Sendable (HTTPRequest) -> Void]

  init(_ route: ServedContract.Route, _ options: ServingOptions) {
    endpoint = route.endpoint
    self.options = options
    let isRead = endpoint.method == .get || endpoint.method == .head
    handler = isRead ? route.handler : options.changeFeed?.reporting(route.handler, of: endpoint) ?? route.handler
    steps =
      options.interceptors
      + [
        options.handlerTimeout.map { limit in
          CallInterceptor { call, next in try await withTimeLimit(limit) { try await next(call) } }
        },
        route.version.map { .checking($0, options.idempotency, options.writeLock) },
        isRead ? nil : options.idempotency.map { .once(in: $0) },
      ].compactMap(\.self)
    body = endpoint.body(options)
    counters = options.makeCounters.map { $0(route.endpoint) }
    hasHeaderParameter = endpoint.parameters.contains { [.header, .cookie].contains($0.location) }
  }
}

extension Endpoint {
  /// How the endpoint reads the body.
  fileprivate func body(_ options: ServingOptions) -> AcceptedCall.Body {
    for parameter in parameters {
      switch parameter.location {
      case .path, .query, .header, .cookie: continue
      case .body where parameter.type == Blob.self: return .streamed(limit: options.maxUploadSize)
      // A hand-written token may not have the type.
      case .body where parameter.type == nil: return .streamed(limit: max(options.maxUploadSize, options.maxBodySize))
      case .body: return .collected(limit: options.maxBodySize)
      case .form: return .collected(limit: options.maxBodySize)
      // The files and the fields, which have limits of their own.
      case .part:
        let (limit, overflows) = options.maxUploadSize.addingReportingOverflow(options.maxBodySize)
        return .streamed(limit: overflows ? .max : limit)
      }
    }
    return .none
  }
}

/// An index of path templates by their literal segments.
struct PathIndex: Sendable {
  private struct Node: Sendable {
    // There are few, and comparing bytes takes fewer instructions than hashing a string.
    var literals: [(text: String, node: Int)] = []
    var placeholder: Int?
    /// The templates that end here with a placeholder for the rest of the path.
    var rest: [Int] = []
    var templates: [Int] = []
  }

  private var nodes = [Node()]
  /// A number for each template. Templates that are equally specific and match the same paths have the same one.
  private(set) var shapes: [Int]

  init(_ templates: [PathTemplate]) {
    shapes = Array(templates.indices)
    for (number, template) in templates.enumerated() {
      var node = 0
      for segment in template.segments {
        if case .rest = segment { nodes[node].rest.append(number) } else { node = child(of: node, segment) }
      }
      guard !template.hasRest else { continue }
      // Before those that are less specific, and after the others.
      let place = nodes[node].templates.firstIndex { template.isMoreSpecific(than: templates[$0]) }
      nodes[node].templates.insert(number, at: place ?? nodes[node].templates.endIndex)
    }
    for node in nodes {
      for (number, next) in zip(node.templates, node.templates.dropFirst())
      where !templates[number].isMoreSpecific(than: templates[next]) {
        shapes[next] = shapes[number]
      }
      for (number, next) in zip(node.rest, node.rest.dropFirst()) { shapes[next] = shapes[number] }
    }
  }

  private mutating func child(of node: Int, _ segment: PathTemplate.Segment) -> Int {
    let new = nodes.count
    switch segment {
    case .literal(let text):
      if let old = nodes[node].literals.first(where: { $0.text == text }) { return old.node }
      nodes[node].literals.append((text, new))
    case .placeholders:
      if let old = nodes[node].placeholder { return old }
      nodes[node].placeholder = new
    case .rest: return node
    }
    nodes.append(Node())
    return new
  }

  /// The numbers of the templates that may match, the most specific ones first. The literal segments match; what a placeholder
  /// stands for has not been looked at.
  func candidates(for segments: [Substring]) -> [Int] {
    var found: [Int] = []
    collect(segments, from: 0, at: 0, into: &found)
    return found
  }

  private func collect(_ segments: [Substring], from position: Int, at node: Int, into found: inout [Int]) {
    guard position < segments.count else {
      if found.isEmpty { found = nodes[node].templates } else { found += nodes[node].templates }
      return
    }
    for literal in nodes[node].literals where segments[position].hasBytes(of: literal.text) {
      collect(segments, from: position + 1, at: literal.node, into: &found)
    }
    if let next = nodes[node].placeholder { collect(segments, from: position + 1, at: next, into: &found) }
    if !nodes[node].rest.isEmpty { found += nodes[node].rest }
  }

  /// The numbers of the templates that share the longest beginning with a path, of at least one segment: those that go on after
  /// it, or if there are none, those that end there.
  func nearest(to segments: [Substring]) -> [Int] {
    var level = [0]
    var isStart = true
    for segment in segments {
      let next = level.flatMap { node in
        nodes[node].literals.filter { segment.hasBytes(of: $0.text) }.map(\.node)
          + [nodes[node].placeholder].compactMap { segment.isEmpty ? nil : $0 }
      }
      if next.isEmpty { break }
      level = next
      isStart = false
    }
    guard !isStart else { return [] }
    let below = level.flatMap { children(of: $0) }.flatMap { templates(below: $0) }
    return (below.isEmpty ? level.flatMap { nodes[$0].templates } : below).sorted()
  }

  private func children(of node: Int) -> [Int] {
    nodes[node].literals.map(\.node) + [nodes[node].placeholder].compactMap(\.self)
  }

  private func templates(below node: Int) -> [Int] {
    nodes[node].templates + nodes[node].rest + children(of: node).flatMap { templates(below: $0) }
  }
}
