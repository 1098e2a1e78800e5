import Foundation
import HTTPTypes
import Naru
import Squirret
import SquirretBackend
import StorageTesting
import Testing

/// The one-time code with which the browser comes back to the app.
struct CodeTests {
  private func code(_ fixture: Fixture, challenge: String = TestBrowser.challenge) async throws -> String {
    try await TestBrowser(fixture).signIn("홍길동", with: .google, challenge: challenge).require("code")
  }

  private func exchange(_ fixture: Fixture, _ code: String, _ verifier: String) async throws -> TokenPair {
    try await fixture.accounts().token(exchange: CodeExchange(code: Secret(code), codeVerifier: Secret(verifier)))
  }

  @Test func theChallengeMatchesTheExampleOfRFC7636() {
    #expect(
      PKCE.challenge(for: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    )
  }

  @Test func aReusedCodeEndsTheSessionThatItStarted() async throws {
    let fixture = try await Fixture()
    let code = try await code(fixture)
    let pair = try await exchange(fixture, code, TestBrowser.verifier)
    #expect(try await fixture.accounts(pair.accessToken).me().provider == .google)
    #expect(await failure { _ = try await exchange(fixture, code, TestBrowser.verifier) } == ("invalid_grant", 400))
    #expect(await failure { _ = try await fixture.accounts(pair.accessToken).me() }.status == 401)
  }

  @Test func aCodeExpiresAfterAMinute() async throws {
    let fixture = try await Fixture()
    let inTime = try await code(fixture)
    fixture.wait(59)
    _ = try await exchange(fixture, inTime, TestBrowser.verifier)
    let late = try await code(fixture)
    fixture.wait(60)
    #expect(await failure { _ = try await exchange(fixture, late, TestBrowser.verifier) } == ("invalid_grant", 400))
  }

  @Test(arguments: ["", "short", String(repeating: "w", count: 43), String(repeating: "v", count: 129)])
  func aCodeCannotBeExchangedWithoutItsVerifier(verifier: String) async throws {
    let fixture = try await Fixture()
    let code = try await code(fixture)
    #expect(await failure { _ = try await exchange(fixture, code, verifier) } == ("invalid_grant", 400))
    // A code can be tried only once.
    #expect(await failure { _ = try await exchange(fixture, code, TestBrowser.verifier) } == ("invalid_grant", 400))
  }

  @Test func oneOfManyConcurrentExchangesSucceeds() async throws {
    let fixture = try await Fixture()
    let code = try await code(fixture)
    let successes = try await concurrently(20) { _ in
      await failure { _ = try await exchange(fixture, code, TestBrowser.verifier) }.code == nil
    }.count { $0 }
    #expect(successes == 1)
  }

  @Test func aSignInWithoutAChallengeIsRejected() async throws {
    let fixture = try await Fixture()
    let begun = try await TestBrowser(fixture).send(.get, TestBrowser.start(.google))
    #expect(begun.location?["error"] == "invalid_request")
    #expect(begun.location?["state"] == "app-state")
    #expect(begun.location?.text.hasPrefix("squirret://auth/callback?") == true)
  }
}
