public import Naru
public import NaruAuth
import NaruScreens
public import Observation
public import Squirret

/// The model of the screen for signing in and out.
///
/// ```swift
/// let model = SignInModel(session, accounts: .live(client)) { provider in
///   try await signIn(with: provider, in: browser)
/// }
/// SignInView(model).task { await model.follow() }
/// ```
@MainActor
@Observable
public final class SignInModel {
  /// The phase of the sign-in.
  public enum Phase: Sendable, Equatable {
    /// It is not known yet whether a user is signed in.
    case unknown
    /// The stored credential can't be read now. The sentence is for the screen.
    case unavailable(LocalizedMessage)
    /// No user is signed in. The message contains the reason, unless the user signed out.
    case signedOut(LocalizedMessage?)
    /// The user is signing in at a provider. `nil` if another part of the app started it.
    case signingIn(SignInProvider?)
    /// A user is signed in.
    case signedIn
  }

  /// The outcome of an action that did not succeed.
  public enum Outcome: Sendable, Equatable {
    /// The user cancelled. The screen shows nothing.
    case cancelled
    /// The action failed. The sentence is for the screen.
    case failed(LocalizedMessage)
  }

  /// The outcome of the last action. `nil` if it succeeded or is still running.
  public private(set) var outcome: Outcome?
  /// Whether the user is being signed out.
  public private(set) var isSigningOut = false

  private struct Attempt {
    let provider: SignInProvider
    let task: Task<Void, any Error>
  }

  private var state: Session.State?
  private var attempt: Attempt?
  private let session: Session
  private let accounts: Accounts
  private let obtain: @Sendable (SignInProvider) async throws -> Credential
  private let beforeSignOut: (@MainActor @Sendable () async throws -> Bool)?
  private let me = Loaded<AccountProfile?>(nil)

  /// Creates a model in the phase ``Phase/unknown``; see ``follow()``.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - accounts: the backend, called with the session's credential.
  ///   - beforeSignOut: called before the user is signed out, for example to ask about queued changes
  ///     (`Offline.signOut(decide:)`). The user stays signed in if it returns `false` or throws.
  ///   - obtain: signs the user in at a provider, for example with a `SquirretSignIn`.
  public init(
    _ session: Session,
    accounts: Accounts,
    beforeSignOut: (@MainActor @Sendable () async throws -> Bool)? = nil,
    obtain: @escaping @Sendable (SignInProvider) async throws -> Credential
  ) {
    self.session = session
    self.accounts = accounts
    self.beforeSignOut = beforeSignOut
    self.obtain = obtain
  }

  /// The phase of the sign-in.
  public var phase: Phase {
    if let attempt { return .signingIn(attempt.provider) }
    return switch state {
    case nil: .unknown
    case .unavailable(let error): .unavailable(error.localizedMessage)
    case .signedOut(let reason): .signedOut(reason.localizedMessage)
    case .signingIn: .signingIn(nil)
    case .signedIn: .signedIn
    }
  }

  /// The signed-in user. `nil` if there is none, and until it is loaded.
  public var account: AccountProfile? { me.value }

  /// A sentence with the name of the signed-in user.
  public var signedInAs: LocalizedMessage? {
    guard let account else { return nil }
    let provider = account.provider.name
    guard let name = account.name ?? account.email else {
      return LocalizedMessage(
        korean: "\(provider.korean)로 로그인했습니다.",
        english: "You are signed in with \(provider.english)."
      )
    }
    return LocalizedMessage(
      korean: "\(name) 님, \(provider.korean)로 로그인했습니다.",
      english: "You are signed in as \(name) with \(provider.english)."
    )
  }

  /// The reason why the account could not be loaded.
  public var accountError: LocalizedMessage? { me.phase.localizedMessage }

  /// Follows the session's changes until the task is cancelled.
  public func follow() async {
    for await change in session.changes {
      // The state may have changed again since then.
      state = await session.state
      me.reset(to: nil)
      // Not awaited, because the session may change before the backend responds.
      if change == .signedIn { Task { await reloadAccount() } }
    }
  }

  /// Reloads the session and the account. Call it when the app comes to the foreground.
  public func reload() async {
    await session.reload()
    state = await session.state
    if state == .signedIn { await reloadAccount() }
  }

  /// Signs the user in at a provider. Does nothing while another sign-in is running.
  public func signIn(with provider: SignInProvider) async {
    guard attempt == nil else { return }
    outcome = nil
    let task = Task { [session, obtain] in
      try await session.signIn { try await obtain(provider) }
    }
    attempt = Attempt(provider: provider, task: task)
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    state = await session.state
    attempt = nil
    if case .failure(let error) = result { outcome = Outcome(error) }
  }

  /// Cancels the running sign-in.
  public func cancel() { attempt?.task.cancel() }

  /// Signs the user out.
  ///
  /// - Parameter everywhere: whether to sign out on all devices, which fails if the backend can't be reached.
  public func signOut(everywhere: Bool = false) async {
    guard !isSigningOut else { return }
    isSigningOut = true
    outcome = nil
    defer { isSigningOut = false }
    do {
      guard try await beforeSignOut?() ?? true else { return }
      do {
        _ = try await withCallOptions(timeout: .seconds(5)) { [accounts] in
          try await accounts.logout(request: LogoutRequest(everywhere: everywhere ? true : nil))
        }
      } catch  where !everywhere {}
    } catch {
      outcome = Outcome(error)
      return
    }
    do {
      try await session.signOut()
    } catch {
      outcome = Outcome(error)
    }
    state = await session.state
  }

  private func reloadAccount() async { await me.reload { [accounts] in try await accounts.me() } }
}

extension SignInModel.Outcome {
  fileprivate init(_ error: any Error) {
    self =
      switch error {
      case SignInError.cancelled: .cancelled
      case let error as SignInError: .failed(error.localizedMessage)
      case let error as TokenStoreError: .failed(error.localizedMessage)
      default: LocalizedMessage(explaining: error).map { .failed($0) } ?? .cancelled
      }
  }
}
