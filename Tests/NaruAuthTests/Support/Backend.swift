import Foundation
import HTTPTypes
import Naru
import TestSupport
import NaruAuth

/// A backend that knows one token of each kind, and gives new ones.
final class Backend: Transport, CredentialRefresher {
  private struct State {
    var number = 1
    var calls: [HTTPRequest] = []
    var bodies: [Data] = []
    var refused = 0
    var asked: [Credential] = []
    var failure: (any Error)?
  }

  private let state = Locked(State())
  /// How long a token lives.
  let lifetime: Duration?
  /// Opened when a renewal has begun.
  let hasBegun = Gate()
  /// What a renewal waits for.
  let mayEnd: Gate
  private let time: TestClock?
  private let status: HTTPResponse.Status?
  private let onRefusal: @Sendable (Int) -> Void

  init(
    lifetime: Duration? = nil,
    mayEnd: Gate = Gate(isOpen: true),
    time: TestClock? = nil,
    status: HTTPResponse.Status? = nil,
    onRefusal: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.lifetime = lifetime
    self.mayEnd = mayEnd
    self.time = time
    self.status = status
    self.onRefusal = onRefusal
  }

  /// What the backend accepts now.
  var credential: Credential {
    let number = state.withLock { $0.number }
    return Credential(
      accessToken: Secret("access-\(number)"),
      refreshToken: Secret("refresh-\(number)"),
      lifetime: lifetime
    )
  }

  /// What a renewal fails with.
  var failure: (any Error)? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The calls that came.
  var calls: [HTTPRequest] { state.withLock { $0.calls } }
  /// The bodies that came.
  var bodies: [Data] { state.withLock { $0.bodies } }
  /// The credentials for which a new one was wanted.
  var asked: [Credential] { state.withLock { $0.asked } }
  /// The `Authorization` of the calls that came.
  var tokens: [String?] { calls.map { $0.headerFields[.authorization] } }

  /// The access token is over before its time.
  func expire() {
    state.withLock { $0.number += 10_000 }
  }

  func send(_ request: APIRequest) async throws -> APIResponse {
    let body = try await request.stream?.collect(upTo: 1 << 20) ?? request.body
    let expected = "Bearer \(credential.accessToken.revealed)"
    let (isRefused, refused) = state.withLock { state in
      state.calls.append(request.head)
      state.bodies.append(body)
      let authorization = request.head.headerFields[.authorization]
      let isRefused =
        authorization.map { $0 != expected } ?? (request.endpoint.auth == .required)
      if isRefused { state.refused += 1 }
      return (isRefused, state.refused)
    }
    if isRefused { onRefusal(refused) }
    var head = HTTPResponse(status: status ?? (isRefused ? .unauthorized : .ok))
    head.headerFields[.date] = time?.header
    return APIResponse(head: head, body: Data("{}".utf8))
  }

  func refresh(_ credential: Credential) async throws -> Credential {
    state.withLock { $0.asked.append(credential) }
    hasBegun.open()
    await mayEnd.wait()
    if let failure { throw failure }
    let isKnown = state.withLock { state in
      // Expiring by hand leaves the refresh token as it is.
      guard credential.refreshToken?.revealed == "refresh-\(state.number % 10_000)" else { return false }
      state.number = state.number % 10_000 + 1
      return true
    }
    guard isKnown else { throw CredentialRefused() }
    return self.credential
  }
}

/// A contract with each kind of endpoint.
@API("/api")
struct Notes: Sendable {
  @GET("/open")
  var open: @Sendable () async throws -> Void

  @GET("/feed", auth: .optional)
  var feed: @Sendable () async throws -> Void

  @GET("/mine", auth: .required)
  var mine: @Sendable () async throws -> Void

  @POST("/mine", auth: .required)
  var add: @Sendable (_ text: String) async throws -> Void

  @PUT("/picture", auth: .required)
  var setPicture: @Sendable (_ picture: Blob) async throws -> Void
}

/// A session with a backend and what is between them.
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
    session = Session(
      store: store,
      refresher: backend,
      clock: time,
      random: { 0 },
      now: { time.shown }
    )
    let client = APIClient(InMemoryTransport.url, transport: backend, middleware: [Authentication(session)])
    notes = Notes.live(client)
  }

  /// Signed in with what the backend accepts.
  func signedIn() async throws -> Fixture {
    try await session.signIn { backend.credential }
    return self
  }
}

/// The code of the error that an operation throws.
func code(_ operation: () async throws -> Void) async -> APIError.Code? {
  do {
    try await operation()
    return nil
  } catch {
    return (error as? APIError)?.code ?? .failed
  }
}
