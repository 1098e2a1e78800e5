import Foundation
import Naru

/// The state of a session, protected by one lock.
struct SessionCore: Sendable {
  enum Phase: Sendable {
    case unread
    case unavailable(TokenStoreError)
    case signedOut(Session.Reason)
    case signedIn(HeldCredential)
  }

  private(set) var phase = Phase.unread
  /// Increases with each sign-in and sign-out. Operations of an earlier generation must have no effect.
  private(set) var generation = 0
  /// The user. Renewals don't change it.
  private(set) var user: TokenUser?
  /// The sign-ins in progress.
  private(set) var attempts: Set<UUID> = []
  /// The known content of the store.
  var stored: Secret?
  /// Why the credential could not be saved, and when to try again.
  var unsaved: (error: TokenStoreError, retryAt: Duration)?
  var loading: SharedTask<Void>?
  var renewal: SharedTask<Ticket?>?
  /// The times of the last renewals.
  var renewals: [Duration] = []
  /// The time until which no renewal is tried, and the error that caused it.
  var pause: (until: Duration, error: APIError)?
  /// The number of consecutive failures of the server.
  var failures = 0
  /// By how many seconds the server's clock is ahead, and when that was measured.
  var clock: (offset: TimeInterval?, notedAt: Duration)?
  var observers: [UUID: AsyncStream<Session.State>.Continuation] = [:]
  private var shown: Session.State?

  /// The public state; `nil` before the store has been read.
  var visible: Session.State? {
    switch phase {
    case .signedIn: .signedIn
    case _ where !attempts.isEmpty: .signingIn
    case .unread: nil
    case .unavailable(let error): .unavailable(error)
    case .signedOut(let reason): .signedOut(reason)
    }
  }

  /// The credential with its generation.
  var ticket: Ticket? {
    guard case .signedIn(let held) = phase, let user else { return nil }
    return Ticket(credential: held.credential, generation: generation, user: user)
  }

  var isRead: Bool {
    switch phase {
    case .unread, .unavailable: false
    case .signedOut, .signedIn: true
    }
  }

  /// Changes the phase within the generation.
  mutating func set(_ phase: Phase) {
    self.phase = phase
    show()
  }

  /// Begins a new generation, after a sign-in or sign-out.
  mutating func begin(_ phase: Phase) {
    generation += 1
    renewal = nil
    renewals = []
    pause = nil
    failures = 0
    unsaved = nil
    user = nil
    if case .signedIn(let held) = phase {
      shown = nil
      user =
        held.credential.user.map(TokenUser.init(named:)) ?? TokenUser(of: held.credential.accessToken)
        ?? TokenUser(unnamed: "\(generation)")
    }
    set(phase)
  }

  mutating func beginAttempt() -> UUID {
    let attempt = UUID()
    attempts.insert(attempt)
    show()
    return attempt
  }

  /// Ends a sign-in that failed.
  mutating func endAttempt(_ attempt: UUID) {
    attempts.remove(attempt)
    show()
  }

  /// Completes a sign-in with a credential.
  mutating func endAttempt(_ attempt: UUID, with held: HeldCredential) -> Bool {
    guard attempts.remove(attempt) != nil else { return false }
    begin(.signedIn(held))
    return true
  }

  /// Signs out and ends all sign-ins in progress. If no user is signed in, the reason stays the same.
  mutating func signOut(_ reason: Session.Reason) {
    attempts = []
    if case .signedOut(let before) = phase { begin(.signedOut(before)) } else { begin(.signedOut(reason)) }
  }

  mutating func observe(_ observer: AsyncStream<Session.State>.Continuation, as id: UUID) {
    observers[id] = observer
    if let shown { observer.yield(shown) }
  }

  /// Sends a new state to the observers. It happens within the lock, so that all of them get the same order.
  private mutating func show() {
    guard let visible, visible != shown else { return }
    shown = visible
    for observer in observers.values { observer.yield(visible) }
  }
}

/// The credential of a call, with the generation of the call's session.
struct Ticket: Sendable, Equatable {
  let credential: Credential
  let generation: Int
  let user: TokenUser
}
