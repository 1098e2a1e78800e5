public import HTTPTypes
public import Naru

/// A request to exchange a one-time code for tokens.
@Payload(init: true)
public struct CodeExchange: Sendable, Hashable {
  /// The code that the browser came back with.
  public var code: Secret
  /// The string whose SHA-256 was the sign-in's `code_challenge` (RFC 7636).
  public var codeVerifier: Secret
}

/// A request to exchange a refresh token for new tokens.
@Payload(init: true)
public struct RefreshRequest: Sendable, Hashable {
  /// The most recent refresh token.
  public var refreshToken: Secret
}

/// The tokens of a session, from a sign-in or a refresh. They must not be cached (`Cache-Control: no-store`).
public struct TokenPair: Sendable, Hashable {
  /// The token for `Authorization: Bearer …`.
  public var accessToken: Secret
  /// The token for getting the next pair. It can be used once.
  public var refreshToken: Secret
  /// The number of seconds until the access token expires.
  public var expiresIn: Int

  /// Creates a pair of tokens.
  public init(accessToken: Secret, refreshToken: Secret, expiresIn: Int) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.expiresIn = expiresIn
  }
}

extension TokenPair: ResultWithHeaders {
  /// The tokens in their JSON form.
  @Payload
  public struct Body: Sendable, Hashable {
    /// The token for `Authorization: Bearer …`.
    var accessToken: Secret
    /// The token for getting the next pair. It can be used once.
    var refreshToken: Secret
    /// The number of seconds until the access token expires.
    var expiresIn: Int
  }

  /// Creates a pair from a response.
  public init(body: Body, headers: HTTPFields) {
    self.init(accessToken: body.accessToken, refreshToken: body.refreshToken, expiresIn: body.expiresIn)
  }

  /// The tokens in their JSON form.
  public var body: Body {
    Body(accessToken: accessToken, refreshToken: refreshToken, expiresIn: expiresIn)
  }

  /// `Cache-Control: no-store` (RFC 6749, section 5.1).
  public var headers: HTTPFields { [.cacheControl: "no-store"] }
}

/// The sessions that a logout ends. By default, only the caller's current one.
@Payload(init: true)
public struct LogoutRequest: Sendable, Hashable {
  /// Whether to end all of the caller's sessions.
  public var everywhere: Bool?
  /// Whether to end all of the caller's sessions except the current one.
  public var others: Bool?
}

/// The response to a logout.
@Payload
public struct LogoutAnswer: Sendable, Hashable {
  /// `Logged out successfully`.
  public var message: String

  /// Creates a response with a message.
  public init(message: String = "Logged out successfully") {
    self.message = message
  }
}

/// A set of public keys (RFC 7517).
@Payload(init: true)
public struct PublicKeySet: Sendable, Hashable {
  /// The keys.
  public var keys: [PublicKey]
}

/// A public key on the curve P-256 (RFC 7517; RFC 7518, section 6.2).
@Payload
public struct PublicKey: Sendable, Hashable {
  /// The key's id: its thumbprint (RFC 7638).
  public var kid: String
  /// `EC`.
  public var kty: String
  /// `P-256`.
  public var crv: String
  /// `ES256`.
  public var alg: String
  /// `sig`.
  public var use: String
  /// The first coordinate, in base64url.
  public var x: String
  /// The second coordinate, in base64url.
  public var y: String

  /// Creates a key from its id and coordinates.
  public init(kid: String, x: String, y: String) {
    self.kid = kid
    kty = "EC"
    crv = "P-256"
    alg = "ES256"
    use = "sig"
    self.x = x
    self.y = y
  }
}
