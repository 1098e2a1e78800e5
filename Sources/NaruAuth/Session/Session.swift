public import Foundation
public import Logging
public import Naru

/// Who is signed in, and stays so: holds the credential, keeps it in a store, and renews it.
///
/// ```swift
/// let session = Session(store: KeychainTokenStore(account: "squirret"), refresher: Refresher(api: signIn))
/// let client = APIClient(url, transport: transport, middleware: [Retry(), Authentication(session)])
///
/// for await state in session.changes {
///   switch state {
///   case .signedOut(let reason): showSignIn(reason.sentence)
///   case .signingIn: showProgress()
///   case .signedIn: showHome()
///   case .unavailable(let error): showLocked(error)
///   }
/// }
/// ```
///
/// ## What it promises
///
/// * **One renewal at a time**, however many calls want it, and of however many processes that share the store. All that
///   wait get its result; one that is cancelled stops waiting, and the renewal goes on.
/// * **Nobody is signed out by accident.** Only a server that refuses the credential for certain
///   (``CredentialRefresher/isRefusal(_:)``) ends the session. A network that is down, a server that fails and a store that is
///   locked don't.
/// * **Who is gone is gone.** A renewal that ends after the person has signed out, or another has signed in, changes nothing.
///   A call that one person made is never repeated with the token of another.
/// * **A new token is on the disk before it is used**, where the store works; else the session goes on without it, says so
///   (``saveProblem``) and tries again.
///
/// Use one session for one store in a process.
public final class Session: Sendable {
  /// How it stands with the session.
  public enum State: Sendable, Equatable {
    /// The store can't be read now, such as before the device was unlocked for the first time: nobody knows whether somebody
    /// is signed in. It is tried again at each call, and by ``Session/reload()``.
    case unavailable(TokenStoreError)
    /// Nobody is signed in.
    case signedOut(Reason)
    /// Nobody is signed in, and somebody is about to be.
    case signingIn
    /// Somebody is signed in. Told once more when another person signs in instead.
    case signedIn
  }

  /// Why nobody is signed in.
  public enum Reason: Sendable, Equatable {
    /// Nobody was.
    case nobody
    /// ``Session/signOut()`` was called.
    case byPerson
    /// Another process signed out, or the store was emptied.
    case elsewhere
    /// The server accepts the credential no more, or what the store kept can't be read. The sentence is for the person.
    case ended(Sentence)

    /// What to tell a person who did not ask for it. `nil` where there is nothing to say.
    public var sentence: Sentence? {
      switch self {
      case .nobody, .byPerson: nil
      case .elsewhere:
        Sentence(korean: "다른 곳에서 로그아웃했습니다.", english: "You have signed out elsewhere.")
      case .ended(let sentence): sentence
      }
    }
  }

  let store: any TokenStore
  let refresher: (any CredentialRefresher)?
  let margin: Duration
  let logger: Logger
  let time: SessionTime
  let core = Locked(SessionCore())
  /// Writes to the store come one after the other, so that the last one is the one that counts.
  let writes = Turns()

  /// A session with what a store keeps. The store is read when it is asked for the first time.
  ///
  /// - Parameters:
  ///   - store: where the credential is kept.
  ///   - refresher: how the backend gives a new access token. `nil`: not at all; when the token is refused, the session ends.
  ///   - margin: how long before its end a token is renewed; of a token that lives shortly, at most a quarter of its life.
  ///   - logger: told what goes wrong with the store and with renewals. Never a token.
  ///   - clock: what measures time and waits.
  ///   - random: a number from 0 to 1, by which devices that were started together spread their renewals.
  ///   - now: the date by this device's clock. It may be wrong, and may be set meanwhile.
  public init(
    store: some TokenStore,
    refresher: (any CredentialRefresher)?,
    margin: Duration = .seconds(60),
    logger: Logger = Logger(label: "naru.auth", factory: { _ in SwiftLogNoOpLogHandler() }),
    clock: some Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.store = store
    self.refresher = refresher
    self.margin = margin
    self.logger = logger
    time = SessionTime(clock, random: random, now: now)
  }

  /// A session that is renewed by a closure; see ``CredentialRefresher/refresh(_:)``.
  public convenience init(
    store: some TokenStore,
    margin: Duration = .seconds(60),
    logger: Logger = Logger(label: "naru.auth", factory: { _ in SwiftLogNoOpLogHandler() }),
    refresh: @escaping @Sendable (Credential) async throws -> Credential
  ) {
    self.init(store: store, refresher: ClosureRefresher(closure: refresh), margin: margin, logger: logger)
  }

  deinit {
    let observers = core.withLock { Array($0.observers.values) }
    for observer in observers { observer.finish() }
  }

  /// How it stands now.
  public var state: State {
    get async {
      try? await load()
      return core.withLock { $0.visible ?? .signedOut(.nobody) }
    }
  }

  /// The credential to make a call with, renewed if it is about to end. `nil` where nobody is signed in. ``Authentication`` asks
  /// for it at each call; ask yourself where a token goes another way, such as in the first message of a web socket.
  ///
  /// - Throws: ``APIError``: ``APIError/Code/failed`` where the store can't be read, and what a renewal failed with.
  public func credential() async throws -> Credential? {
    try await ticket()?.credential
  }

  /// Why the credential is not in the store, though somebody is signed in. `nil` where all is well. It is tried again with calls
  /// that come half a minute later or more.
  public var saveProblem: TokenStoreError? {
    core.withLock { $0.unsaved?.error }
  }
}

/// Where a session has its time from.
struct SessionTime: Sendable {
  /// One moment by both clocks.
  struct Moment: Sendable {
    /// How much time has passed since the session was made.
    let elapsed: Duration
    /// The date by this device's clock.
    let date: Date
  }

  /// How much time has passed since the session was made.
  let elapsed: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void
  let random: @Sendable () -> Double
  let now: @Sendable () -> Date

  init(_ clock: some Clock<Duration>, random: @escaping @Sendable () -> Double, now: @escaping @Sendable () -> Date) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
    self.random = random
    self.now = now
  }

  /// This moment. It calls code of others, so ask before a lock is held.
  var moment: Moment { Moment(elapsed: elapsed(), date: now()) }
}
