public import Naru
public import NaruAuth
public import Observation
import NaruScreens
public import Squirret

/// The screen on which one signs in and out.
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
  /// How it stands.
  public enum Phase: Sendable, Equatable {
    /// Nobody knows yet whether somebody is signed in.
    case unknown
    /// What is kept of the sign-in can't be read now. The sentence is for the screen.
    case unavailable(Sentence)
    /// Nobody is signed in. The sentence says why, where the person did not ask for it.
    case signedOut(Sentence?)
    /// The person is in the browser of a provider; `nil` where another part of the app signs in.
    case signingIn(SignInProvider?)
    /// Somebody is signed in.
    case signedIn
  }

  /// How something that was tried has ended, unless it went well.
  public enum Outcome: Sendable, Equatable {
    /// The person changed their mind. Nothing has to be said.
    case cancelled
    /// It failed. The sentence is for the screen.
    case failed(Sentence)
  }

  /// How the last thing that was tried has ended; `nil` where it went well, and while it goes on.
  public private(set) var outcome: Outcome?
  /// Whether the person is being signed out.
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
  private let me = Loaded<Account?>(nil)

  /// A screen that does not know yet how it stands; see ``follow()``.
  ///
  /// - Parameters:
  ///   - session: who is signed in.
  ///   - accounts: the backend, through a client that sends the session's credential.
  ///   - obtain: signs the person in at a provider, such as with a `SquirretSignIn` in a browser.
  public init(
    _ session: Session,
    accounts: Accounts,
    obtain: @escaping @Sendable (SignInProvider) async throws -> Credential
  ) {
    self.session = session
    self.accounts = accounts
    self.obtain = obtain
  }

  /// How it stands.
  public var phase: Phase {
    if let attempt { return .signingIn(attempt.provider) }
    return switch state {
    case nil: .unknown
    case .unavailable(let error): .unavailable(error.sentence)
    case .signedOut(let reason): .signedOut(reason.sentence)
    case .signingIn: .signingIn(nil)
    case .signedIn: .signedIn
    }
  }

  /// Who is signed in; `nil` where nobody is, and until the backend has told.
  public var account: Account? { me.value }

  /// Who is signed in, for the screen.
  public var signedInAs: Sentence? {
    guard let account else { return nil }
    let provider = account.provider.name
    guard let name = account.name ?? account.email else {
      return Sentence(korean: "\(provider.korean)로 로그인했습니다.", english: "You are signed in with \(provider.english).")
    }
    return Sentence(
      korean: "\(name) 님, \(provider.korean)로 로그인했습니다.",
      english: "You are signed in as \(name) with \(provider.english)."
    )
  }

  /// Why the account is not shown, for the screen.
  public var accountError: Sentence? { me.phase.sentence }

  /// Keeps up with the session, as long as the task runs.
  public func follow() async {
    for await change in session.changes {
      // What is told may be over by now.
      state = await session.state
      me.reset(to: nil)
      // Not awaited: the session may change before the backend answers.
      if change == .signedIn { Task { await reloadAccount() } }
    }
  }

  /// Looks again how it stands and who is signed in: call it when the app comes to the front.
  public func reload() async {
    await session.reload()
    state = await session.state
    if state == .signedIn { await reloadAccount() }
  }

  /// Signs the person in at a provider. Does nothing while another sign-in goes on.
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

  /// Ends the sign-in that goes on.
  public func cancel() {
    attempt?.task.cancel()
  }

  /// Signs the person out: here, even if the backend can't be reached, or on all devices, if the backend agrees.
  public func signOut(everywhere: Bool = false) async {
    guard !isSigningOut else { return }
    isSigningOut = true
    outcome = nil
    defer { isSigningOut = false }
    do {
      _ = try await withOptions(.timeout(.seconds(5))) { [accounts] in
        try await accounts.logout(request: LogoutRequest(everywhere: everywhere ? true : nil))
      }
    } catch  where everywhere {
      outcome = Outcome(error)
      return
    } catch {}
    do {
      try await session.signOut()
    } catch {
      outcome = Outcome(error)
    }
    state = await session.state
  }

  /// Takes what went wrong off the screen.
  public func dismissOutcome() {
    outcome = nil
  }

  private func reloadAccount() async {
    await me.reload { [accounts] in try await accounts.me() }
  }
}

extension SignInModel.Outcome {
  fileprivate init(_ error: any Error) {
    self =
      switch error {
      case SignInError.cancelled: .cancelled
      case let error as SignInError: .failed(error.sentence)
      case let error as TokenStoreError: .failed(error.sentence)
      default: notice(error).map { .failed($0) } ?? .cancelled
      }
  }
}
