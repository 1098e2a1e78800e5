import Foundation
import HTTPTypes
import Naru
import NaruAuth
import TestSupport
import Testing

/// Renewals: one at a time, and only for the person whose call needs it.
struct RenewalTests {
  @Test func fiveHundredCallsRenewOnce() async throws {
    let gate = Gate()
    let fixture = try await Fixture(Backend(mayEnd: gate) { if $0 == 500 { gate.open() } }).signedIn()
    fixture.backend.expire()
    try await concurrently(500) { _ in try await fixture.notes.mine() }
    #expect(fixture.backend.asked.count == 1)
    #expect(fixture.backend.calls.count == 1000)
    #expect(await fixture.session.state == .signedIn)
  }

  private let request = APIRequest(
    endpoint: Endpoint("Notes", "mine", .get, "/", auth: .required),
    head: HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/")
  )

  @Test func aCallRejectedWithAnOldTokenIsOnlySentAgain() async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    let authentication = Authentication(fixture.session)
    let tries = Locked(0)
    let response = try await authentication.intercept(
      request,
      next: APINext { request in
        if tries.next() == 1 {
          // Another call has renewed the token in the meantime.
          fixture.backend.expire()
          try await fixture.notes.mine()
          return APIResponse(head: HTTPResponse(status: .unauthorized))
        }
        return try await fixture.backend.send(request)
      }
    )
    #expect(response.head.status == .ok)
    #expect(fixture.backend.asked.count == 1)
  }

  @Test func aRenewalThatFinishesAfterASignOutHasNoEffect() async throws {
    let gate = Gate()
    let fixture = try await Fixture(Backend(mayEnd: gate)).signedIn()
    var states = fixture.session.changes.makeAsyncIterator()
    #expect(await states.next() == .signedIn)
    fixture.backend.expire()
    async let result = code { try await fixture.notes.mine() }
    await fixture.backend.hasBegun.wait()
    try await fixture.session.signOut()
    gate.open()
    #expect(await result == .unauthorized)
    #expect(await fixture.session.state == .signedOut(.userSignedOut))
    #expect(try await fixture.store.read() == nil)
    #expect(try await fixture.session.credential() == nil)
    #expect(await states.next() == .signedOut(.userSignedOut))
  }

  @Test func aRenewalThatFinishesAfterAnotherSignInHasNoEffect() async throws {
    let gate = Gate()
    let fixture = try await Fixture(Backend(mayEnd: gate)).signedIn()
    fixture.backend.expire()
    async let result = code { try await fixture.notes.mine() }
    await fixture.backend.hasBegun.wait()
    let other = Credential(accessToken: Secret("other"), refreshToken: Secret("other-refresh"))
    try await fixture.session.signIn { other }
    gate.open()
    #expect(await result == .cancelled)
    #expect(try await fixture.session.credential() == other)
    #expect(try await fixture.store.read()?.revealed.contains("other-refresh") == true)
    #expect(fixture.backend.tokens == ["Bearer access-1"])
  }

  @Test(arguments: [true, false])
  func aCallIsNotRepeatedAfterASignOutOrAnotherSignIn(signsIn: Bool) async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    let tries = Locked(0)
    let result = await code {
      _ = try await Authentication(fixture.session).intercept(
        request,
        next: APINext { _ in
          tries.withLock { $0 += 1 }
          if signsIn {
            try await fixture.session.signIn { Credential(accessToken: Secret("other")) }
          } else {
            try await fixture.session.signOut()
          }
          return APIResponse(head: HTTPResponse(status: .unauthorized))
        }
      )
    }
    #expect(result == (signsIn ? .cancelled : .unauthorized))
    #expect(tries.withLock { $0 } == 1)
    #expect(fixture.backend.asked.isEmpty)
  }

  @Test func aCancelledCallStopsWaitingAndTheOthersContinue() async throws {
    let gate = Gate()
    let fixture = try await Fixture(Backend(mayEnd: gate)).signedIn()
    fixture.backend.expire()
    let impatient = Task { await code { try await fixture.notes.mine() } }
    async let patient: Void = fixture.notes.mine()
    await fixture.backend.hasBegun.wait()
    impatient.cancel()
    #expect(await impatient.value == .cancelled)
    gate.open()
    try await patient
    #expect(fixture.backend.asked.count == 1)
  }

  @Test func aCallWaitsForARenewalUntilItsTimeout() async throws {
    let gate = Gate()
    let fixture = try await Fixture(Backend(mayEnd: gate)).signedIn()
    fixture.backend.expire()
    let result = await code {
      try await withCallOptions(timeout: .milliseconds(5)) { try await fixture.notes.mine() }
    }
    #expect(result == .timedOut)
    gate.open()
    try await fixture.notes.mine()
    #expect(fixture.backend.asked.count == 1)
  }

  /// The server has used up the refresh token, so its response must not be lost.
  @Test func aRenewalFinishesWithoutWaitingCalls() async throws {
    let gate = Gate()
    let fixture = try await Fixture(Backend(mayEnd: gate)).signedIn()
    fixture.backend.expire()
    let call = Task { await code { try await fixture.notes.mine() } }
    await fixture.backend.hasBegun.wait()
    call.cancel()
    #expect(await call.value == .cancelled)
    gate.open()
    try await fixture.notes.mine()
    #expect(fixture.backend.asked.count == 1)
    #expect(try await fixture.store.read()?.revealed.contains("refresh-2") == true)
  }

  @Test(
    arguments: [
      APIError(.unreachable), APIError(.timedOut), APIError(.cancelled), APIError(.decodingFailed, status: .ok),
      APIError(.serverError, status: .internalServerError), APIError(.serverError, status: .badGateway),
      APIError(.rateLimited, status: .tooManyRequests, retryAfter: .seconds(7)),
      APIError(.forbidden, status: .forbidden),
      APIError(.invalidRequest, serverCode: "-1", status: .badRequest), APIError(.notFound, status: .notFound),
      CancellationError(), URLError(.notConnectedToInternet),
    ] as [any Error]
  )
  func aTemporaryFailureKeepsTheSession(error: any Error) async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    let saved = try await fixture.store.read()
    fixture.backend.expire()
    fixture.backend.failure = error
    #expect(await code { try await fixture.notes.mine() } != .unauthorized)
    #expect(await fixture.session.state == .signedIn)
    #expect(try await fixture.store.read() == saved)
    fixture.backend.failure = nil
    fixture.time.advance(by: .seconds(7))
    try await fixture.notes.mine()
  }

  @Test(
    arguments: [
      APIError(.invalidRequest, serverCode: "E1", status: .ok), APIError(.decodingFailed, status: .ok),
      APIError(.invalidRequest, serverCode: "E1", status: .badRequest), APIError(.forbidden, status: .forbidden),
      APIError(.notFound, status: .notFound), APIError(.serverError, status: .serviceUnavailable),
    ]
  )
  func aServerThatRefusesARenewalIsNotAskedByEveryCall(error: APIError) async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    fixture.backend.expire()
    fixture.backend.failure = error
    for _ in 0..<10 {
      // It must not look like the response of the call's own endpoint.
      let thrown = try await #require(throws: APIError.self) { try await fixture.notes.mine() }
      #expect(thrown.code == .serverError && thrown.status == nil && thrown.serverCode == nil)
      #expect(thrown.localizedMessage.english.contains("could not be renewed"))
      #expect(thrown.underlyingError as? APIError == error)
    }
    #expect(fixture.backend.asked.count == 1)
    #expect(await fixture.session.state == .signedIn)
    fixture.time.advance(by: .seconds(1))
    #expect(await code { try await fixture.notes.mine() } == .serverError)
    #expect(fixture.backend.asked.count == 2)
  }

  @Test(
    arguments: [
      CredentialRejected(), APIError(.unauthorized, status: .unauthorized),
      APIError(.invalidRequest, serverCode: "invalid_grant", status: .badRequest),
      APIError(.invalidRequest, serverCode: "refresh_token_already_used", status: .badRequest),
      APIError(.forbidden, serverCode: "session_not_found", status: .forbidden),
      APIError(.notFound, serverCode: "REFRESH_TOKEN_NOT_FOUND", status: .notFound),
      APIError(.invalidRequest, serverCode: "REFRESH_TOKEN_EXPIRED", status: .ok),
      APIError(.invalidRequest, serverCode: "INVALID_TOKEN", status: .badRequest),
      APIError(.unauthorized, serverCode: "SESSION_ENDED", status: .ok),
    ] as [any Error]
  )
  func aRejectionEndsTheSessionWithASentence(error: any Error) async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    fixture.backend.expire()
    fixture.backend.failure = error
    let thrown = await #expect(throws: APIError.self) { try await fixture.notes.mine() }
    #expect(thrown?.code == .unauthorized)
    #expect(thrown?.localizedMessage.korean == "로그인이 만료되었습니다. 다시 로그인해 주세요.")
    guard case .signedOut(.ended(let localizedMessage)) = await fixture.session.state else {
      Issue.record("The session has not ended.")
      return
    }
    #expect(localizedMessage == thrown?.localizedMessage)
    #expect(try await fixture.store.read() == nil)
    #expect(fixture.backend.calls.count == 1)
  }

  @Test func theServersSentenceIsReported() async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    fixture.backend.expire()
    fixture.backend.failure = APIError(.unauthorized, "다른 기기에서 로그아웃했습니다.", status: .unauthorized)
    _ = await code { try await fixture.notes.mine() }
    #expect(await fixture.session.state == .signedOut(.ended("다른 기기에서 로그아웃했습니다.")))
  }

  @Test func aBusyServerIsNotAskedBeforeItsTime() async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    fixture.backend.expire()
    fixture.backend.failure = APIError(.rateLimited, status: .tooManyRequests, retryAfter: .seconds(20))
    for _ in 0..<10 { #expect(await code { try await fixture.notes.mine() } == .rateLimited) }
    #expect(fixture.backend.asked.count == 1)
    fixture.backend.failure = nil
    fixture.time.advance(by: .seconds(19))
    #expect(await code { try await fixture.notes.mine() } == .rateLimited)
    fixture.time.advance(by: .seconds(1))
    try await fixture.notes.mine()
    #expect(fixture.backend.asked.count == 2)
  }

  @Test func anEmptyAccessTokenIsNoCredential() async throws {
    let (renewals, empty) = (Locked(0), Credential(accessToken: Secret("")))
    let session = Session(store: MemoryTokenStore()) { _ in
      _ = renewals.next()
      return empty
    }
    #expect(await code { try await session.signIn { empty } } == .decodingFailed)
    #expect(await session.state == .signedOut(.neverSignedIn))
    try await session.signIn { Credential(accessToken: Secret("old"), lifetime: .zero) }
    for _ in 1...3 { await #expect(throws: APIError.self) { try await session.credential() } }
    #expect(await session.state == .signedIn && renewals.withLock { $0 } == 1)
  }

  @Test(arguments: [nil, ""])
  func aRefreshTokenIsKeptIfTheServerSendsNoNewOne(sent: String?) async throws {
    let store = MemoryTokenStore()
    let session = Session(store: store) { _ in
      Credential(accessToken: Secret("new"), refreshToken: sent.map { Secret($0) }, lifetime: .seconds(3600))
    }
    try await session.signIn {
      Credential(accessToken: Secret("old"), refreshToken: Secret("stays"), lifetime: .zero)
    }
    let credential = try await session.credential()
    #expect(credential?.accessToken == Secret("new"))
    #expect(credential?.refreshToken == Secret("stays"))
  }

  /// The refresher's call goes through the same client.
  @Test func aTokenThatAnotherProcessRenewedAndThatIsDueAgainIsRenewedFromTheStore() async throws {
    let fixture = try await Fixture(Backend(lifetime: .seconds(100))).signedIn()
    let time = fixture.time
    let other = Session(
      store: fixture.store,
      refresher: fixture.backend,
      clock: time,
      random: { 0 },
      now: { time.shown }
    )
    time.advance(by: .seconds(100))
    _ = try await other.credential()
    time.advance(by: .seconds(100))
    try await fixture.notes.mine()
    #expect(fixture.backend.asked.map(\.refreshToken?.revealed) == ["refresh-1", "refresh-2"])
    #expect(await fixture.session.state == .signedIn)
  }

  @Test func theRefreshersCallCanBeAuthenticated() async throws {
    let backend = Backend()
    let notes = Locked<Notes?>(nil)
    let session = Session(store: MemoryTokenStore()) { credential in
      try await notes.withLock { $0 }?.feed()
      return try await backend.refresh(credential)
    }
    let client = APIClient(InMemoryTransport.url, transport: backend, middleware: [Authentication(session)])
    notes.withLock { $0 = Notes.live(client) }
    try await session.signIn {
      Credential(accessToken: Secret("access-1"), refreshToken: Secret("refresh-1"), lifetime: .zero)
    }
    try await notes.withLock { $0 }?.mine()
    #expect(backend.tokens == ["Bearer access-1", "Bearer access-2"])
  }
}
