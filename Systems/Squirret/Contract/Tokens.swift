public import HTTPTypes
public import Naru

/// A one-time code to be exchanged for tokens.
@Payload(init: true)
public struct CodeExchange: Sendable, Hashable {
  /// The code with which the browser came back.
  public var code: Secret
  /// The text whose SHA-256 was the sign-in's `code_challenge` (RFC 7636).
  public var codeVerifier: Secret
}

/// A refresh token to be exchanged for new tokens.
@Payload(init: true)
public struct RefreshRequest: Sendable, Hashable {
  /// The refresh token that came last.
  public var refreshToken: Secret
}

/// What a sign-in and a refresh give: tokens, which nobody may keep on the way (`Cache-Control: no-store`).
public struct TokenPair: Sendable, Hashable {
  /// What calls send as `Authorization: Bearer …`.
  public var accessToken: Secret
  /// What is exchanged for the next pair, once.
  public var refreshToken: Secret
  /// For how many seconds the access token is valid, from now on.
  public var expiresIn: Int

  /// Tokens.
  public init(accessToken: Secret, refreshToken: Secret, expiresIn: Int) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.expiresIn = expiresIn
  }
}

extension TokenPair: ResultWithHeaders {
  /// The tokens as they go over the wire.
  @Payload
  public struct Body: Sendable, Hashable {
    /// What calls send as `Authorization: Bearer …`.
    var accessToken: Secret
    /// What is exchanged for the next pair, once.
    var refreshToken: Secret
    /// For how many seconds the access token is valid, from now on.
    var expiresIn: Int
  }

  /// Takes the tokens from the body.
  public init(body: Body, headers: HTTPFields) {
    self.init(accessToken: body.accessToken, refreshToken: body.refreshToken, expiresIn: body.expiresIn)
  }

  /// The tokens as they go over the wire.
  public var body: Body {
    Body(accessToken: accessToken, refreshToken: refreshToken, expiresIn: expiresIn)
  }

  /// `Cache-Control: no-store` (RFC 6749, section 5.1).
  public var headers: HTTPFields { [.cacheControl: "no-store"] }
}

/// Which sessions a logout ends.
@Payload(init: true)
public struct LogoutRequest: Sendable, Hashable {
  /// Whether to end all of the caller's sessions. Without it, only the one that asks.
  public var everywhere: Bool?
  /// Whether to end all of the caller's sessions but the one that asks.
  public var others: Bool?
}

/// What a logout answers.
@Payload
public struct LogoutAnswer: Sendable, Hashable {
  /// `Logged out successfully`.
  public var message: String

  /// An answer with a message.
  public init(message: String = "Logged out successfully") {
    self.message = message
  }
}

/// Public keys (RFC 7517).
@Payload(init: true)
public struct PublicKeySet: Sendable, Hashable {
  /// The keys.
  public var keys: [PublicKey]
}

/// A public key on the curve P-256 (RFC 7517, RFC 7518 section 6.2).
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

  /// A key with its id and its coordinates.
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
