import Foundation
import HTTPTypes
import Naru
import NaruAuth
import TestSupport

/// A backend that accepts one access token and one refresh token, and renews them.
final class Backend: Transport, CredentialRefresher {
  private struct State {
    var number = 1
    var calls: [HTTPRequest] = []
    var bodies: [Data] = []
    var rejected = 0
    var asked: [Credential] = []
    var failure: (any Error)?
  }

  private let state = Locked(State())
  /// The lifetime of a token.
  let lifetime: Duration?
  /// The gate that opens when a renewal starts.
  let hasBegun = Gate()
  /// The gate at which a renewal waits.
  let mayEnd: Gate
  private let time: TestClock?
  private let status: HTTPResponse.Status?
  private let onRejection: @Sendable (Int) -> Void

  init(
    lifetime: Duration? = nil,
    mayEnd: Gate = Gate(isOpen: true),
    time: TestClock? = nil,
    status: HTTPResponse.Status? = nil,
    onRejection: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.lifetime = lifetime
    self.mayEnd = mayEnd
    self.time = time
    self.status = status
    self.onRejection = onRejection
  }

  /// The accepted credential.
  var credential: Credential {
    let number = state.withLock { $0.number }
    return Credential(
      accessToken: Secret("access-\(number)"),
      refreshToken: Secret("refresh-\(number)"),
      lifetime: lifetime
    )
  }

  /// The error of renewals.
  var failure: (any Error)? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The received calls.
  var calls: [HTTPRequest] { state.withLock { $0.calls } }
  /// The received bodies.
  var bodies: [Data] { state.withLock { $0.bodies } }
  /// The credentials that were to be renewed.
  var asked: [Credential] { state.withLock { $0.asked } }
  /// The `Authorization` fields of the received calls.
  var tokens: [String?] { calls.map { $0.headerFields[.authorization] } }

  /// A client with the credential of a session.
  func notes(_ session: Session) -> Notes {
    Notes.live(APIClient(InMemoryTransport.url, transport: self, middleware: [Authentication(session)]))
  }

  /// Makes the access token invalid before its time.
  func expire() {
    state.withLock { $0.number += 10_000 }
  }

  func send(_ request: APIRequest) async throws -> APIResponse {
    let body = try await request.stream?.collect(upTo: 1 << 20) ?? request.body
    let expected = "Bearer \(credential.accessToken.revealed)"
    let (isRejected, rejected) = state.withLock { state in
      state.calls.append(request.head)
      state.bodies.append(body)
      let authorization = request.head.headerFields[.authorization]
      let isRejected =
        authorization.map { $0 != expected } ?? (request.endpoint.auth == .required)
      if isRejected { state.rejected += 1 }
      return (isRejected, state.rejected)
    }
    if isRejected { onRejection(rejected) }
    var head = HTTPResponse(status: status ?? (isRejected ? .unauthorized : .ok))
    head.headerFields[.date] = time?.header
    return APIResponse(head: head, body: Data("{}".utf8))
  }

  func refresh(_ credential: Credential) async throws -> Credential {
    state.withLock { $0.asked.append(credential) }
    hasBegun.open()
    await mayEnd.wait()
    if let failure { throw failure }
    let isKnown = state.withLock { state in
      // `expire` does not change the refresh token.
      guard credential.refreshToken?.revealed == "refresh-\(state.number % 10_000)" else { return false }
      state.number = state.number % 10_000 + 1
      return true
    }
    guard isKnown else { throw CredentialRejected() }
    return self.credential
  }
}

/// A contract with all kinds of authentication.
@API("/api")
struct Notes: Sendable {
  @GET("/open") var open: @Sendable () async throws -> Void
  @GET("/feed", auth: .optional) var feed: @Sendable () async throws -> Void
  @GET("/mine", auth: .required) var mine: @Sendable () async throws -> Void
  @POST("/mine", auth: .required) var add: @Sendable (_ text: String) async throws -> Void
  @PUT("/picture", auth: .required) var setPicture: @Sendable (_ picture: Blob) async throws -> Void
}

/// A session with a backend.
struct Fixture {
  let backend: Backend
  let store: MemoryTokenStore
  let session: Session
  let time: TestClock
  let notes: Notes

  init(_ backend: Backend, time: TestClock = TestClock(), store: MemoryTokenStore = MemoryTokenStore()) {
    self.backend = backend
    self.store = store
    self.time = time
    session = Session(store: store, refresher: backend, clock: time, random: { 0 }, now: { time.shown })
    notes = backend.notes(session)
  }

  /// Signs in with the accepted credential.
  func signedIn() async throws -> Fixture {
    try await session.signIn { backend.credential }
    return self
  }
}
