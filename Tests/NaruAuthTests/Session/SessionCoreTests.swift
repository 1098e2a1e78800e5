import Foundation
import HTTPTypes
import Naru
import Testing

@testable import NaruAuth

/// The decisions about renewals that no call shows.
struct SessionCoreTests {
  private let margin = Duration.seconds(60)
  private let failure = APIError(.serverError, status: .badGateway)

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

  /// Whether a rejected call starts a renewal.
  private func renews(_ core: SessionCore) throws -> Bool {
    var core = core
    let ticket = try #require(core.ticket)
    let step = core.renewalStep(for: ticket, isRejected: true, at: .zero, canRenew: true, isRenewing: false)
    return if case .start = step { true } else { false }
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

  @Test func aRenewedCredentialEndsThePauseAndIsTheStoredOne() throws {
    var core = signedIn(held())
    core.pause(after: failure, generation: core.generation, at: .zero, fraction: 1)
    // Another process may have renewed it meanwhile.
    _ = core.accept(held("b"), savedAs: Secret("saved"), generation: core.generation, at: .zero)
    #expect(core.pause == nil && core.stored == Secret("saved"))
    #expect(try renews(core))
  }

  @Test func anotherSignInHasNeitherThePauseNorTheRenewalsOfTheLastOne() throws {
    var core = signedIn(held("0"))
    for number in 1...5 {
      _ = core.accept(held("\(number)"), savedAs: nil, generation: core.generation, at: .zero)
    }
    core.pause(after: failure, generation: core.generation, at: .zero, fraction: 1)
    core.begin(.signedIn(held("other")))
    #expect(try renews(core))
  }

  @Test func pausesDoubleUpToALimit() {
    var core = signedIn(held())
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
    core.pause(after: failure, generation: core.generation - 1, at: .zero, fraction: 1)
    #expect(core.pause == nil)
  }
}
