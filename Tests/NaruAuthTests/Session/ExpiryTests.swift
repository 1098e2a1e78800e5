import Foundation
import HTTPTypes
import Naru
import NaruAuth
import TestSupport
import Testing

/// Renewals before the expiration, by calls and in the background.
struct ExpiryTests {
  private static let hour: TimeInterval = 3600
  static let skews: [TimeInterval] = [0, -hour, hour, -24 * hour, 24 * hour, 10 * 365 * 24 * hour]

  /// A clock that is always wrong has no effect.
  @Test(arguments: skews, [true, false])
  func aTokenIsRenewedShortlyBeforeItExpires(skew: TimeInterval, sendsDate: Bool) async throws {
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

  /// The device's clock changes between two starts of the app. The dates in the server's responses correct it.
  @Test(arguments: skews, skews)
  func aChangedClockCausesAtMostOneNeedlessRenewal(before: TimeInterval, after: TimeInterval) async throws {
    let time = TestClock()
    time.skew = before
    let first = try await Fixture(Backend(lifetime: .seconds(3600), time: time), time: time).signedIn()
    // The first response follows the sign-in, so this is the first credential with a known server clock.
    first.backend.expire()
    try await first.notes.mine()
    #expect(first.backend.asked.count == 1)
    time.skew = after
    let second = Fixture(first.backend, time: time, store: first.store)
    try await second.notes.mine()
    // There is at most one needless renewal, while the server's clock is unknown.
    let needless = first.backend.asked.count - 1
    #expect(needless == (abs(after - before) < 1 ? 0 : 1))
    time.advance(by: .seconds(3500))
    try await second.notes.mine()
    #expect(first.backend.asked.count == 1 + needless)
    time.advance(by: .seconds(50))
    try await second.notes.mine()
    #expect(first.backend.asked.count == 2 + needless)
    // A change while the app runs has no effect.
    time.skew = before
    try await second.notes.mine()
    #expect(first.backend.asked.count == 2 + needless)
  }

  @Test func aSmallChangeOfTheClockIsCorrected() async throws {
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

  /// The server sends no dates.
  @Test(arguments: skews, skews)
  func callsSucceedAfterTheClockChanges(before: TimeInterval, after: TimeInterval) async throws {
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

  @Test func aShortLivedTokenIsNotRenewedForEachCall() async throws {
    let fixture = try await Fixture(Backend(lifetime: .seconds(40))).signedIn()
    fixture.time.advance(by: .seconds(29))
    try await fixture.notes.mine()
    #expect(fixture.backend.asked.isEmpty)
    fixture.time.advance(by: .seconds(1))
    for _ in 0..<3 { try await fixture.notes.mine() }
    #expect(fixture.backend.asked.count == 1)
  }

  @Test func aValidTokenIsUsedIfItsRenewalFails() async throws {
    let fixture = try await Fixture(Backend(lifetime: .seconds(3600))).signedIn()
    fixture.backend.failure = APIError(.unreachable)
    fixture.time.advance(by: .seconds(3590))
    try await fixture.notes.mine()
    fixture.time.advance(by: .seconds(11))
    #expect(await code { try await fixture.notes.mine() } == .unreachable)
    #expect(fixture.backend.calls.count == 1)
  }

  @Test func aTokenWithoutALifetimeIsNotRenewedEarly() async throws {
    let fixture = try await Fixture(Backend()).signedIn()
    fixture.time.advance(by: .seconds(1_000_000))
    try await fixture.notes.mine()
    #expect(fixture.backend.asked.isEmpty)
  }

  /// Tokens of one hour, for two days, with a server that fails for a while.
  @Test func aRenewalInTheBackgroundContinuesAfterFailures() async throws {
    let fixture = try await Fixture(Backend(lifetime: .seconds(3600))).signedIn()
    let loop = Task { [session = fixture.session] in await session.renewContinuously() }
    #expect(await until { fixture.backend.asked.count >= 20 })
    #expect(await fixture.session.state == .signedIn)
    fixture.backend.failure = APIError(.serverError, status: .serviceUnavailable)
    let before = fixture.backend.asked.count
    #expect(await until { fixture.backend.asked.count >= before + 5 })
    fixture.backend.failure = nil
    let old = fixture.backend.credential
    #expect(await until { fixture.backend.credential != old && fixture.backend.asked.count >= before + 20 })
    // After a success, the first pause is short again.
    let waits = fixture.time.waits.count
    fixture.backend.failure = APIError(.serverError, status: .serviceUnavailable)
    #expect(await until { fixture.time.waits.dropFirst(waits).contains(.milliseconds(500)) })
    loop.cancel()
    await loop.value
    #expect(await fixture.session.state == .signedIn)
    #expect(fixture.time.waits.allSatisfy { $0 > .zero && $0 <= .seconds(300) })
  }

  @Test func aRenewalInTheBackgroundRenewsAnExpiredTokenImmediately() async throws {
    let fixture = try await Fixture(Backend(lifetime: .seconds(3600), mayEnd: Gate())).signedIn()
    fixture.time.advance(by: .seconds(50_000))
    let loop = Task { [session = fixture.session] in await session.renewContinuously() }
    await fixture.backend.hasBegun.wait()
    #expect(fixture.time.waits.isEmpty)
    loop.cancel()
    fixture.backend.mayEnd.open()
    await loop.value
  }

  @Test func aRenewalInTheBackgroundWaitsForASignInAndEndsWithItsTask() async throws {
    let fixture = Fixture(Backend(lifetime: .seconds(3600)))
    let session = fixture.session
    let loop = Task { await session.renewContinuously() }
    try await session.signIn { fixture.backend.credential }
    await fixture.backend.hasBegun.wait()
    loop.cancel()
    await loop.value
    let idle = Fixture(Backend())
    let other = Task { await idle.session.renewContinuously() }
    other.cancel()
    await other.value
    #expect(idle.time.waits.isEmpty)
  }
}
