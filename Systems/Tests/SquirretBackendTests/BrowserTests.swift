import Foundation
import HTTPTypes
import Naru
import ServedSystem
import Squirret
import SquirretBackend
import Storage
import StorageTesting
import Testing

/// The path of a browser through a sign-in.
struct BrowserTests {
  private static let challenge = TestBrowser.challenge

  /// Begins a sign-in and approves it at the provider, up to the address of the callback.
  private func begun(
    _ fixture: Fixture,
    _ provider: SignInProvider = .kakao,
    challenge: String? = challenge
  ) async throws -> (browser: TestBrowser, target: String, items: [(name: String, value: String)]) {
    let browser = TestBrowser(fixture)
    let page = try #require(try await browser.send(.get, TestBrowser.start(provider, challenge: challenge)).location)
    let (target, items) = try await browser.decide(page, "홍길동")
    return (browser, target, items)
  }

  @Test func aStateWorksOnceAndOnlyForItsProvider() async throws {
    let fixture = try await Fixture()
    let (browser, target, items) = try await begun(fixture)
    let elsewhere = try await browser.come(back: "/login/oauth2/code/google", items, .google)
    #expect(elsewhere.status == .badRequest && elsewhere.body.contains("authorization_request_not_found"))
    let seen = try await browser.send(.head, "\(target)?" + items.map { "\($0)=\($1)" }.joined(separator: "&"))
    #expect(seen.status == .ok)
    #expect(try await browser.come(back: target, items, .kakao).location?["code"] != nil)
    let again = try await browser.come(back: target, items, .kakao)
    #expect(again.status == .badRequest && again.location == nil)
  }

  @Test func aStateExpiresAfterTenMinutes() async throws {
    let fixture = try await Fixture()
    let (browser, target, items) = try await begun(fixture)
    fixture.wait(600)
    let late = try await browser.come(back: target, items, .kakao)
    #expect(late.location?.text == "squirret://auth/callback?error=sign_in_expired&state=app-state")
    #expect(try await browser.come(back: target, items, .kakao).status == .badRequest)
  }

  @Test(arguments: [
    "", "?code=c", "?state=s", "?error=access_denied", "?code=c&state=unknown", "?code=c&state=a&state=b",
    "?code=%ff&state=s",
    "?code=a&code=b&state=s",
  ])
  func anUnknownCallbackGetsAPage(query: String) async throws {
    let fixture = try await Fixture()
    let (browser, target, items) = try await begun(fixture)
    let answer = try await browser.send(.get, "/login/oauth2/code/kakao\(query)")
    #expect(answer.status == .badRequest && answer.location == nil)
    // The pending sign-in is not affected.
    #expect(try await browser.come(back: target, items, .kakao).location?["code"] != nil)
  }

  @Test func pagesRepeatNothingOfTheRequestAndAreNotCached() async throws {
    let fixture = try await Fixture()
    for address in [
      "/oauth2/authorization/kakao?redirect_uri=https://evil.example/%3Cscript%3E&state=SECRET",
      "/login/oauth2/code/kakao?code=SECRET&state=%3Cscript%3E", "/oauth2/authorization/SECRET",
    ] {
      let answer = try await TestBrowser(fixture).send(.get, address)
      #expect([.badRequest, .notFound].contains(answer.status))
      #expect(!answer.body.contains("SECRET") && !answer.body.contains("<script"))
      #expect(answer.headers[.cacheControl] == "no-store")
      #expect(answer.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
      #expect(HTTPField.Name("Referrer-Policy").flatMap { answer.headers[$0] } == "no-referrer")
      #expect(answer.body.contains(#"<html lang="ko">"#))
    }
  }

  @Test func aDatabaseThatCanNotBeWrittenIsAPage() async throws {
    try await TestDatabase.inFolder { folder in
      let fixture = try await Fixture(database: .file(at: folder.appending(path: "naru.sqlite")))
      try await fixture.database.write { try $0.script("PRAGMA query_only = 1") }
      let path = "/oauth2/authorization/kakao?redirect_uri=squirret://auth/callback&state=state"
      let proof = "&code_challenge=\(Self.challenge)&code_challenge_method=S256"
      let answer = try await TestBrowser(fixture).send(.get, path + proof)
      #expect(answer.status == .serviceUnavailable && answer.body.contains("<p lang=\"en\">The server can't use its"))
      #expect(fixture.log.text.contains("readonly database"))
      try fixture.database.close()
    }
  }

  @Test func noSecretIsLoggedDuringASignIn() async throws {
    let fixture = try await Fixture { $0.allowsTokensInQuery = true }
    var secrets: [String] = ["naru-stand-in-secret"]
    for provider in SignInProvider.allCases {
      let (browser, target, items) = try await begun(fixture, provider, challenge: nil)
      secrets += items.map(\.value).filter { $0.utf8.count > 40 }
      let back = try #require(try await browser.come(back: target, items, provider).location)
      secrets += [try back.require("access_token"), try back.require("refresh_token")]
      _ = try await TestBrowser(fixture).signIn("홍길동", with: provider, challenge: Self.challenge, fault: "tokenRefused")
    }
    #expect(fixture.log.text.contains("A provider rejected a token request."))
    #expect(fixture.log.text.contains("KOE320"))
    for secret in secrets { #expect(!fixture.log.text.contains(secret), "\(secret)") }
  }

  @Test func aPostedCallbackRedirectsWithSeeOther() async throws {
    let fixture = try await Fixture()
    let (browser, target, items) = try await begun(fixture, .apple)
    #expect(try await browser.come(back: target, items, .apple).status == .seeOther)
    let (other, kakao, answer) = try await begun(fixture, .kakao)
    #expect(try await other.come(back: kakao, answer, .kakao).status == .found)
  }

  @Test func forwardedHeadersDoNotChangeThePublicAddress() async throws {
    let fixture = try await Fixture { $0.publicURL = "https://api.example.com" }
    var spoofed: HTTPFields = [:]
    for name in ["X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "X-Original-Host"] {
      spoofed[try #require(HTTPField.Name(name))] = "evil.example"
    }
    let answer = try await TestBrowser(fixture).send(
      .get,
      TestBrowser.start(.google, challenge: Self.challenge),
      headers: spoofed
    )
    #expect(answer.location?["redirect_uri"] == "https://api.example.com/login/oauth2/code/google")
    let cookie = try #require(answer.headers[.setCookie])
    #expect(cookie.hasPrefix("__Host-naru-sign-in=") && cookie.contains("; Secure") && cookie.contains("HttpOnly"))
    #expect(cookie.contains("SameSite=Lax") && cookie.contains("Path=/") && !cookie.contains("Domain"))
    let apple = try await TestBrowser(fixture).send(.get, TestBrowser.start(.apple, challenge: Self.challenge))
    #expect(apple.headers[.setCookie]?.contains("SameSite=None") == true)
  }

  @Test func onlyTheBrowserThatBeganGetsTokensInAnAddress() async throws {
    let fixture = try await Fixture { $0.allowsTokensInQuery = true }
    let (browser, target, items) = try await begun(fixture, challenge: nil)
    // An attacker sends the address to a victim, who would be signed in as the attacker.
    #expect(try await TestBrowser(fixture).come(back: target, items, .kakao).status == .badRequest)
    #expect(try await browser.come(back: target, items, .kakao, withCookies: false).status == .badRequest)
    let back = try #require(try await browser.come(back: target, items, .kakao).location)
    #expect(back.text.hasPrefix("squirret://auth/callback?access_token="))
    #expect(back["code"] == nil)
    #expect(try await fixture.accounts(Secret(back.require("access_token"))).me().name == "홍길동")
    #expect(fixture.log.text.contains("A sign-in will put tokens into an address"))
  }

  @Test func twoSignInsInOneBrowserAreIndependent() async throws {
    let fixture = try await Fixture { $0.allowsTokensInQuery = true }
    let browser = TestBrowser(fixture)
    let first = try #require(try await browser.send(.get, TestBrowser.start(.kakao)).location)
    let second = try #require(try await browser.send(.get, TestBrowser.start(.naver)).location)
    let (target, items) = try await browser.decide(first, "홍길동")
    #expect(try await browser.come(back: target, items, .kakao).location?["access_token"] != nil)
    let (other, answer) = try await browser.decide(second, "김나루")
    #expect(try await browser.come(back: other, answer, .naver).location?["access_token"] != nil)
  }

  @Test func everySignInStartsASessionOfItsOwn() async throws {
    let fixture = try await Fixture()
    let pairs = [try await fixture.signIn(), try await fixture.signIn()]
    #expect(pairs[0].refreshToken != pairs[1].refreshToken)
    #expect(try await fixture.accounts(pairs[0].accessToken).sessions().count == 2)
  }

  @Test func aProvidersErrorIsMappedToAFixedList() async throws {
    let fixture = try await Fixture()
    for (error, ours) in [
      ("access_denied", "access_denied"), ("user_cancelled_authorize", "access_denied"),
      ("consent_required", "interaction_required"), ("temporarily_unavailable", "provider_unavailable"),
      ("<script>alert(1)</script>", "provider_error"),
    ] {
      let (browser, target, items) = try await begun(fixture, .kakao)
      let state = try #require(items.first { $0.name == "state" })
      let answer = [
        state, (name: "error", value: error), (name: "error_description", value: "This text must not be shown"),
      ]
      let back = try #require(try await browser.come(back: target, answer, .kakao).location)
      #expect(back.text == "squirret://auth/callback?error=\(ours)&state=app-state")
    }
  }

  @Test(arguments: [
    "code_challenge=short&code_challenge_method=S256", "code_challenge=\(challenge)", "code_challenge_method=S256",
    "code_challenge=\(challenge)&code_challenge_method=plain",
    "code_challenge=\(challenge)&code_challenge=\(challenge)&code_challenge_method=S256",
    "code_challenge=\(challenge)&code_challenge_method=S256&code_challenge_method=S256", "code_challenge=short",
  ])
  func anInvalidRequestIsReportedToTheAppWithItsState(query: String) async throws {
    let fixture = try await Fixture()
    for query in ["state=app-state&\(query)", "\(query)&state=app-state"] {
      let answer = try await TestBrowser(fixture).send(.get, "/oauth2/authorization/kakao?\(query)")
      #expect(answer.location?.text == "squirret://auth/callback?error=invalid_request&state=app-state")
    }
  }

  @Test(arguments: ["a%00b", "%0A", "a%7F", "a%C2%85b", "a&state=b"])
  func aStateThatCannotBeReturnedUnchangedIsRejected(state: String) async throws {
    let fixture = try await Fixture()
    let query = "code_challenge=\(Self.challenge)&code_challenge_method=S256&state=\(state)"
    let answer = try await TestBrowser(fixture).send(.get, "/oauth2/authorization/kakao?\(query)")
    #expect(answer.location?.text == "squirret://auth/callback?error=invalid_request")
  }

  @Test func unknownParametersDoNotReachTheProvider() async throws {
    let fixture = try await Fixture()
    let start = TestBrowser.start(.google, challenge: Self.challenge)
    let extra =
      "client_id=evil&CLIENT_ID=evil&response_type=token&scope=everything&prompt=none&nonce=mine&login_hint=evil"
    let location = try #require(try await TestBrowser(fixture).send(.get, "\(start)&\(extra)").location)
    #expect(
      !location.text.contains("evil") && !location.text.contains("everything") && !location.text.contains("prompt")
    )
    #expect(location["response_type"] == "code" && location["nonce"] != "mine")
  }
}
