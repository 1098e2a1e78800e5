import Foundation
import HTTPTypes
import Naru
import NaruAuth
import TestSupport
import Testing

/// Which calls get the token, and what happens after a refusal.
struct AuthenticationTests {
  @Test func endpointsWithAuthenticationGetTheToken() async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    try await fixture.notes.open()
    try await fixture.notes.feed()
    try await fixture.notes.mine()
    #expect(fixture.backend.tokens == [nil, "Bearer access-1", "Bearer access-1"])
  }

  @Test func withoutASignInOnlyRequiredAuthenticationFails() async throws {
    let fixture = Fixture(Backend())
    try await fixture.notes.open()
    try await fixture.notes.feed()
    #expect(await code { try await fixture.notes.mine() } == .unauthorized)
    #expect(fixture.backend.tokens == [nil, nil])
  }

  @Test func aGuestsCallHasNoToken() async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    try await withCallOptions(asGuest: true) {
      try await fixture.notes.feed()
      try await withCallOptions(asGuest: false) { try await fixture.notes.feed() }
    }
    try await fixture.notes.feed()
    #expect(fixture.backend.tokens == [nil, "Bearer access-1", "Bearer access-1"])
  }

  @Test func aRejectionOfAGuestDoesNotChangeTheSession() async throws {
    let fixture = try await Fixture(Backend(status: .unauthorized)).signedIn()
    await withCallOptions(asGuest: true) {
      #expect(await code { try await fixture.notes.mine() } == .unauthorized)
    }
    #expect(fixture.backend.tokens == [nil] && fixture.backend.asked.isEmpty)
    #expect(await fixture.session.state == .signedIn)
  }

  @API("/keys", auth: .required, security: [.apiKey(header: "X-Key")])
  struct Keys: Sendable {
    @GET("/a") var key: @Sendable () async throws -> Void
    @GET("/b", security: [.bearer, .apiKey(header: "X-Key")]) var either: @Sendable () async throws -> Void
  }

  @Test func onlyEndpointsThatAcceptABearerTokenGetIt() async throws {
    let backend = Backend(status: .ok)
    let key = [SecurityScheme.apiKey(header: "X-Key"): Secret("key")]
    func keys(_ session: Session, _ more: [SecurityScheme: Secret] = [:]) -> Keys {
      .live(
        APIClient(
          InMemoryTransport.url,
          transport: backend,
          middleware: [Authentication(session)],
          credentials: key.merging(more) { $1 }
        )
      )
    }
    let signedIn = try await Fixture(Backend()).signedIn()
    try await keys(signedIn.session).key()
    try await keys(signedIn.session).either()
    // The client has a key, so no one has to be signed in.
    try await keys(Fixture(Backend()).session).either()
    try await withCallOptions(asGuest: true) {
      try await keys(signedIn.session, [.bearer: Secret("fixed")]).either()
    }
    #expect(backend.tokens == [nil, "Bearer access-1", nil, nil])
    let names = backend.calls.map { $0.headerFields.contains { $0.name.canonicalName == "x-key" } }
    #expect(names == [true, false, true, true])
  }

  @Test func aCallThatIsAlwaysRejectedIsSentTwice() async throws {
    let fixture = try await Fixture(Backend(status: .unauthorized)).signedIn()
    #expect(await code { try await fixture.notes.mine() } == .unauthorized)
    #expect(fixture.backend.calls.count == 2)
    #expect(fixture.backend.asked.count == 1)
    #expect(await fixture.session.state == .signedIn)
  }

  @Test func aServerThatRejectsEveryTokenIsAskedForFiveRenewals() async throws {
    let fixture = try await Fixture(Backend(status: .unauthorized)).signedIn()
    for _ in 0..<20 { #expect(await code { try await fixture.notes.mine() } == .unauthorized) }
    #expect(fixture.backend.asked.count == 5)
    fixture.time.advance(by: .seconds(30))
    _ = await code { try await fixture.notes.mine() }
    #expect(fixture.backend.asked.count == 6)
  }

  @Test(arguments: [(403, APIError.Code.forbidden), (500, .serverError), (404, .notFound)])
  func otherFailuresDoNotRenew(status: Int, expected: APIError.Code) async throws {
    let fixture = try await Fixture(Backend(status: .init(code: status))).signedIn()
    #expect(await code { try await fixture.notes.mine() } == expected)
    #expect(fixture.backend.calls.count == 1)
    #expect(fixture.backend.asked.isEmpty)
  }

  @Test func aRejectedTokenOfAnOptionalEndpointIsRenewed() async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    fixture.backend.expire()
    try await fixture.notes.feed()
    #expect(fixture.backend.tokens == ["Bearer access-1", "Bearer access-2"])
  }

  @Test func anOptionalEndpointIsCalledWithoutATokenAfterTheSessionEnds() async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    fixture.backend.expire()
    fixture.backend.failure = CredentialRejected()
    try await fixture.notes.feed()
    #expect(fixture.backend.tokens == ["Bearer access-1", nil])
  }

  @Test func aReplayableBodyIsSentAgain() async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    fixture.backend.expire()
    try await fixture.notes.add("안녕")
    fixture.backend.expire()
    try await fixture.notes.setPicture(Blob(Data("picture".utf8)))
    #expect(
      fixture.backend.bodies.map { String(decoding: $0, as: UTF8.self) } == ["\"안녕\"", "\"안녕\"", "picture", "picture"]
    )
  }

  @Test func aBodyThatCanBeReadOnceIsNotSentAgainButTheCredentialIsRenewed() async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    fixture.backend.expire()
    let once = Blob(
      chunks: AsyncStream {
        $0.yield(Data("x".utf8)); $0.finish()
      }
    )
    #expect(await code { try await fixture.notes.setPicture(once) } == .unauthorized)
    #expect(fixture.backend.calls.count == 1)
    try await fixture.notes.mine()
    #expect(fixture.backend.calls.count == 2)
    #expect(fixture.backend.asked.count == 1)
  }

  @Test(arguments: [
    "https://evil.example", "http://naru.invalid:81", "https://naru.invalid", "http://naru.invalid.evil.example",
  ])
  func theTokenIsNotSentToAnotherOrigin(origin: String) async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    let url = try #require(URL(string: origin))
    let turn = ChangedRequest { request in
      request.head.scheme = url.scheme
      request.head.authority = url.port.map { "\(url.host() ?? ""):\($0)" } ?? url.host()
    }
    let client = APIClient(
      InMemoryTransport.url,
      transport: fixture.backend,
      middleware: [turn, Authentication(fixture.session)],
      allowsInsecureHTTP: true
    )
    _ = await code { try await Notes.live(client).mine() }
    #expect(fixture.backend.tokens == [nil])
  }

  @Test func anAuthorizationFieldOfTheCallerIsKept() async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    let result = await code {
      try await withCallOptions(headers: [.authorization: "Basic eA=="]) { try await fixture.notes.mine() }
    }
    #expect(result == .unauthorized)
    #expect(fixture.backend.tokens == ["Basic eA=="])
  }

  @Test func aClosureCanAttachTheCredential() async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    let client = APIClient(
      InMemoryTransport.url,
      transport: fixture.backend,
      middleware: [
        Authentication(fixture.session) { request, credential in
          request.head.headerFields[.cookie] = "session=\(credential.accessToken.revealed)"
        }
      ]
    )
    _ = await code { try await Notes.live(client).feed() }
    #expect(fixture.backend.calls.first?.headerFields[.cookie] == "session=access-1")
  }

  @Test func withoutARefresherARejectionEndsTheSession() async throws {
    let backend = Backend()
    let store = MemoryTokenStore()
    let session = Session(store: store, refresher: nil)
    let client = APIClient(InMemoryTransport.url, transport: backend, middleware: [Authentication(session)])
    try await session.signIn { backend.credential }
    try await Notes.live(client).mine()
    backend.expire()
    #expect(await code { try await Notes.live(client).mine() } == .unauthorized)
    guard case .signedOut(.ended) = await session.state else {
      Issue.record("The session has not ended.")
      return
    }
    #expect(try await store.read() == nil)
  }
}
