import Foundation
import Naru
import NaruAuth
import Squirret
import SquirretFeatures
import Support
import SystemTesting
import Testing

private let offline = APIError(.unreachable)

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SignInModelTests {
  private let logouts = Locked<[LogoutRequest?]>([])
  private let logoutFailure = Locked<APIError?>(nil)
  private let meFailure = Locked<APIError?>(nil)
  private let account = AccountProfile(id: UUID(), email: "hong@example.com", name: "홍길동", provider: .kakao)
  private let session = Session(store: MemoryTokenStore(), refresher: nil)

  private var accounts: Accounts {
    var accounts = Accounts.unimplemented
    accounts.me = { [account, meFailure] in
      if let failure = meFailure.withLock({ $0 }) { throw failure }
      return account
    }
    accounts.logout = { [logouts, logoutFailure] request in
      logouts.withLock { $0.append(request) }
      if let failure = logoutFailure.withLock({ $0 }) { throw failure }
      return LogoutAnswer()
    }
    return accounts
  }

  private func model(
    _ obtain: @escaping @Sendable (SignInProvider) async throws -> Credential = { _ in Self.credential }
  ) -> SignInModel {
    SignInModel(session, accounts: accounts, obtain: obtain)
  }

  private nonisolated static let credential = Credential(
    accessToken: Secret("a"),
    refreshToken: Secret("r"),
    lifetime: .seconds(86_400)
  )

  /// Follows the session until a condition holds.
  private func follow(_ model: SignInModel, until isDone: () -> Bool) async {
    let task = Task { await model.follow() }
    while !isDone(), !Task.isCancelled { await Task.yield() }
    task.cancel()
    await task.value
    #expect(isDone())
  }

  @Test
  func everyProviderHasAButton() {
    #expect(
      SignInProvider.allCases.map(\.buttonTitle.korean) == ["카카오로 로그인", "네이버로 로그인", "구글로 로그인", "Apple로 로그인"]
    )
    #expect(SignInProvider.apple.buttonTitle.english == "Sign in with Apple")
  }

  @Test
  func signingInShowsTheProviderAndThenTheAccount() async throws {
    let gate = Gate()
    let model = model { provider in
      #expect(provider == .kakao)
      await gate.wait()
      return Self.credential
    }
    #expect(model.phase == .unknown)
    await follow(model) { model.phase == .signedOut(nil) }
    await gate.hold(await model.signIn(with: .kakao)) {
      #expect(model.phase == .signingIn(.kakao) && model.account == nil)
      // A second sign-in is ignored while the first one is running.
      await model.signIn(with: .apple)
    }
    #expect(model.phase == .signedIn && model.outcome == nil)
    await follow(model) { model.account != nil }
    #expect(model.account == account)
    #expect(model.signedInAs?.korean == "홍길동 님, 카카오로 로그인했습니다.")
    #expect(try await session.credential()?.accessToken == Secret("a"))
  }

  @Test
  func aCancelledSignInIsSilentAndAFailureSaysWhy() async {
    let errors = Locked<[any Error]>([
      SignInError.cancelled, SignInError.rejected(code: "server_error"), SignInError.timedOut, offline,
      APIError(.serverError, "점검 중입니다."), CancellationError(),
    ])
    let model = model { _ in throw errors.withLock { $0.removeFirst() } }
    let outcomes: [SignInModel.Outcome] = [
      .cancelled, .failed(SignInError.rejected(code: "server_error").localizedMessage),
      .failed(SignInError.timedOut.localizedMessage),
      .failed(offline.localizedMessage), .failed("점검 중입니다."), .cancelled,
    ]
    for outcome in outcomes {
      await model.signIn(with: .naver)
      #expect(model.outcome == outcome && model.phase == .signedOut(nil))
    }
  }

  @Test
  func aSignInCanBeCancelled() async {
    let gate = Gate()
    let model = model { _ in
      await gate.wait()
      try Task.checkCancellation()
      return Self.credential
    }
    await gate.hold(await model.signIn(with: .google)) {
      model.cancel()
    }
    #expect(model.outcome == .cancelled && model.phase == .signedOut(nil))
  }

  @Test
  func signingOutWorksOfflineUnlessItIsEverywhere() async throws {
    let model = model()
    await model.signIn(with: .kakao)
    logoutFailure.withLock { $0 = offline }
    await model.signOut(everywhere: true)
    #expect(model.phase == .signedIn && model.outcome == .failed(offline.localizedMessage) && !model.isSigningOut)
    await model.signOut()
    #expect(model.phase == .signedOut(nil) && model.outcome == nil)
    #expect(try await session.credential() == nil)
    await model.signIn(with: .kakao)
    logoutFailure.withLock { $0 = nil }
    await model.signOut(everywhere: true)
    #expect(model.phase == .signedOut(nil) && logouts.withLock { $0.map { $0?.everywhere } } == [true, nil, true])
  }

  @Test
  func onlyAnEndedSessionSignsThePersonOut() async throws {
    meFailure.withLock { $0 = offline }
    let model = model()
    await model.signIn(with: .kakao)
    await follow(model) { model.accountError != nil }
    #expect(model.phase == .signedIn && model.accountError == offline.localizedMessage && model.signedInAs == nil)
    meFailure.withLock { $0 = nil }
    await model.reload()
    #expect(model.account == account && model.accountError == nil)
    // Without a refresher, a refused token ends the session.
    let client = APIClient(
      InMemoryTransport.url,
      transport: InMemoryTransport().mounting(Accounts.self) { _ in .unimplemented },
      middleware: [Authentication(session)]
    )
    _ = try? await Accounts.live(client).me()
    await follow(model) { model.phase != .signedIn }
    guard case .signedOut(let localizedMessage?) = model.phase else {
      Issue.record("\(model.phase)")
      return
    }
    #expect(localizedMessage.korean.contains("로그인") && model.account == nil)
  }

  @Test
  func anUnreadableStoreIsNeitherSignedInNorSignedOut() async {
    struct LockedStore: TokenStore {
      let error = TokenStoreError(.locked, "잠금을 풀어 주세요.")
      func read() async throws -> Secret? { throw error }
      func write(_ text: Secret) async throws { throw error }
      func replace(_ old: Secret, with new: Secret) async throws -> Bool { throw error }
      func delete() async throws { throw error }
      func withLock<Value: Sendable>(_ operation: @concurrent @Sendable () async -> Value) async throws -> Value {
        await operation()
      }
    }
    let model = SignInModel(Session(store: LockedStore(), refresher: nil), accounts: accounts) { _ in Self.credential }
    await follow(model) { model.phase == .unavailable("잠금을 풀어 주세요.") }
    await model.signIn(with: .kakao)
    #expect(model.phase == .signedIn && model.outcome == nil)
    await model.signOut()
    #expect(model.outcome == .failed("잠금을 풀어 주세요.") && model.phase == .signedOut(nil))
  }

  @Test(arguments: [true, false, nil])
  func anAppIsAskedBeforeAPersonIsSignedOut(answer: Bool?) async throws {
    let full = MessageError(LocalizedMessage(korean: "기기의 저장 공간이 부족합니다.", english: "The device is full."))
    let model = SignInModel(session, accounts: accounts) {
      guard let answer else { throw full }
      return answer
    } obtain: { _ in
      Self.credential
    }
    await model.signIn(with: .kakao)
    #expect(model.phase == .signedIn)
    await model.signOut()
    #expect(model.phase == (answer == true ? .signedOut(nil) : .signedIn))
    #expect(logouts.withLock { $0.count } == (answer == true ? 1 : 0))
    #expect(model.outcome == (answer == nil ? .failed(full.localizedMessage) : nil) && !model.isSigningOut)
  }
}
