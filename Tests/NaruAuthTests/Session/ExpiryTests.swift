import Foundation
import HTTPTypes
import Naru
import NaruAuth
import Testing
import TestSupport

/// When a token is renewed before the server refuses it (b11), and the loop that does so in the background (b12).
struct ExpiryTests {
  private static let hour: TimeInterval = 3600
  static let skews: [TimeInterval] = [0, -hour, hour, -24 * hour, 24 * hour, 10 * 365 * 24 * hour]

  /// A device whose clock is wrong all the time is like any other.
  @Test(arguments: skews, [true, false])
  func aTokenIsRenewedShortlyBeforeItsEnd(skew: TimeInterval, sendsDate: Bool) async throws {
    let time = TestClock()
    time.skew = skew
    let fixture = try await Fixture(Backend(lifetime: .seconds(3600), time: sendsDate ? time : nil), time: time)
      .signedIn()
    try await fixture.notes.mine()
    time.advance(by: .seconds(3539))
    try await fixture.notes.mine()
    #expect(fixture.backend.asked.isEmpty)
    time.advance(by: .seconds(2))
    try await fixture.notes.mine()
    #expect(fixture.backend.asked.count == 1)
    #expect(fixture.backend.calls.count == 3)  // none was refused
  }

  /// The device's clock is set between two starts of the app: the date in the server's answers tells.
  @Test(arguments: skews, skews)
  func aClockThatIsSetIsNoticed(before: TimeInterval, after: TimeInterval) async throws {
    let time = TestClock()
    time.skew = before
    let first = try await Fixture(Backend(lifetime: .seconds(3600), time: time), time: time).signedIn()
    // The first answer comes after the sign-in, so this credential is the first with a known clock.
    first.backend.expire()
    try await first.notes.mine()
    #expect(first.backend.asked.count == 1)
    time.skew = after
    let second = Fixture(first.backend, time: time, store: first.store)
    try await second.notes.mine()
    // One time too many while nobody knew, at most: where the clock was set to after the end, or to before the beginning.
    let needless = first.backend.asked.count - 1
    #expect(needless == (abs(after - before) < 1 ? 0 : 1))
    time.advance(by: .seconds(3500))
    try await second.notes.mine()
    #expect(first.backend.asked.count == 1 + needless)
    time.advance(by: .seconds(50))
    try await second.notes.mine()
    #expect(first.backend.asked.count == 2 + needless)
    // What is set while it runs changes nothing.
    time.skew = before
    try await second.notes.mine()
    #expect(first.backend.asked.count == 2 + needless)
  }

  /// As before, with a clock that is known when the token is looked at for the first time.
  @Test
  func aSmallChangeOfTheClockIsCorrected() async throws {
    let time = TestClock()
    let first = try await Fixture(Backend(lifetime: .seconds(3600), time: time), time: time).signedIn()
    first.backend.expire()
    try await first.notes.mine()
    time.skew = 1800
    let second = Fixture(first.backend, time: time, store: first.store)
    try await second.notes.mine()
    time.advance(by: .seconds(3500))
    try await second.notes.mine()
    #expect(first.backend.asked.count == 1)
  }

  /// Nothing says what time it is, and the clock jumps: every call works all the same.
  @Test(arguments: skews, skews)
  func aClockThatIsSetDoesNoHarm(before: TimeInterval, after: TimeInterval) async throws {
    let time = TestClock()
    time.skew = before
    let fixture = try await Fixture(Backend(lifetime: .seconds(3600)), time: time).signedIn()
    time.skew = after
    for _ in 0..<5 { try await fixture.notes.mine() }
    #expect(fixture.backend.asked.count <= 1)
    fixture.backend.expire()
    try await fixture.notes.mine()
    #expect(fixture.backend.asked.count <= 2)
  }

  @Test
  func aTokenThatLivesShortlyIsNotRenewedAtEachCall() async throws {
    let fixture = try await Fixture(Backend(lifetime: .seconds(40))).signedIn()
    fixture.time.advance(by: .seconds(29))
    try await fixture.notes.mine()
    #expect(fixture.backend.asked.isEmpty)
    fixture.time.advance(by: .seconds(1))
    for _ in 0..<3 { try await fixture.notes.mine() }
    #expect(fixture.backend.asked.count == 1)
  }

  @Test
  func aTokenThatIsStillGoodIsUsedWhereItCannotBeRenewed() async throws {
    let fixture = try await Fixture(Backend(lifetime: .seconds(3600))).signedIn()
    fixture.backend.failure = APIError(.unreachable)
    fixture.time.advance(by: .seconds(3590))
    try await fixture.notes.mine()
    fixture.time.advance(by: .seconds(11))
    #expect(await code { try await fixture.notes.mine() } == .unreachable)
    #expect(fixture.backend.calls.count == 1)
  }

  @Test
  func withoutALifetimeNothingIsRenewedEarly() async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    fixture.time.advance(by: .seconds(1_000_000))
    try await fixture.notes.mine()
    #expect(fixture.backend.asked.isEmpty)
  }

  /// b12: an hour's token through two days, with a server that fails for a while.
  @Test
  func theLoopGoesOnThroughFailures() async throws {
    let fixture = try await Fixture(Backend(lifetime: .seconds(3600))).signedIn()
    let session = fixture.session
    let loop = Task { await session.keepFresh() }
    #expect(await until { fixture.backend.asked.count >= 20 })
    #expect(await session.state == .signedIn)
    fixture.backend.failure = APIError(.server, status: .serviceUnavailable)
    let before = fixture.backend.asked.count
    #expect(await until { fixture.backend.asked.count >= before + 5 })
    fixture.backend.failure = nil
    #expect(await until { fixture.backend.asked.count >= before + 20 })
    loop.cancel()
    await loop.value
    #expect(await session.state == .signedIn)
    #expect(fixture.time.waits.allSatisfy { $0 > .zero && $0 <= .seconds(300) })
  }

  /// b12: the device slept past the end of the token.
  @Test
  func theLoopRenewsAtOnceAfterSleep() async throws {
    let fixture = try await Fixture(Backend(lifetime: .seconds(3600))).signedIn()
    fixture.time.advance(by: .seconds(50_000))
    let session = fixture.session
    let loop = Task { await session.keepFresh() }
    await fixture.backend.hasBegun.wait()
    #expect(fixture.time.waits.isEmpty)
    loop.cancel()
    await loop.value
  }

  /// b12: it waits for the next sign-in, and ends with its task.
  @Test
  func theLoopWaitsForASignIn() async throws {
    let fixture = Fixture(Backend(lifetime: .seconds(3600)))
    let session = fixture.session
    let loop = Task { await session.keepFresh() }
    try await session.signIn { fixture.backend.credential }
    await fixture.backend.hasBegun.wait()
    loop.cancel()
    await loop.value
    let idle = Fixture(Backend())
    let other = Task { await idle.session.keepFresh() }
    other.cancel()
    await other.value
    #expect(idle.time.waits.isEmpty)
  }
}
