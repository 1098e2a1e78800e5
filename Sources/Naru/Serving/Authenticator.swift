public import HTTPTypes

/// A way to find the caller of a request from its head, as a type of the application's: an id of any type, roles, a tenant.
///
/// For the schemes that endpoints declare, such as API keys, use ``CredentialAuthenticator``. This one reads the request itself:
///
/// ```swift
/// struct APIKeys: RequestAuthenticator {
///   func identity(of head: HTTPRequest, calling endpoint: Endpoint) async throws -> Member? {
///     guard let key = HTTPField.Name("X-API-Key").flatMap({ head.headerFields[$0] }) else { return nil }
///     guard let member = try await members.find(key: Secret(key)) else { throw APIError(.unauthorized) }
///     return member
///   }
/// }
///
/// router.mount(Notes.self, options: ServingOptions(authenticator: APIKeys())) { caller in
///   notes.api(for: caller.identity(as: Member.self))
/// }
/// ```
///
/// ``Authenticator`` is the usual one, for bearer tokens and users with a UUID.
public protocol RequestAuthenticator<Identity>: Sendable {
  /// The type of callers.
  associatedtype Identity: Hashable & Sendable

  /// The value of `WWW-Authenticate` in a 401 of an endpoint that declares no scheme. The default is `Bearer`.
  var challenge: String { get }

  /// Finds the caller. It is called before the body is read, and only for endpoints with authentication.
  ///
  /// - Parameters:
  ///   - head: the method, the path with the query, and the header fields.
  ///   - endpoint: the endpoint that is called.
  /// - Returns: the caller, or `nil` if the request has no credential. An endpoint that requires one then returns 401.
  /// - Throws: ``APIError``, which is the response, if the credential is not valid: ``APIError/Code/unauthorized``. Any other error
  ///   keeps the credential from being checked, and the caller gets a 500.
  func identity(of head: HTTPRequest, calling endpoint: Endpoint) async throws -> Identity?
}

extension RequestAuthenticator {
  /// `Bearer`.
  public var challenge: String { "Bearer" }
}

/// Finds the user of a bearer token. Endpoints that require another scheme reject every caller.
public protocol Authenticator: RequestAuthenticator where Identity == Caller.User {
  /// Finds the user of a token.
  ///
  /// - Parameter token: the token.
  /// - Returns: the user, or `nil` if the token is invalid, expired or revoked. The caller then gets a 401.
  /// - Throws: any error that keeps the token from being checked. The caller then gets a 500.
  func user(for token: Secret) async throws -> Caller.User?

  /// Finds the user of a token, for one endpoint. A logout, for example, may accept a token that no other
  /// endpoint accepts. By default, all endpoints are the same.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - endpoint: the endpoint that is called.
  /// - Returns: the user, or `nil` if the token is not valid for the endpoint. The caller then gets a 401.
  /// - Throws: any error that keeps the token from being checked. The caller then gets a 500.
  func user(for token: Secret, calling endpoint: Endpoint) async throws -> Caller.User?
}

extension Authenticator {
  /// Finds the user without regard to the endpoint.
  public func user(for token: Secret, calling endpoint: Endpoint) async throws -> Caller.User? {
    try await user(for: token)
  }

  /// Finds the user by the bearer token in `Authorization`. Anything else in that field is rejected.
  public func identity(of head: HTTPRequest, calling endpoint: Endpoint) async throws -> Caller.User? {
    if endpoint.declaredSecurity != nil { return try await declaredIdentity(of: head, calling: endpoint) }
    guard let field = head.headerFields.value(of: .authorization) else { return nil }
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer",
      let user = try await user(for: Secret(String(parts[1])), calling: endpoint)
    else { throw APIError.invalidToken }
    return user
  }

  /// Finds the user by the bearer token, if the endpoint asks for nothing else. Other credentials can't be checked.
  private func declaredIdentity(of head: HTTPRequest, calling endpoint: Endpoint) async throws -> Caller.User? {
    guard let credentials = try endpoint.credentials(in: head) else { return nil }
    guard credentials.count == 1, let token = credentials[.bearer],
      let user = try await user(for: token, calling: endpoint)
    else { throw APIError.invalidCredentials(for: endpoint) }
    return user
  }
}

extension APIError {
  /// The rejection of an invalid bearer token.
  package static var invalidToken: APIError {
    APIError(
      .unauthorized,
      LocalizedMessage(
        korean: "로그인 정보가 올바르지 않거나 만료되었습니다. 다시 로그인해 주세요.",
        english: "Your sign-in is invalid or has expired. Sign in again."
      ),
      headers: [.wwwAuthenticate: "Bearer error=\"invalid_token\""]
    )
  }
}
