import Crypto
public import Foundation
import Hummingbird
public import Logging
public import Naru
import NaruServer
import ServedSystem
package import Squirret
public import Storage

/// The server's side of signing in with Kakao, Naver, Google or Apple. It issues tokens of this server.
///
/// ```swift
/// let identity = try await Identity(database: database, configuration: configuration, transport: AsyncHTTPClientTransport())
/// identity.addRoutes(to: router)                                            // for the browser
/// router.mount(identity.accounts)                                           // for the app
/// router.mount(ReadingBooks.self, options: ServingOptions(authenticator: identity)) { … }
/// ```
///
/// All state is in the database, so several processes can serve from one file. The database must be migrated first.
public struct Identity: Sendable {
  /// Deletes the data that a user owns elsewhere, in the transaction that deletes the account.
  public typealias OwnedData = @Sendable (_ person: UUID, _ database: Transaction) throws -> Void

  /// Reports a signed-in user to other parts of a server.
  public typealias Introduction =
    @Sendable (_ user: Caller.User, _ email: String?, _ pictureURL: String?) async throws -> Void

  let configuration: IdentityConfiguration
  let sessions: Sessions
  let clients: [SignInProvider: ProviderClient]
  let redirects: RedirectAllowList
  let logger: Logger
  let ownedData: OwnedData
  let introduce: Introduction
  private let addressLimiter: RateLimiter
  let proxies: [NetworkRange]
  let sessionLimiter: RateLimiter
  private let supabase: SupabaseTokens?

  var people: People { People(sessions: sessions) }
  var codes: SignInCodes { SignInCodes(sessions: sessions) }

  /// Creates a server's sign-in.
  ///
  /// - Parameters:
  ///   - database: the database of users and sessions.
  ///   - configuration: the keys, the providers and the limits.
  ///   - transport: the transport for calls to providers.
  ///   - logger: the log for operators. It never contains tokens, codes or secrets.
  ///   - now: the clock.
  ///   - makeID: generates the ids of users and sessions.
  ///   - ownedData: deletes the data that a user owns elsewhere in the database.
  ///   - introduce: called at each sign-in, before the app is notified, with all data from the providers. Its errors
  ///     are logged and don't fail the sign-in.
  /// - Throws: `MessageError` for a configuration that is invalid or unsafe, or an error of the database.
  public init(
    database: Database,
    configuration: IdentityConfiguration,
    transport: any Transport,
    logger: Logger = Logger(label: "naru.identity"),
    now: @escaping @Sendable () -> Date = { Date() },
    makeID: @escaping @Sendable () -> UUID = { UUID() },
    ownedData: @escaping OwnedData = { _, _ in },
    introduce: @escaping Introduction = { _, _, _ in }
  ) async throws {
    try configuration.check()
    self.configuration = configuration
    self.logger = logger
    self.ownedData = ownedData
    self.introduce = introduce
    redirects = try RedirectAllowList(
      RedirectAllowList.standard + [configuration.defaultRedirect] + configuration.redirects
    )
    let key = configuration.masterKey
    try await key.claim(database)
    var signingKeys = configuration.signingKeys
    if signingKeys.isEmpty {
      signingKeys = [try await .hs256(key.derived("access-token").withUnsafeBytes { Data($0) })]
    }
    sessions = Sessions(
      database: database,
      states: try SessionStates(database),
      tokens: AccessTokens(
        issuer: configuration.issuer,
        audience: configuration.audience,
        clientID: configuration.clientID,
        lifetime: configuration.lifetimes.accessToken,
        keys: signingKeys
      ),
      key: key,
      lifetimes: configuration.lifetimes,
      now: now,
      makeID: makeID,
      logger: logger
    )
    let channel = BackChannel(transport: transport)
    let clients = configuration.providers.map { registration in
      ProviderClient(
        description: registration.description,
        clientID: registration.clientID,
        secret: registration.secret,
        noticeKey: registration.noticeKey,
        channel: channel,
        keys: registration.description.keys.map {
          ProviderKeys($0, algorithms: registration.description.algorithms, channel: channel, now: now)
        },
        key: key,
        now: now,
        logger: logger
      )
    }
    self.clients = Dictionary(clients.map { ($0.provider, $0) }) { first, _ in first }
    addressLimiter = RateLimiter("address", configuration.addressLimit, in: database, now: now)
    proxies = configuration.trustedProxies.compactMap { NetworkRange($0) }
    sessionLimiter = RateLimiter("session", configuration.sessionLimit, in: database, now: now)
    supabase =
      if let project = configuration.supabase {
        try await SupabaseTokens(project, transport: transport, now: now)
      } else {
        nil
      }
  }

  /// Adds the migrations that create the tables of sign-in.
  public static func addMigrations(to migrations: inout Migrations) {
    IdentityTables.addMigrations(to: &migrations)
  }

  /// The contract for apps, to be mounted on a router.
  public var accounts: ServedContract {
    ServedContract(
      Accounts.self,
      options: ServingOptions(
        authenticator: ownTokens,
        language: .korean,
        logger: logger,
        makeFailure: { [logger] in .database($0, logger: logger) }
      )
    ) {
      accounts(for: $0)
    }
  }

  /// Accepts only tokens that this server issued, and none of a Supabase project.
  package var ownTokens: any Authenticator { AccountAuthenticator(identity: self) }

  /// Counts the request of this task for its network address. Returns `nil` if it is within the limit, or else how many seconds to wait.
  ///
  /// Callers without a known address share one limit.
  func takeAddress() async throws -> Int? {
    guard let origin = RequestOrigin.current else { return nil }
    let address = origin.address
    return try await addressLimiter.take(
      address?.network ?? "unknown",
      times: address?.isLoopback == true ? RequestOrigin.loopbackFactor : 1
    )
  }

  /// Counts the request of this task for its network address.
  func checkAddress() async throws {
    guard let seconds = try await takeAddress() else { return }
    throw APIError(.rateLimited, retryAfter: .seconds(seconds))
  }

  /// The server's name for other programs, under which they find its metadata (RFC 8414). `nil` if the issuer is not
  /// the server's public address, because the metadata would not be found there.
  var publishedIssuer: String? { configuration.publicURL == configuration.issuer ? configuration.issuer : nil }

  /// Returns the address that a provider sends the browser back to.
  package func callback(for provider: SignInProvider, reachedAt baseURL: String) -> String {
    "\(configuration.publicURL ?? baseURL)\(BrowserPath.callback)/\(provider.pathName)"
  }
}

extension Identity: Authenticator {
  /// Returns the user of an access token of this server with an active session, or of a token of the configured
  /// Supabase project.
  ///
  /// An ended session is rejected at once, whichever process on the database ended it.
  public func user(for token: Secret) async throws -> Caller.User? {
    if let user = try await ownUser(for: token, isLogout: false) { return user }
    return try await supabase?.user(for: token)
  }

  fileprivate func ownUser(for token: Secret, isLogout: Bool) async throws -> Caller.User? {
    guard let claims = await sessions.tokens.claims(of: token, at: sessions.now(), acceptsExpired: isLogout),
      let state = try await sessions.state(of: claims.sid, person: claims.sub), state.isActive || isLogout
    else { return nil }
    let isExpired = claims.exp <= Int(sessions.now().timeIntervalSince1970)
    return isExpired
      ? .expired(session: claims.sid) : Caller.User(id: claims.sub, name: state.name, session: claims.sid)
  }
}

extension Caller.User {
  /// The caller of a logout with an expired token. It stands for its session only and not for the user, so the id is
  /// the session's.
  static func expired(session: UUID) -> Caller.User {
    Caller.User(id: session, session: session)
  }

  /// Whether the caller has only an expired token.
  var isExpired: Bool { id == session }
}

/// The authenticator of the contract for accounts, which accepts only tokens of this server, and for a logout also
/// expired ones.
private struct AccountAuthenticator: Authenticator {
  let identity: Identity

  func user(for token: Secret) async throws -> Caller.User? {
    try await identity.ownUser(for: token, isLogout: false)
  }

  func user(for token: Secret, calling endpoint: Endpoint) async throws -> Caller.User? {
    try await identity.ownUser(for: token, isLogout: endpoint == Accounts.Endpoints.logout)
  }
}
