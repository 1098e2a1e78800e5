public import Foundation
public import Logging
public import Naru

/// The signed-in user's credential: held, stored and renewed.
///
/// ```swift
/// let session = Session(store: KeychainTokenStore(account: "squirret"), refresher: Refresher(api: signIn))
/// let client = APIClient(url, transport: transport, middleware: [Retry(), Authentication(session)])
/// ```
///
/// ## Guarantees
///
/// * **One renewal at a time**, for all calls, and for all processes that share the store. All waiting calls get its result. A
///   cancelled call stops waiting; the renewal continues.
/// * **No accidental sign-out.** Only a definite rejection by the server (``CredentialRefresher/isRejection(_:)``) ends the session. A
///   network failure, a server failure or a locked store does not.
/// * **No late effects.** A renewal that finishes after a sign-out, or after another user has signed in, has no effect. A call of
///   one user is never repeated with another user's token.
/// * **A new token is saved before it is used.** If the store fails, the session continues in memory, reports ``persistenceError`` and
///   tries again.
///
/// Use one session per store in a process.
public final class Session: Sendable {
  /// The state of a session.
  public enum State: Sendable, Equatable {
    /// The store can't be read, for example before the first unlock of the device, so it is unknown whether a user is signed
    /// in. Each call and ``Session/reload()`` try again.
    case unavailable(TokenStoreError)
    /// No user is signed in.
    case signedOut(Reason)
    /// No user is signed in, and a sign-in is in progress.
    case signingIn
    /// A user is signed in. It is reported again when another user signs in.
    case signedIn
  }

  /// The reason why no user is signed in.
  public enum Reason: Sendable, Equatable {
    /// The store was empty.
    case neverSignedIn
    /// ``Session/signOut()`` was called.
    case userSignedOut
    /// Another process signed out, or the store was emptied.
    case signedOutElsewhere
    /// The server does not accept the credential any more, or the store's content is invalid. The message is for the user.
    case ended(LocalizedMessage)

    /// The explanation for the user; `nil` if none is needed.
    public var localizedMessage: LocalizedMessage? {
      switch self {
      case .neverSignedIn, .userSignedOut: nil
      case .signedOutElsewhere:
        LocalizedMessage(korean: "다른 곳에서 로그아웃했습니다.", english: "You have signed out elsewhere.")
      case .ended(let localizedMessage): localizedMessage
      }
    }
  }

  let store: any TokenStore
  let refresher: (any CredentialRefresher)?
  let renewalMargin: Duration
  let logger: Logger
  let time: SessionTime
  let core = Locked(SessionCore())
  /// Writes to the store, in order, so that the last one counts.
  let writes = SerialQueue()

  /// Creates a session. The store is read at the first use.
  ///
  /// - Parameters:
  ///   - store: where the credential is stored.
  ///   - refresher: renews the credential. If it is `nil`, a rejected token ends the session.
  ///   - renewalMargin: how long before its expiration a token is renewed; at most a quarter of its lifetime.
  ///   - logger: logs problems with the store and with renewals, without tokens.
  ///   - clock: measures time and sleeps.
  ///   - random: returns a number from 0 to 1, which spreads the renewals of devices that started at the same time.
  ///   - now: returns the device's date, which may be wrong and may jump.
  public init(
    store: some TokenStore,
    refresher: (any CredentialRefresher)?,
    renewalMargin: Duration = .seconds(60),
    logger: Logger = Logger(label: "naru.auth", factory: { _ in SwiftLogNoOpLogHandler() }),
    clock: some Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.store = store
    self.refresher = refresher
    self.renewalMargin = renewalMargin
    self.logger = logger
    time = SessionTime(clock: ErasedClock(clock), random: random, now: now)
  }

  /// Creates a session that a closure renews; see ``CredentialRefresher/refresh(_:)``.
  ///
  /// - Parameters:
  ///   - store: where the credential is stored.
  ///   - renewalMargin: how long before its expiration a token is renewed; at most a quarter of its lifetime.
  ///   - logger: logs problems with the store and with renewals, without tokens.
  ///   - refresh: returns a new credential for an old one.
  public convenience init(
    store: some TokenStore,
    renewalMargin: Duration = .seconds(60),
    logger: Logger = Logger(label: "naru.auth", factory: { _ in SwiftLogNoOpLogHandler() }),
    refresh: @escaping @concurrent @Sendable (Credential) async throws -> Credential
  ) {
    self.init(store: store, refresher: ClosureRefresher(closure: refresh), renewalMargin: renewalMargin, logger: logger)
  }

  deinit {
    let observers = core.withLock { Array($0.observers.values) }
    for observer in observers { observer.finish() }
  }

  /// The current state.
  public var state: State {
    get async {
      try? await load()
      return core.withLock { $0.visible ?? .signedOut(.neverSignedIn) }
    }
  }

  /// Returns the credential for a call, and renews it first if it expires soon.
  ///
  /// ``Authentication`` does this for each call. Call it yourself if a token is sent in another way, for example in the first
  /// message of a web socket.
  ///
  /// - Returns: the credential; `nil` if no user is signed in.
  /// - Throws: `APIError`: `APIError.Code.unknown` if the store can't be read, and the errors of renewals.
  @concurrent
  public func credential() async throws -> Credential? {
    try await ticket()?.credential
  }

  /// Why the current credential could not be saved; `nil` if it is saved. A call after half a minute or more tries again.
  public var persistenceError: TokenStoreError? {
    core.withLock { $0.unsaved?.error }
  }
}

/// A session's sources of time and chance.
struct SessionTime: Sendable {
  /// A moment by both clocks.
  struct Moment: Sendable {
    /// The time since the session was created.
    let elapsed: Duration
    let date: Date
  }

  let clock: ErasedClock
  let random: @Sendable () -> Double
  let now: @Sendable () -> Date

  /// The time since the session was created.
  var elapsed: Duration { clock.elapsed }
  /// The current moment. It calls code of the app, so don't ask for it while holding a lock.
  var moment: Moment { Moment(elapsed: elapsed, date: now()) }
}
