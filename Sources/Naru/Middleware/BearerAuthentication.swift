import HTTPTypes

/// Sends a bearer token with every call whose endpoint wants to know who asks, and with no other.
///
/// The token is for the client's server only: a request that a middleware before this one has turned to another scheme, host
/// or port goes without it. No transport follows redirects, so it does not get elsewhere that way either.
public struct BearerAuthentication: Middleware {
  private let token: @Sendable () async throws -> Secret?

  /// Asks for the token at each call. `nil` sends none: an endpoint that requires one will answer 401.
  public init(token: @escaping @Sendable () async throws -> Secret?) {
    self.token = token
  }

  /// Adds the header field, unless the request has one already or goes to another origin.
  public func intercept(
    _ request: APIRequest,
    next: @Sendable (APIRequest) async throws -> APIResponse
  ) async throws -> APIResponse {
    guard request.endpoint.auth != .none, request.isAtOrigin, request.head.headerFields[.authorization] == nil,
      let token = try await token()
    else { return try await next(request) }
    var request = request
    request.head.headerFields[.authorization] = "Bearer \(token.revealed)"
    return try await next(request)
  }
}
