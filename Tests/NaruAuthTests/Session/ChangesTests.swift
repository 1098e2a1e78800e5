import Naru
import NaruAuth
import TestSupport
import Testing

/// The states that a session reports, and signing in and out.
struct ChangesTests {
  private func take(_ count: Int, _ states: inout AsyncStream<Session.State>.Iterator) async -> [Session.State] {
    var taken: [Session.State] = []
    while taken.count < count, let state = await states.next() { taken.append(state) }
    return taken
  }

  @Test func theFirstStateIsTheCurrentOne() async throws {
    let fixture = Fixture(Backend())
    var early = fixture.session.changes.makeAsyncIterator()
    #expect(await early.next() == .signedOut(.neverSignedIn))
    try await fixture.session.signIn { fixture.backend.credential }
    var late = fixture.session.changes.makeAsyncIterator()
    #expect(await late.next() == .signedIn)
    #expect(await take(2, &early) == [.signingIn, .signedIn])
  }

  @Test func theFirstStateComesFromTheStore() async throws {
    let first = try await Fixture(Backend()).signedIn()
    let second = Fixture(first.backend, store: first.store)
    var states = second.session.changes.makeAsyncIterator()
    #expect(await states.next() == .signedIn)
    try await second.notes.mine()
    #expect(second.backend.tokens == ["Bearer access-1"])
  }

  @Test func eachChangeIsReportedOnceAndInOrder() async throws {
    let fixture = Fixture(Backend())
    let changes = fixture.session.changes
    _ = await fixture.session.state
    try await fixture.session.signIn { fixture.backend.credential }
    fixture.backend.expire()
    try await fixture.notes.mine()  // A renewal does not change the state.
    try await fixture.session.signOut()
    try await fixture.session.signOut()
    try await fixture.session.signIn { fixture.backend.credential }
    fixture.backend.expire()
    fixture.backend.failure = CredentialRejected("끝")
    try await concurrently(50) { _ in await code { try await fixture.notes.mine() } }
    var states = changes.makeAsyncIterator()
    #expect(
      await take(7, &states) == [
        .signedOut(.neverSignedIn), .signingIn, .signedIn, .signedOut(.userSignedOut), .signingIn, .signedIn,
        .signedOut(.ended("끝")),
      ]
    )
    try await fixture.session.signIn { fixture.backend.credential }
    #expect(await take(2, &states) == [.signingIn, .signedIn])
  }

  @Test func anotherSignInIsReported() async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    var states = fixture.session.changes.makeAsyncIterator()
    #expect(await states.next() == .signedIn)
    try await fixture.session.signIn { Credential(accessToken: Secret("other")) }
    #expect(await states.next() == .signedIn)
  }

  @Test func theChangesEndWithTheSession() async throws {
    var fixture: Fixture? = try await Fixture(Backend()).signedIn()
    let changes = try #require(fixture?.session.changes)
    fixture = nil
    #expect(try await changes.all() == [.signedIn])
  }

  @Test func aFailedSignInHasNoEffect() async throws {
    let fixture = Fixture(Backend())
    _ = await fixture.session.state
    let changes = fixture.session.changes
    await #expect(throws: SignInError.cancelled) { try await fixture.session.signIn { throw SignInError.cancelled } }
    var states = changes.makeAsyncIterator()
    #expect(await take(3, &states) == [.signedOut(.neverSignedIn), .signingIn, .signedOut(.neverSignedIn)])
    let signedIn = try await Fixture(Backend()).signedIn()
    await #expect(throws: SignInError.timedOut) { try await signedIn.session.signIn { throw SignInError.timedOut } }
    #expect(await signedIn.session.state == .signedIn)
    try await signedIn.notes.mine()
  }

  @Test func aSignInThatFinishesAfterASignOutHasNoEffect() async throws {
    let fixture = Fixture(Backend())
    let (hasBegun, mayEnd) = (Gate(), Gate())
    let signIn = Task {
      try await fixture.session.signIn {
        hasBegun.open()
        await mayEnd.wait()
        return fixture.backend.credential
      }
    }
    await hasBegun.wait()
    #expect(await fixture.session.state == .signingIn)
    try await fixture.session.signOut()
    mayEnd.open()
    await #expect(throws: SignInError.cancelled) { try await signIn.value }
    #expect(await fixture.session.state == .signedOut(.neverSignedIn))
    #expect(try await fixture.store.read() == nil)
  }

  @Test func ofTwoSignInsTheLaterOneCounts() async throws {
    let fixture = Fixture(Backend())
    let (hasBegun, mayEnd) = (Gate(), Gate())
    async let slow: Void = fixture.session.signIn {
      hasBegun.open()
      await mayEnd.wait()
      return Credential(accessToken: Secret("slow"))
    }
    await hasBegun.wait()
    try await fixture.session.signIn { Credential(accessToken: Secret("quick")) }
    #expect(try await fixture.session.credential()?.accessToken == Secret("quick"))
    mayEnd.open()
    try await slow
    #expect(try await fixture.session.credential()?.accessToken == Secret("slow"))
  }
}
