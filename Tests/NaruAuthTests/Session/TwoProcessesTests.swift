import Foundation
import Naru
import NaruAuth
import TestSupport
import Testing

/// Two sessions with one file, as in two processes: the lock is the system's, and each session opens the file itself.
struct TwoProcessesTests {
  private let folder: TemporaryFolder
  private let backend = Backend(lifetime: .seconds(3600))
  private let time = TestClock()

  init() throws { folder = try TemporaryFolder() }

  private func session(_ backend: Backend? = nil) -> Session {
    Session(
      store: FileTokenStore(folder.url.appending(path: "session"), protection: .ownerOnly),
      refresher: backend ?? self.backend,
      clock: time
    )
  }

  @Test func eachRefreshTokenIsUsedOnce() async throws {
    let (one, two) = (session(), session())
    try await one.signIn { backend.credential }
    #expect(await two.state == .signedIn)
    for round in 1...100 {
      time.advance(by: .seconds(10))
      backend.expire()
      async let first: Void = backend.notes(one).mine()
      async let second: Void = backend.notes(two).mine()
      _ = try await (first, second)
      #expect(backend.asked.count == round)
    }
    #expect(Set(backend.asked.map { $0.refreshToken?.revealed }).count == 100)
    #expect(try await one.credential()?.accessToken == two.credential()?.accessToken)
  }

  @Test func oneSessionTakesOverTheRenewalOfTheOther() async throws {
    let (one, two) = (session(), session())
    try await one.signIn { backend.credential }
    try await backend.notes(two).mine()
    backend.expire()
    try await backend.notes(one).mine()
    try await backend.notes(two).mine()
    #expect(backend.asked.count == 1)
    await two.reload()
    #expect(await two.state == .signedIn)
  }

  @Test func aSignOutElsewhereIsNoticedBeforeARenewal() async throws {
    let (one, two) = (session(), session())
    try await one.signIn { backend.credential }
    var states = two.changes.makeAsyncIterator()
    #expect(await states.next() == .signedIn)
    try await one.signOut()
    backend.expire()
    #expect(await code { try await backend.notes(two).mine() } == .unauthorized)
    #expect(backend.asked.isEmpty)
    #expect(await states.next() == .signedOut(.signedOutElsewhere))
  }

  @Test func aSignOutElsewhereDuringARenewalCounts() async throws {
    let gate = Gate()
    let slow = Backend(mayEnd: gate)
    let (one, two) = (session(), session(slow))
    try await one.signIn { slow.credential }
    #expect(await two.state == .signedIn)
    slow.expire()
    let client = APIClient(InMemoryTransport.url, transport: slow, middleware: [Authentication(two)])
    async let result = code { try await Notes.live(client).mine() }
    await slow.hasBegun.wait()
    try await one.signOut()
    gate.open()
    #expect(await result == .unauthorized)
    #expect(await two.state == .signedOut(.signedOutElsewhere))
    #expect(await session().state == .signedOut(.neverSignedIn))
  }

  @Test func anotherSignInElsewhereCancelsTheCallsHere() async throws {
    let (one, two) = (session(), session())
    try await one.signIn { backend.credential }
    #expect(await two.state == .signedIn)
    backend.expire()
    try await one.signIn { Credential(accessToken: Secret("access-10001"), refreshToken: Secret("other")) }
    #expect(await code { try await backend.notes(two).mine() } == .cancelled)
    try await backend.notes(two).mine()
    #expect(backend.asked.isEmpty)
    #expect(backend.tokens == ["Bearer access-1", "Bearer access-10001"])
  }

  @Test func reloadNoticesASignInElsewhere() async throws {
    let (one, two) = (session(), session())
    #expect(await two.state == .signedOut(.neverSignedIn))
    try await one.signIn { backend.credential }
    await two.reload()
    #expect(await two.state == .signedIn)
    try await one.signOut()
    await two.reload()
    #expect(await two.state == .signedOut(.signedOutElsewhere))
  }
}
