public import Naru

/// The description of a server for programs that sign people in with it (RFC 8414).
@Payload(keys: .snakeCase, init: true)
public struct ServerMetadata: Sendable, Hashable {
  /// The server's name: its address. Access tokens and the responses to apps contain it (`iss`).
  public var issuer: String
  /// The page on which a person chooses a provider.
  public var authorizationEndpoint: String
  /// The address at which codes and refresh tokens are exchanged.
  public var tokenEndpoint: String
  /// The address of the public keys for verifying access tokens.
  public var jwksURI: String
  /// The address at which an app ends its session.
  public var revocationEndpoint: String
  /// The address at which another server asks whether a token is active.
  public var introspectionEndpoint: String
  /// `["code"]`.
  public var responseTypesSupported: [String]
  /// `["query"]`.
  public var responseModesSupported: [String]
  /// `["authorization_code", "refresh_token"]`.
  public var grantTypesSupported: [String]
  /// `["S256"]`.
  public var codeChallengeMethodsSupported: [String]
  /// `["none"]`: apps have no secret.
  public var tokenEndpointAuthMethodsSupported: [String]
  /// `["none"]`.
  public var revocationEndpointAuthMethodsSupported: [String]
  /// `["client_secret_basic", "client_secret_post"]`.
  public var introspectionEndpointAuthMethodsSupported: [String]
  /// Whether the responses to apps contain `iss` (RFC 9207).
  public var authorizationResponseIssParameterSupported: Bool
}

/// The description of a server, at the address that RFC 8414 prescribes.
@API("/.well-known", format: SquirretFormat.self)
public struct Discovery: Sendable {
  /// The server's description. Fails with `not_found` if the server has no public address.
  @GET("/oauth-authorization-server")
  public var metadata: @Sendable () async throws -> ServerMetadata
}
