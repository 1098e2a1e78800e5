package import Squirret

/// The differences between providers: addresses, and deviations from OAuth 2 and OpenID Connect.
package struct ProviderDescription: Sendable, Hashable {
  /// The form of a provider's profile.
  enum Dialect: Sendable, Hashable {
    /// A nested profile with a numeric id.
    case kakao
    /// A profile in a wrapper with a result code.
    case naver
    /// The ID token is the profile.
    case openID
    /// The ID token is the profile, except for the name, which the browser posts once.
    case apple
  }

  /// The way to revoke consent.
  enum Revocation: Sendable, Hashable {
    /// A request with the token (RFC 7009).
    case token(String)
    /// A call with an access token. The refresh token is exchanged for it first.
    case unlink(String)
  }

  /// The provider.
  package let provider: SignInProvider
  /// The issuer names in ID tokens. They can be configured, because Apple once changed its own.
  package var issuers: [String]
  /// The address of the sign-in page.
  package var authorization: String
  /// The address of the token endpoint.
  var token: String
  /// The address of the profile. `nil` if the ID token is the profile.
  var userInfo: String?
  /// The address of the keys for ID tokens. `nil` if there are no ID tokens.
  var keys: String?
  var revocation: Revocation?
  /// The requested scopes.
  package var scopes: [String]
  var scopeSeparator = " "
  /// The accepted algorithms of ID tokens.
  var algorithms = ["RS256"]
  /// Additional parameters of the authorization request.
  var parameters: [String: String] = [:]
  var dialect: Dialect
  /// Whether the provider supports PKCE with S256.
  var usesPKCE: Bool
  /// Whether there is an ID token with a nonce.
  var usesNonce: Bool
  /// Whether the token request repeats `state` instead of `redirect_uri`, as Naver's OAuth does, which predates the
  /// standard.
  var repeatsState = false

  /// The issuer name in the tables.
  var issuer: String { issuers.first ?? "" }
}

extension ProviderDescription {
  /// Kakao. If OpenID Connect is on in Kakao's console, the scope `openid` adds an ID token.
  private static let kakao = ProviderDescription(
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

  /// Naver with OAuth 2. The requested data is set in Naver's console.
  private static let naver = ProviderDescription(
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

  private static let google = ProviderDescription(
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

  /// Apple. The browser comes back with a form that is posted from another site, without cookies.
  private static let apple = ProviderDescription(
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

  /// Returns the description of a provider.
  package static func standard(_ provider: SignInProvider) -> ProviderDescription {
    switch provider {
    case .kakao: .kakao
    case .naver: .naver
    case .google: .google
    case .apple: .apple
    }
  }
}
