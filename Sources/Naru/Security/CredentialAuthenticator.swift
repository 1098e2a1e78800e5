public import HTTPTypes

/// A way to find the caller from the credentials that an endpoint declares: API keys, HTTP Basic, or several schemes.
///
/// ```swift
/// struct Keys: CredentialAuthenticator {
///   func identity(with credentials: [SecurityScheme: Secret], calling endpoint: Endpoint) async throws -> Member? {
///     if let key = credentials[.apiKey(header: "X-API-Key")] { return try await members.find(key: key) }
///     if let (user, password) = credentials[.basic]?.basic { return try await members.find(user, password) }
///     return nil
///   }
/// }
/// ```
///
/// For bearer tokens alone, ``Authenticator`` is enough.
public protocol CredentialAuthenticator<Identity>: RequestAuthenticator {
  /// The type of callers.
  associatedtype Identity

  /// Finds the caller. It is called before the body is read, with all credentials of one of the endpoint's schemes: the first one in
  /// its list for which the request has all. Everything else in the request is ignored.
  ///
  /// - Parameters:
  ///   - credentials: the credentials: a token, a key, or `Secret.basic`. Check each of them.
  ///   - endpoint: the endpoint that is called.
  /// - Returns: the caller, or `nil` if the credentials are not valid. The caller then gets a 401.
  /// - Throws: any error that keeps the credentials from being checked. The caller then gets a 500.
  func identity(
    with credentials: [SecurityScheme: Secret],
    calling endpoint: Endpoint
  ) async throws -> Identity?
}

extension CredentialAuthenticator {
  /// Reads the credentials from the places that the endpoint declares. A request with only a part of them is rejected.
  public func identity(of head: HTTPRequest, calling endpoint: Endpoint) async throws -> Identity? {
    guard let credentials = try endpoint.credentials(in: head) else { return nil }
    guard let identity = try await identity(with: credentials, calling: endpoint) else {
      throw APIError.invalidCredentials(for: endpoint)
    }
    return identity
  }
}
