import Foundation
import HTTPTypes
import Naru
import Testing

@testable import NaruAuth

/// The decisions about renewals that no call shows.
struct SessionCoreTests {
  private let margin = Duration.seconds(60)

  private func moment(_ seconds: Int) -> SessionTime.Moment {
    SessionTime.Moment(elapsed: .seconds(seconds), date: Date(timeIntervalSince1970: Double(seconds)))
  }

  private func held(_ token: String = "a", lifetime: Duration? = .seconds(3600)) -> HeldCredential {
    HeldCredential(
      signIn: UUID(),
      credential: Credential(accessToken: Secret(token), lifetime: lifetime),
      receivedAt: Date(timeIntervalSince1970: 0),
      receivedAfter: .zero
    )
  }

  private func signedIn(_ held: HeldCredential) -> SessionCore {
    var core = SessionCore()
    core.begin(.signedIn(held))
    return core
  }

  private func isStart(_ step: SessionCore.RenewalStep) -> Bool {
    if case .start = step { true } else { false }
  }

  private func finished(_ step: SessionCore.RenewalStep) -> Result<Ticket?, any Error>? {
    if case .finish(let result) = step { result } else { nil }
  }

  private func step(
    _ core: inout SessionCore,
    _ ticket: Ticket,
    isRejected: Bool = true,
    at seconds: Int = 0,
    canRenew: Bool = true,
    isRenewing: Bool = false
  ) -> SessionCore.RenewalStep {
    core.renewalStep(
      for: ticket,
      isRejected: isRejected,
      at: .seconds(seconds),
      canRenew: canRenew,
      isRenewing: isRenewing
    )
  }

  @Test func savingIsRetriedEveryThirtySeconds() throws {
    var core = signedIn(held(lifetime: nil))
    core.unsaved = (TokenStoreError(.failed, ""), .seconds(30))
    let ticket = try #require(core.ticket)
    #expect(core.credentialStep(at: moment(29), margin: margin) == .use(ticket, savesAgain: false))
    #expect(core.credentialStep(at: moment(30), margin: margin) == .use(ticket, savesAgain: true))
    #expect(core.credentialStep(at: moment(31), margin: margin) == .use(ticket, savesAgain: false))
    #expect(core.credentialStep(at: moment(60), margin: margin) == .use(ticket, savesAgain: true))
  }

  @Test func withoutARefresherOnlyARejectionEndsTheSession() throws {
    var core = signedIn(held())
    let ticket = try #require(core.ticket)
    #expect(try finished(step(&core, ticket, isRejected: false, canRenew: false))?.get() == ticket)
    guard case .endSession = step(&core, ticket, canRenew: false) else {
      Issue.record("The session does not end.")
      return
    }
  }

  @Test func theRefreshersOwnCallDoesNotRenew() throws {
    var core = signedIn(held())
    let ticket = try #require(core.ticket)
    #expect(try finished(step(&core, ticket, isRenewing: true))?.get() == ticket)
  }

  @Test func aRenewedCredentialEndsThePauseAndIsTheStoredOne() throws {
    var core = signedIn(held())
    let generation = core.generation
    let failure = APIError(.serverError, status: .badGateway)
    core.pause(after: failure, generation: generation, at: .zero, fraction: 1)
    // Another process may have renewed it meanwhile.
    _ = core.accept(held("b"), savedAs: Secret("saved"), generation: generation, at: .zero)
    #expect(core.pause == nil && core.stored == Secret("saved"))
    #expect(isStart(step(&core, try #require(core.ticket))))
  }

  @Test func anotherSignInHasNeitherThePauseNorTheRenewalsOfTheLastOne() throws {
    var core = signedIn(held("0"))
    for number in 1...5 {
      _ = core.accept(held("\(number)"), savedAs: nil, generation: core.generation, at: .zero)
    }
    let failure = APIError(.serverError, status: .badGateway)
    core.pause(after: failure, generation: core.generation, at: .zero, fraction: 1)
    core.begin(.signedIn(held("other")))
    #expect(isStart(step(&core, try #require(core.ticket))))
  }

  @Test func pausesDoubleUpToALimit() {
    var core = signedIn(held())
    let failure = APIError(.serverError, status: .badGateway)
    var pauses: [Duration] = []
    for _ in 0..<8 {
      core.pause(after: failure, generation: core.generation, at: .zero, fraction: 1)
      pauses.append(core.pause?.until ?? .zero)
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 32, 32].map { .seconds($0) })
  }

  @Test func aFailureOfTheNetworkOrOfAnEarlierSignInDoesNotPause() {
    var core = signedIn(held())
    core.pause(after: APIError(.unreachable), generation: core.generation, at: .zero, fraction: 1)
    #expect(core.pause == nil)
    let failure = APIError(.serverError, status: .badGateway)
    core.pause(after: failure, generation: core.generation - 1, at: .zero, fraction: 1)
    #expect(core.pause == nil)
  }
}
