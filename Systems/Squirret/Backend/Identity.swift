import Crypto
public import Foundation
public import GRDB
import Hummingbird
public import Logging
public import Naru
import NaruServer
import Squirret

/// The server's side of signing in: people come from Kakao, Naver, Google or Apple, and get tokens of this server.
///
/// ```swift
/// let identity = try await Identity(database: database, configuration: configuration, transport: AsyncHTTPClientTransport())
/// identity.addRoutes(to: router)                                            // where the browser goes
/// router.mount(identity.accounts)                                           // what the app calls
/// router.mount(ReadingBooks.self, options: ServingOptions(authenticator: identity)) { … }
/// ```
///
/// All state is in the database, so several processes may serve from one file. The database has to be migrated first.
public struct Identity: Sendable {
  /// What to delete with an account, in the same transaction.
  public typealias OwnedData = @Sendable (_ person: UUID, _ database: Database) throws -> Void

  /// Tells other parts of a server who signed in, and what is known of them.
  public typealias Introduction =
    @Sendable (_ user: Caller.User, _ email: String?, _ pictureURL: String?) async throws -> Void

  let configuration: IdentityConfiguration
  let sessions: Sessions
  let clients: [SignInProvider: ProviderClient]
  let redirects: RedirectAllowList
  let logger: Logger
  let ownedData: OwnedData
  let introduce: Introduction
  let addressLimiter: RateLimiter
  private let sessionLimiter: RateLimiter
  private let supabase: SupabaseTokens?

  var people: People { People(sessions: sessions) }
  var codes: SignInCodes { SignInCodes(sessions: sessions) }

  /// Signing in, by a configuration.
  ///
  /// - Parameters:
  ///   - database: where people and sessions are.
  ///   - configuration: the keys, the providers, and what is allowed.
  ///   - transport: how providers are called.
  ///   - logger: for what operators should know. No token, code or secret is ever written there.
  ///   - now: the clock.
  ///   - makeID: makes the ids of people and sessions.
  ///   - randomness: makes tokens, codes and states.
  ///   - ownedData: deletes what a person owns elsewhere in the database.
  ///   - introduce: called at each sign-in, before the app hears of it, with all that providers have told so far. What it throws
  ///     is logged, and the person is signed in all the same.
  /// - Throws: ``IdentityError`` for a configuration that can't work, or would not be safe; an error of SQLite's if the
  ///   database can't be read.
  public init(
    database: any DatabaseWriter,
    configuration: IdentityConfiguration,
    transport: any Transport,
    logger: Logger = Logger(label: "naru.identity"),
    now: @escaping @Sendable () -> Date = { Date() },
    makeID: @escaping @Sendable () -> UUID = { UUID() },
    randomness: Randomness = .system,
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
    var keys = configuration.signingKeys
    if keys.isEmpty {
      keys = [try await .hs256(configuration.masterKey.derived("access-token").withUnsafeBytes { Data($0) })]
    }
    sessions = Sessions(
      database: database,
      states: try SessionStates(database),
      tokens: AccessTokens(
        issuer: configuration.issuer,
        audience: configuration.audience,
        clientID: configuration.clientID,
        lifetime: configuration.lifetimes.accessToken,
        keys: keys
      ),
      master: configuration.masterKey,
      lifetimes: configuration.lifetimes,
      now: now,
      makeID: makeID,
      randomness: randomness
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
        master: configuration.masterKey,
        now: now,
        logger: logger
      )
    }
    self.clients = Dictionary(clients.map { ($0.provider, $0) }) { first, _ in first }
    addressLimiter = RateLimiter(configuration.addressLimit, now: now)
    sessionLimiter = RateLimiter(configuration.sessionLimit, now: now)
    supabase =
      if let project = configuration.supabase {
        try await SupabaseTokens(project, transport: transport, now: now)
      } else {
        nil
      }
  }

  /// Adds the migrations that make the tables of sign-in.
  public static func registerMigrations(in migrator: inout DatabaseMigrator) {
    IdentityTables.register(in: &migrator)
  }

  /// The contract for apps, to be mounted.
  public var accounts: ServedContract {
    ServedContract(Accounts.self, options: ServingOptions(authenticator: OwnTokens(identity: self), logger: logger)) {
      accounts(for: $0)
    }
  }

  /// Signs with another key from now on. Tokens of the keys before stay valid, in this process; for the next one, put the new
  /// key first in ``IdentityConfiguration/signingKeys``.
  public func rotate(to key: SigningKey) {
    sessions.tokens.rotate(to: key)
  }

  /// Shuts a person out and ends all sessions of theirs, or lets them in again.
  public func setDisabled(_ isDisabled: Bool, person: UUID) async throws {
    try await sessions.database.write { db in try people.setDisabled(isDisabled, person.key, db) }
  }

  /// What happened, the latest first.
  public func auditEvents(limit: Int = 100) async throws -> [AuditEvent] {
    try await sessions.database.read { db in try AuditLog.events(limit: limit, db) }
  }

  func limitRefresh(_ session: String) throws(APIError) {
    guard let wait = sessionLimiter.take(session) else { return }
    throw APIError(.rateLimited, retryAfter: wait)
  }
}

extension Identity: Authenticator {
  /// The person to whom this server gave an access token, in a session that goes on; or to whom Supabase gave one, where that is
  /// configured.
  ///
  /// An ended session is refused at once, whichever process on the database ended it.
  public func user(for token: Secret) async throws -> Caller.User? {
    if let user = try await ownUser(for: token, isLogout: false) { return user }
    return try await supabase?.user(for: token)
  }

  fileprivate func ownUser(for token: Secret, isLogout: Bool) async throws -> Caller.User? {
    guard let claims = await sessions.tokens.claims(of: token, at: sessions.now(), acceptsExpired: isLogout),
      let state = try await sessions.state(of: claims.sid, person: claims.sub), state.isActive || isLogout
    else { return nil }
    return Caller.User(id: claims.sub, name: state.name, session: claims.sid)
  }
}

/// Accounts are for people who signed in here; and a logout is for anybody who did once.
private struct OwnTokens: Authenticator {
  let identity: Identity

  func user(for token: Secret) async throws -> Caller.User? {
    try await identity.ownUser(for: token, isLogout: false)
  }

  func user(for token: Secret, calling endpoint: Endpoint) async throws -> Caller.User? {
    try await identity.ownUser(for: token, isLogout: endpoint == Accounts.Endpoints.logout)
  }
}
