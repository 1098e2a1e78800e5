/// The rest of a client's pipeline, as a ``Middleware`` sees it: the middleware after it, and then the transport.
///
/// ```swift
/// let response = try await next(request)
/// ```
public struct APINext: Sendable {
  private let send: @concurrent @Sendable (APIRequest) async throws -> APIResponse

  /// Creates the rest of a pipeline from a closure, such as in a test that calls a middleware alone.
  public init(_ send: @escaping @concurrent @Sendable (APIRequest) async throws -> APIResponse) {
    self.send = send
  }

  /// Sends the request and returns the response with any status.
  ///
  /// - Parameter request: the request.
  /// - Returns: the response.
  /// - Throws: an error of the middleware after this one, or of the transport.
  @concurrent
  public func callAsFunction(_ request: APIRequest) async throws -> APIResponse {
    try await send(request)
  }
}
