public import Hummingbird
public import Naru

extension Router {
  /// Serves a contract: its endpoints are answered by the value that `api` returns for the caller.
  ///
  /// ```swift
  /// let router = Router()
  /// router.mount(ReadingBooks.self, options: options) { caller in shelf.api(for: caller) }
  /// ```
  ///
  /// Every contract gets, without code of yours: parameters and bodies are checked, and an invalid one is a 400 that names
  /// it; an unknown path below the contract's is a 404, another method a 405 with `Allow`, a body over the limit a 413, a
  /// body of another type a 415, and an unexpected error is logged and is a 500 without internal details. All of them are in
  /// the contract's own format. Limits for slow clients are those of the server; see `HTTPServerBuilder.limited(_:)`.
  ///
  /// Middleware that was added to the router before sees the contract's requests; middleware that is added later does not.
  ///
  /// - Parameters:
  ///   - contract: the contract's type.
  ///   - options: the authenticator and the limits.
  ///   - api: returns the value for a caller. It is called once for each authenticated request; an error that it throws
  ///     becomes the response.
  /// - Returns: the router.
  @discardableResult
  public func mount<API: Contract>(
    _ contract: API.Type,
    options: ServingOptions = ServingOptions(),
    api: @escaping @Sendable (Caller) throws -> API
  ) -> Self {
    mount([ServedContract(contract, options: options, api: api)])
  }

  /// Serves a contract that an `InMemoryTransport` can serve too.
  ///
  /// - Parameter contract: the contract.
  /// - Returns: the router.
  @discardableResult
  public func mount(_ contract: ServedContract) -> Self {
    mount([contract])
  }

  /// Serves several contracts with one middleware, so that a request costs the same in each of them.
  ///
  /// If two contracts have the same path and method, the first one answers.
  ///
  /// - Parameter contracts: the contracts.
  /// - Returns: the router.
  @discardableResult
  public func mount(_ contracts: [ServedContract]) -> Self {
    add(middleware: ContractMiddleware(contracts: ServedContracts(contracts)))
  }
}
