package import Naru
package import ServedSystem

/// The registration of this server as a client of a provider.
public struct ProviderRegistration: Sendable {
  /// The provider.
  package var description: ProviderDescription
  /// The client id from the provider's console, such as Kakao's REST API key or Apple's services id.
  package var clientID: String
  /// The client secret.
  package var secret: ClientSecret
  /// The app's admin key, which Kakao sends with its notices. `nil`: Kakao's notices are rejected. The other providers
  /// sign their notices.
  package var noticeKey: Secret?

  /// Creates a registration.
  package init(_ description: ProviderDescription, clientID: String, secret: ClientSecret) {
    self.description = description
    self.clientID = clientID
    self.secret = secret
  }
}

/// The settings of a server's sign-in.
public struct IdentityConfiguration: Sendable {
  /// The key that the server's other secrets are derived from.
  package var masterKey: MasterKey
  /// The keys for access tokens. The first one signs; tokens of the others are still valid. Empty: a key that is derived
  /// from ``masterKey``.
  package var signingKeys: [SigningKey] = []
  /// The issuer in access tokens.
  package var issuer = "naru"
  /// The audience in access tokens.
  package var audience = "naru"
  /// The client id in access tokens.
  package var clientID = "squirret"
  /// The lifetimes of tokens, sessions and sign-ins.
  package var lifetimes = Lifetimes()
  /// The address that a sign-in returns to by default.
  package var defaultRedirect = "squirret://auth/callback"
  /// The addresses that a sign-in may return to, in addition to ``defaultRedirect`` and `/auth/callback` on a loopback
  /// address.
  package var redirects: [String] = []
  /// Whether an app may get its tokens in the address of the last redirect, which browsers and servers log. Old apps
  /// need it. By default only one-time codes with PKCE are allowed.
  public var allowsTokensInQuery = false
  /// The server's public address, such as `https://api.example.com`. `nil`: the address in the request, which is safe
  /// only with stand-ins.
  package var publicURL: String?
  /// The network addresses of trusted proxies, or ranges such as `10.0.0.0/8`. Their `X-Forwarded-For` determines a
  /// caller's address for the rate limits.
  package var trustedProxies: Set<String> = []
  /// The providers that the server is registered with.
  public var providers: [ProviderRegistration] = []
  /// A Supabase project whose tokens are accepted in addition to the server's own.
  package var supabase: SupabaseTokens.Configuration?
  /// The limit on sign-ins, callbacks, and exchanges of codes and refresh tokens of one network address.
  package var addressLimit = RateLimit(burst: 60, perMinute: 60)
  /// The limit on refreshes of one session.
  package var sessionLimit = RateLimit(burst: 30, perMinute: 30)
  /// The maximum number of pending sign-ins of one network address.
  package var pendingLimit = 100

  /// Creates a configuration without providers and with the default settings.
  public init(masterKey: MasterKey) {
    self.masterKey = masterKey
  }
}
