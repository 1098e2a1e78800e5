// MARK: - For generated code

/// An endpoint with the code that serves it from a value of its contract.
public struct Route<API: Sendable>: Sendable {
  /// The endpoint.
  public let endpoint: Endpoint
  package let handler: @concurrent @Sendable (API, IncomingCall) async throws -> APIResponse

  /// Pairs an endpoint with its code, which reads the parameters from the call, calls the closure of the value, and lets the
  /// call write the response.
  public init(
    _ endpoint: Endpoint,
    _ handler: @escaping @concurrent @Sendable (_ api: API, _ call: IncomingCall) async throws -> APIResponse
  ) {
    self.endpoint = endpoint
    self.handler = handler
  }
}
