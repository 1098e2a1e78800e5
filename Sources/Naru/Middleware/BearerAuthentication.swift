import Foundation
import HTTPTypes

/// Sends a bearer token with calls of endpoints that use authentication, and with no others.
///
/// The token is sent only to the client's server: a request to another scheme, host or port, that earlier middleware has
/// changed it, goes without. No transport follows redirects, and a client follows only those within the origin, so that these can't leak
/// the token either. An endpoint that does not accept a bearer token (``Endpoint/accepts(_:)``) gets none.
public struct BearerAuthentication: UserMiddleware {
  private let user: (@concurrent @Sendable () async throws -> String?)?
  private let token: @concurrent @Sendable () async throws -> Secret?

  /// Creates a middleware that asks for the token at each call.
  ///
  /// - Parameters:
  ///   - user: returns the id of the signed-in user, which tells an offline store whether a new token belongs to another user. It is not
  ///     needed if the tokens are JSON Web Tokens with a subject. Without either, every other token is another user's.
  ///   - token: returns the token. `nil` sends none; an endpoint that requires one then responds with 401.
  public init(
    user: (@concurrent @Sendable () async throws -> String?)? = nil,
    token: @escaping @concurrent @Sendable () async throws -> Secret?
  ) {
    self.user = user
    self.token = token
  }

  /// Adds the header field unless the request has one already or goes to another origin.
  @concurrent
  public func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    guard request.endpoint.acceptsBearer, request.isAtOrigin, request.head.headerFields[.authorization] == nil else {
      return try await next(request)
    }
    // A named user is asked before and after the token, so that a change between the two is seen.
    if request.user != nil, user != nil { try await check(request) }
    let before = request.sameUser == nil ? nil : try await named
    let token = try await token()
    if let expected = request.user {
      guard let token, try await self.user(of: token) == expected else { throw APIError.otherUser }
    }
    guard let token else { return try await next(request) }
    try request.sameUser?.check(token, of: before, for: request)
    var request = request
    request.head.headerFields[.authorization] = "Bearer \(token.revealed)"
    let response = try await next(request)
    // What was read for one user is not shown to the next one.
    if request.user != nil, request.isRead { try await check(request) }
    return response
  }

  package func tokenUser() async throws -> TokenUser? {
    guard user == nil else { return try await named }
    guard let token = try await token() else { return nil }
    return try await user(of: token)
  }

  private var named: TokenUser? {
    get async throws { try await user?().map(TokenUser.init(named:)) }
  }

  private func user(of token: Secret) async throws -> TokenUser? {
    guard user == nil else { return try await named }
    let digest = Digest128.hexadecimal(Data(token.revealed.utf8))
    return TokenUser(of: token) ?? TokenUser(unnamed: digest)
  }

  private func check(_ request: APIRequest) async throws {
    guard try await tokenUser() == request.user else { throw APIError.otherUser }
  }
}
