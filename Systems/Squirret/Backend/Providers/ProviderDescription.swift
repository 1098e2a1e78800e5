public import Squirret

/// What is different from provider to provider: addresses, and how each departs from OAuth 2 and OpenID Connect. The code that
/// speaks to them is one.
public struct ProviderDescription: Sendable, Hashable {
  /// How the server proves that it is the client.
  enum Dialect: Sendable, Hashable {
    /// A nested profile with a number for an id.
    case kakao
    /// A profile in a wrapper with a result code.
    case naver
    /// The ID token says it all.
    case openID
    /// The ID token says it all but the name, which comes once, in the form that the browser posts.
    case apple
  }

  /// How a sign-in is taken back.
  enum Revocation: Sendable, Hashable {
    /// By sending the token (RFC 7009).
    case token(String)
    /// By a call with an access token, for which the refresh token is exchanged first.
    case unlink(String)
  }

  /// Which provider it is.
  public let provider: SignInProvider
  /// By which names the provider may call itself in ID tokens. Apple changed its own once, so this can be configured.
  public var issuers: [String]
  /// Where the browser goes.
  package var authorization: String
  /// Where a code is exchanged.
  var token: String
  /// Where the profile is. `nil`: the ID token is the profile.
  var userInfo: String?
  /// Where the keys of ID tokens are. `nil`: there are no ID tokens.
  var keys: String?
  var revocation: Revocation?
  /// What is asked for, and no more.
  public var scopes: [String]
  var scopeSeparator = " "
  /// With what ID tokens may be signed.
  var algorithms = ["RS256"]
  /// What else the provider wants to hear in the authorisation request.
  var parameters: [String: String] = [:]
  var dialect: Dialect
  /// Whether the provider knows PKCE with S256.
  var usesPKCE: Bool
  /// Whether there is an ID token, which repeats a nonce.
  var usesNonce: Bool
  /// Whether the token request repeats `state`, and not `redirect_uri`: Naver's OAuth is older than the standard.
  var repeatsState = false

  /// The name that stands in the tables.
  var issuer: String { issuers.first ?? "" }
}

extension ProviderDescription {
  /// Kakao. A client that has OpenID Connect switched on in Kakao's console may add the scope `openid`: then an ID token comes
  /// too, and has to be right.
  public static let kakao = ProviderDescription(
    provider: .kakao,
    issuers: ["https://kauth.kakao.com"],
    authorization: "https://kauth.kakao.com/oauth/authorize",
    token: "https://kauth.kakao.com/oauth/token",
    userInfo: "https://kapi.kakao.com/v2/user/me?secure_resource=true",
    keys: "https://kauth.kakao.com/.well-known/jwks.json",
    revocation: .unlink("https://kapi.kakao.com/v1/user/unlink"),
    scopes: ["account_email", "profile_nickname", "profile_image"],
    scopeSeparator: ",",
    dialect: .kakao,
    usesPKCE: true,
    usesNonce: false
  )

  /// Naver, by its OAuth 2: what a person is asked for is set in Naver's console.
  public static let naver = ProviderDescription(
    provider: .naver,
    issuers: ["https://nid.naver.com"],
    authorization: "https://nid.naver.com/oauth2.0/authorize",
    token: "https://nid.naver.com/oauth2.0/token",
    userInfo: "https://openapi.naver.com/v1/nid/me",
    revocation: .token("https://nid.naver.com/oauth2.0/revoke"),
    scopes: [],
    dialect: .naver,
    usesPKCE: false,
    usesNonce: false,
    repeatsState: true
  )

  /// Google.
  public static let google = ProviderDescription(
    provider: .google,
    issuers: ["https://accounts.google.com", "accounts.google.com"],
    authorization: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    keys: "https://www.googleapis.com/oauth2/v3/certs",
    scopes: ["openid", "email", "profile"],
    dialect: .openID,
    usesPKCE: true,
    usesNonce: true
  )

  /// Apple. The browser comes back with a form that another site posts, and without any cookie.
  public static let apple = ProviderDescription(
    provider: .apple,
    issuers: ["https://appleid.apple.com", "https://account.apple.com"],
    authorization: "https://appleid.apple.com/auth/authorize",
    token: "https://appleid.apple.com/auth/token",
    keys: "https://appleid.apple.com/auth/keys",
    revocation: .token("https://appleid.apple.com/auth/revoke"),
    scopes: ["name", "email"],
    parameters: ["response_mode": "form_post"],
    dialect: .apple,
    usesPKCE: false,
    usesNonce: true
  )

  /// The description of a provider.
  public static func standard(_ provider: SignInProvider) -> ProviderDescription {
    switch provider {
    case .kakao: .kakao
    case .naver: .naver
    case .google: .google
    case .apple: .apple
    }
  }
}
