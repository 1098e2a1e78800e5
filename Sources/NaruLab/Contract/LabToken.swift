import HTTPTypes
public import Naru

/// Sends the token of a lab on another machine. The lab's endpoints don't accept the user's credentials.
///
/// ```swift
/// let client = APIClient(url, transport: transport, middleware: [LabToken(token)], allowsInsecureHTTP: true)
/// ```
///
/// Like all credentials, it is sent only to the client's server.
public struct LabToken: Middleware {
  private let token: Secret

  /// Creates the middleware.
  ///
  /// - Parameter token: the token that the server has printed.
  public init(_ token: Secret) {
    self.token = token
  }

  /// Adds the token, unless the request goes to another origin.
  @concurrent
  public func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    guard request.isAtOrigin else { return try await next(request) }
    var request = request
    request.head.headerFields[.authorization] = "Bearer \(token.revealed)"
    return try await next(request)
  }
}
