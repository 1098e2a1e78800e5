public import Hummingbird
public import Naru

extension Router {
  /// Serves a contract: every endpoint of it is answered by the value that `api` makes for the caller.
  ///
  /// ```swift
  /// let router = Router()
  /// router.mount(ReadingBooks.self, options: options) { caller in shelf.api(for: caller) }
  /// ```
  ///
  /// What a contract gets without any code of yours: parameters and bodies are checked, and what is wrong is a 400 that names
  /// it; an unknown path below the contract's is 404, another method 405 with `Allow`, a body over the limit 413, of another
  /// type 415, an unexpected error a 500 that tells nothing of the inside and is logged. All in the contract's own format.
  ///
  /// The middleware that the router has so far sees the contract's requests; what is added later does not.
  ///
  /// - Parameters:
  ///   - contract: the contract's type.
  ///   - options: who may call, and the limits.
  ///   - api: the value for a caller; called once for each request that is let in. What it throws becomes the answer.
  /// - Returns: the router.
  @discardableResult
  public func mount<API: Contract>(
    _ contract: API.Type,
    options: ServingOptions = ServingOptions(),
    api: @escaping @Sendable (Caller) throws -> API
  ) -> Self {
    mount(ServedContract(contract, options: options, api: api))
  }

  /// Serves a contract that was put together before, such as one that an ``InMemoryTransport`` answers too.
  ///
  /// - Returns: the router.
  @discardableResult
  public func mount(_ contract: ServedContract) -> Self {
    add(middleware: ContractMiddleware(contract: contract))
  }
}
