package import HTTPTypes

/// A contract with the value that implements it, for each caller.
///
/// A web server responds to HTTP requests with it: `NaruServer` mounts it in a Hummingbird router, ``InMemoryTransport`` calls
/// it in this process.
public struct ServedContract: Sendable {
  typealias Handler = @concurrent @Sendable (Caller, IncomingCall) async throws -> APIResponse
  typealias Route = (endpoint: Endpoint, handler: Handler, version: VersionedPath?)

  /// The tokens of the contract's endpoints.
  public var endpoints: [Endpoint] { routes.map(\.endpoint) }

  /// The endpoints. Of two that match the same path, the more specific one comes first.
  let routes: [Route]
  private(set) var options: ServingOptions
  let format: any ResponseFormat.Type

  /// Serves a contract.
  ///
  /// - Precondition: the contract is not for clients only (`@API(serves: false)`).
  /// - Parameters:
  ///   - contract: the contract's type.
  ///   - options: the authenticator and the limits.
  ///   - api: returns the value for a caller. It is called for each accepted request, also of a guest; an error that it throws
  ///     becomes the response.
  public init<API: Contract>(
    _ contract: API.Type,
    options: ServingOptions = ServingOptions(),
    api: @escaping @Sendable (Caller) throws -> API
  ) {
    let routes = API.routes
    precondition(
      !routes.isEmpty || API.endpoints.isEmpty,
      "\(contract) is declared with `serves: false`, so it can only be called. Remove that to serve it."
    )
    self.options = options
    let sorted: [(endpoint: Endpoint, handler: Handler)] =
      routes
      .sorted { $0.endpoint.path.isMoreSpecific(than: $1.endpoint.path) }
      .map { route in
        (route.endpoint, { caller, call in try await route.handler(api(caller), call) })
      }
    let (endpoints, writeLock) = (sorted.map(\.endpoint), Turns())
    self.routes = sorted.map { route in
      let get = route.endpoint.version(in: endpoints)
      let version = sorted.first { $0.endpoint == get }.map {
        VersionedPath(endpoint: $0.endpoint, handler: $0.handler, writeLock: writeLock)
      }
      return (route.endpoint, route.handler, version)
    }
    format = routes.first?.endpoint.format ?? BareJSON.self
  }

  /// Returns the contract with one more interceptor of its calls, before all others.
  package func intercepted(by interceptor: CallInterceptor) -> ServedContract {
    var contract = self
    contract.options.interceptors.insert(interceptor, at: 0)
    return contract
  }

  /// Returns the contract whose calls report their changes to a feed.
  func reporting(to feed: ChangeFeed) -> ServedContract {
    var contract = self
    contract.options.changeFeed = feed
    return contract
  }

  /// Returns the contract with a counter of the calls of each endpoint. It gets the head of each request, including those that will be
  /// rejected.
  package func counting(
    _ makeCounter: @escaping @Sendable (Endpoint) -> @Sendable (HTTPRequest) -> Void
  ) -> ServedContract {
    var contract = self
    contract.options.makeCounters.append(makeCounter)
    return contract
  }

  // MARK: For authors of servers

  /// The 405 of this contract, in its own format and the caller's language, with the allowed methods in `Allow`.
  package func methodNotAllowed(_ allowed: [Endpoint.Method], to head: HTTPRequest) -> APIResponse {
    let error = APIError(.methodNotAllowed)
    var response = APIResponse(failure: error, format: format, to: head, otherwise: options.language)
    let names = Set(allowed.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] })
    response.head.headerFields[.allow] = names.sorted().joined(separator: ", ")
    return response
  }
}

extension APIResponse {
  /// The 404 for an unknown path.
  package static func notFound(
    to head: HTTPRequest,
    format: any ResponseFormat.Type,
    otherwise language: Language
  ) -> APIResponse {
    let path = (head.path ?? "/").splitTarget.path.prefix(200)
    let localizedMessage = LocalizedMessage(
      korean: "이 경로의 엔드포인트를 찾을 수 없습니다: \(path)",
      english: "No endpoint has this path: \(path)"
    )
    let error = APIError(.notFound, localizedMessage.translated("unknownPath", String(path)))
    return APIResponse(failure: error, format: format, to: head, otherwise: language)
  }
}
