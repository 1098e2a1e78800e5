import HTTPTypes
public import Hummingbird
import Logging
public import Naru

extension RouterMethods {
  /// Serves a contract: its endpoints are served by the value that `api` returns for the caller.
  ///
  /// ```swift
  /// let router = Router()
  /// router.mount(ReadingBooks.self, options: options) { caller in shelf.api(for: caller) }
  /// ```
  ///
  /// Every contract gets, without code of yours: parameters and bodies are checked, and an invalid one is a 400 that names
  /// it; an unknown path below the contract's is a 404, another method a 405 with `Allow`, a body over the limit a 413, a
  /// body of another type a 415, and an unexpected error is logged and is a 500 without internal details. All of them are in
  /// the contract's own format. The server sets limits for slow clients; see `HTTPServerBuilder.limited(_:)`.
  ///
  /// Middleware that was added to the router or the group before sees the contract's requests; middleware that is added later does
  /// not. In a group, the contract's paths follow the group's; see `mount([…])`.
  ///
  /// - Parameters:
  ///   - contract: the contract's type.
  ///   - options: the authenticator and the limits.
  ///   - api: returns the value for a caller. It is called for each accepted request, also of a guest; an error that it throws
  ///     becomes the response.
  /// - Returns: the router or the group.
  @discardableResult
  public func mount<API: Contract>(
    _ contract: API.Type,
    options: ServingOptions = ServingOptions(),
    api: @escaping @Sendable (Caller) throws -> API
  ) -> Self {
    mount([ServedContract(contract, options: options, api: api)])
  }

  /// Serves a contract whose value also depends on the request's context, such as the remote address, or a parameter in the path of a
  /// group.
  ///
  /// ```swift
  /// router.mount(ReadingBooks.self) { caller, context in shelf.api(for: caller, at: context.remoteAddress) }
  /// ```
  ///
  /// - Parameters:
  ///   - contract: the contract's type.
  ///   - options: the authenticator and the limits.
  ///   - api: returns the value for a caller and the context of the request. It is called for each accepted request; an error
  ///     that it throws becomes the response.
  /// - Returns: the router or the group.
  @discardableResult
  public func mount<API: Contract>(
    _ contract: API.Type,
    options: ServingOptions = ServingOptions(),
    api: @escaping @Sendable (Caller, Context) throws -> API
  ) -> Self {
    let served = ServedContract(contract, options: options) { caller in
      // The middleware has set it.
      guard let context = MountedRequest.context as? Context else { throw APIError(.serverError) }
      return try api(caller, context)
    }
    return mount([served], passingContext: true)
  }

  /// Serves a contract that an `InMemoryTransport` can serve too.
  ///
  /// - Parameter contract: the contract.
  /// - Returns: the router or the group.
  @discardableResult
  public func mount(_ contract: ServedContract) -> Self {
    mount([contract])
  }

  /// Serves several contracts with one index, so that a request costs the same in each of them.
  ///
  /// If two contracts have the same path and method, the first one handles the request.
  ///
  /// In a group, the contracts' paths follow the group's: in `router.group("/v2")`, `@API("/notes")` is served at `/v2/notes`, and a
  /// client's base URL ends with `/v2`. A group's middleware sees only routes, so the contracts are a route for everything below the
  /// beginning that all paths of a contract have in common. A plain route of the group comes before it, with all methods of its path.
  /// A context of the group's own has to keep its parent's `coreContext`.
  ///
  /// - Precondition: in a group, contracts whose paths begin alike are mounted together.
  /// - Parameter contracts: the contracts.
  /// - Returns: the router or the group.
  @discardableResult
  public func mount(_ contracts: [ServedContract]) -> Self {
    mount(contracts, passingContext: false)
  }

  private func mount(_ contracts: [ServedContract], passingContext: Bool) -> Self {
    let middleware = ContractMiddleware<Context>(
      contracts: ContractDispatcher(contracts),
      passesContext: passingContext
    )
    if let router = self as? Router<Context> {
      router.add(middleware: middleware)
      return self
    }
    for path in Set(contracts.flatMap(\.routerPaths)) {
      for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete, .options, .trace] {
        on(RouterPath(path), method: method) { request, context in
          guard let route = context.endpointPath else {
            context.logger.error("The context of a group with contracts lacks its parent's `coreContext`.")
            throw HTTPError(.internalServerError)
          }
          // The path of the whole route without this one.
          let end = route.dropLast(path.count)
          let group = end == "/" ? "" : String(end)
          return try await middleware.handle(request, below: group, context: context, next: Self.notFound)
        }
      }
    }
    return self
  }

  /// After a group's contracts comes nothing.
  private static func notFound(_ request: Request, _ context: Context) async throws -> Response {
    throw HTTPError(.notFound)
  }
}

extension ServedContract {
  /// The paths of the routes that see all requests for the contract: everything below what its paths have in common, and that itself
  /// if an endpoint has it.
  fileprivate var routerPaths: [String] {
    let paths = endpoints.map { $0.path.description.split(separator: "/") }
    guard let first = paths.first else { return [] }
    let count = first.indices.first { index in
      // Other segments mean something else in the router: `{id}`, `*`.
      let isPlain = first[index].utf8.allSatisfy { $0.isLetterOrDigit || "-._~".utf8.contains($0) }
      return !isPlain || paths.contains { $0.count <= index || $0[index] != first[index] }
    }
    let common = first.prefix(count ?? first.count)
    let start = common.map { "/\($0)" }.joined()
    return ["\(start)/**"] + (paths.contains { $0.count == common.count } ? [start] : [])
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool { (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20) }
}
