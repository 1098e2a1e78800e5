public import Naru

/// The metadata that an app needs to sign in with a server (RFC 8414).
@Payload(keys: .snakeCase, init: true)
public struct ServerMetadata: Sendable, Hashable {
  /// The server's name: its address. Access tokens and the responses to apps contain it (`iss`).
  public var issuer: String
  /// The address of the public keys for verifying access tokens.
  public var jwksURI: String
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
