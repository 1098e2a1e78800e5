public import Naru

/// A provider at which this server is registered as a client.
public struct ProviderRegistration: Sendable {
  /// The provider's addresses and ways.
  public var description: ProviderDescription
  /// The id from the provider's console: Kakao's REST API key, Apple's services id.
  public var clientID: String
  /// What goes with the id.
  public var secret: ClientSecret
  /// What Kakao shows when it tells that a person took the sign-in back: the app's admin key. `nil`: no such notice is believed.
  /// The others sign their notices, and need none.
  public var noticeKey: Secret?

  /// A registration.
  public init(_ description: ProviderDescription, clientID: String, secret: ClientSecret) {
    self.description = description
    self.clientID = clientID
    self.secret = secret
  }
}

/// How people sign in at a server.
public struct IdentityConfiguration: Sendable {
  /// The secret out of which all others are made. A server that gets another one signs everybody out.
  public var masterKey: MasterKey
  /// What signs access tokens. The first one signs; tokens of the others are still valid. Empty: a secret made out of
  /// ``masterKey``, with HS256.
  public var signingKeys: [SigningKey] = []
  /// What access tokens say of who issued them.
  public var issuer = "naru"
  /// For whom access tokens are meant.
  public var audience = "naru"
  /// To which app access tokens are given.
  public var clientID = "squirret"
  /// For how long things are valid.
  public var lifetimes = Lifetimes()
  /// Where a sign-in comes back to, if the app does not say.
  public var defaultRedirect = "squirret://auth/callback"
  /// Where a sign-in may come back to, beside ``defaultRedirect`` and `/auth/callback` on a loopback address.
  public var redirects: [String] = []
  /// Whether an app may have its tokens in the address of the last redirect, where they are written into histories and logs.
  /// Apps in the field that know no other way need it; the default is the one-time code with PKCE only.
  public var allowsTokensInQuery = false
  /// The address at which people reach the server, such as `https://api.example.com`. `nil`: what the request says, which is
  /// all right only where the providers are stand-ins.
  public var publicURL: String?
  /// The network addresses of proxies before this server. From them, and from nobody else, `X-Forwarded-For` says who calls: for
  /// the limits on how often an address may come.
  public var trustedProxies: Set<String> = []
  /// At which providers the server is registered.
  public var providers: [ProviderRegistration] = []
  /// Whose tokens are accepted beside the server's own.
  public var supabase: SupabaseTokens.Configuration?
  /// How often one network address may begin or end a sign-in, or exchange a code or a refresh token.
  public var addressLimit = RateLimit(burst: 60, perMinute: 60)
  /// How often one session may be refreshed.
  public var sessionLimit = RateLimit(burst: 30, perMinute: 30)
  /// How many sign-ins of one network address may be under way.
  public var pendingLimit = 20

  /// A configuration without providers, in which tokens are valid as ``Lifetimes`` says.
  public init(masterKey: MasterKey) {
    self.masterKey = masterKey
  }
}
