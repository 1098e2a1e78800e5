import Foundation
import Naru

/// What a session knows. All of it is behind one lock.
struct SessionCore: Sendable {
  enum Phase: Sendable {
    case unread
    case unavailable(TokenStoreError)
    case signedOut(Session.Reason)
    case signedIn(HeldCredential)
  }

  private(set) var phase = Phase.unread
  /// Grows with each sign-in and sign-out. What began in another generation must not change anything.
  private(set) var generation = 0
  /// The sign-ins that are going on.
  private(set) var attempts: Set<Int> = []
  private var lastAttempt = 0
  /// What the store holds, as far as is known.
  var stored: Secret?
  /// Why the credential is not in the store, and when to try again.
  var unsaved: (error: TokenStoreError, retryAt: Duration)?
  var loading: SharedTask<Void>?
  var renewal: SharedTask<Ticket?>?
  /// When the last renewals ended.
  var renewals: [Duration] = []
  /// Until when the server does not want to be asked again, and how it said so.
  var pause: (until: Duration, error: APIError)?
  /// How many renewals in a row the server failed.
  var failures = 0
  /// How far the server's clock is ahead, in seconds, and when that was noted.
  var clock: (offset: TimeInterval?, notedAt: Duration)?
  private(set) var observers: [Int: AsyncStream<Session.State>.Continuation] = [:]
  private var lastObserver = 0
  private var shown: Session.State?

  /// How it stands, as far as that can be told.
  var visible: Session.State? {
    switch phase {
    case .signedIn: .signedIn
    case _ where !attempts.isEmpty: .signingIn
    case .unread: nil
    case .unavailable(let error): .unavailable(error)
    case .signedOut(let reason): .signedOut(reason)
    }
  }

  /// The credential with the generation that it belongs to.
  var ticket: Ticket? {
    if case .signedIn(let held) = phase { Ticket(credential: held.credential, generation: generation) } else { nil }
  }

  var isRead: Bool {
    switch phase {
    case .unread, .unavailable: false
    case .signedOut, .signedIn: true
    }
  }

  /// Changes what is known, within the generation.
  mutating func set(_ phase: Phase) {
    self.phase = phase
    show()
  }

  /// Begins a new generation: another person, or none.
  mutating func begin(_ phase: Phase) {
    generation += 1
    renewal = nil
    renewals = []
    pause = nil
    failures = 0
    unsaved = nil
    if case .signedIn = phase { shown = nil }
    set(phase)
  }

  mutating func beginAttempt() -> Int {
    lastAttempt += 1
    attempts.insert(lastAttempt)
    show()
    return lastAttempt
  }

  /// Ends a sign-in that came to nothing.
  mutating func endAttempt(_ number: Int) {
    attempts.remove(number)
    show()
  }

  /// Ends a sign-in with a credential.
  ///
  /// - Returns: whether it still counted.
  mutating func endAttempt(_ number: Int, with held: HeldCredential) -> Bool {
    guard attempts.remove(number) != nil else { return false }
    begin(.signedIn(held))
    return true
  }

  /// Signs out: no sign-in that is going on counts any more. Who had signed out already stays so for the same reason.
  mutating func signOut(_ reason: Session.Reason) {
    attempts = []
    if case .signedOut(let before) = phase { begin(.signedOut(before)) } else { begin(.signedOut(reason)) }
  }

  mutating func observe(_ observer: AsyncStream<Session.State>.Continuation) -> Int {
    lastObserver += 1
    observers[lastObserver] = observer
    if let shown { observer.yield(shown) }
    return lastObserver
  }

  mutating func endObserver(_ number: Int) {
    observers[number] = nil
  }

  /// Tells a state that was not told. Within the lock, so that all are told in the same order.
  private mutating func show() {
    guard let visible, visible != shown else { return }
    shown = visible
    for observer in observers.values { observer.yield(visible) }
  }
}

/// A credential as a call takes it along, with the generation that the call belongs to.
struct Ticket: Sendable, Equatable {
  let credential: Credential
  let generation: Int
}
