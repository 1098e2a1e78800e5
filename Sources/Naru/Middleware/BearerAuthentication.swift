import HTTPTypes

/// Sends a bearer token with calls of endpoints that use authentication, and with no others.
///
/// The token is sent only to the client's server: a request to another scheme, host or port, that earlier middleware has
/// changed it, goes without. No transport follows redirects, and a client follows only those within the origin, so that these can't leak
/// the token either. An endpoint that does not accept a bearer token (``Endpoint/accepts(_:)``) gets none.
public struct BearerAuthentication: Middleware {
  private let token: @concurrent @Sendable () async throws -> Secret?

  /// Creates a middleware that asks for the token at each call.
  ///
  /// - Parameter token: returns the token. `nil` sends none; an endpoint that requires one then responds with 401.
  public init(token: @escaping @concurrent @Sendable () async throws -> Secret?) {
    self.token = token
  }

  /// Adds the header field unless the request has one already or goes to another origin.
  @concurrent
  public func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    guard request.endpoint.acceptsBearer, request.isAtOrigin, request.head.headerFields[.authorization] == nil,
      let token = try await token()
    else { return try await next(request) }
    var request = request
    request.head.headerFields[.authorization] = "Bearer \(token.revealed)"
    return try await next(request)
  }
}
