import Foundation
import Naru
import NaruAuth
import TestSupport
import Testing

#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif

/// The address of the sign-in page, and the checks of the answer.
struct BrowserSignInTests {
  private static let page = URL(string: "https://squirret.example/oauth2/authorization/kakao?prompt=login")
  private let grants = Locked<[BrowserSignIn.Grant]>([])

  /// Signs in, with the code and the verifier as tokens.
  private func signIn(_ browser: ScriptedBrowser, issuer: String? = nil, at page: URL? = Self.page) async throws
    -> Credential
  {
    try await BrowserSignIn(browser, issuer: issuer)(at: try #require(page)) { [grants] grant in
      grants.withLock { $0.append(grant) }
      return Credential(accessToken: grant.code, refreshToken: grant.verifier)
    }
  }

  private func error(_ browser: ScriptedBrowser, issuer: String? = nil) async -> SignInError? {
    do {
      _ = try await signIn(browser, issuer: issuer)
      return nil
    } catch {
      return error as? SignInError
    }
  }

  @Test func theAddressHasTheRedirectURIAndTheChallenge() async throws {
    let browser = ScriptedBrowser { ["squirret://auth/callback?code=c%2B1&state=\($0["state"] ?? "")"] }
    #expect(try await signIn(browser).accessToken == Secret("c+1"))
    let opened = try #require(browser.opened.first)
    #expect(opened.absoluteString.hasPrefix("https://squirret.example/oauth2/authorization/kakao?prompt=login&"))
    #expect(opened.query["redirect_uri"] == "squirret://auth/callback")
    #expect(opened.query["code_challenge_method"] == "S256")
    let grant = try #require(grants.withLock { $0.first })
    let verifier = grant.verifier.revealed
    #expect(verifier.count == 43)
    #expect(verifier.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    let challenge = Data(SHA256.hash(data: Data(verifier.utf8))).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    #expect(opened.query["code_challenge"] == String(challenge.dropLast()))
    #expect(!opened.absoluteString.contains(verifier))
    #expect(grant.redirectURI.absoluteString == "squirret://auth/callback")
  }

  @Test func eachSignInHasNewSecrets() async throws {
    let browser = ScriptedBrowser { ["squirret://auth/callback?code=c&state=\($0["state"] ?? "")"] }
    for _ in 0..<50 { _ = try await signIn(browser) }
    #expect(Set(browser.opened.map { $0.query["state"] }).count == 50)
    #expect(Set(browser.opened.map { $0.query["code_challenge"] }).count == 50)
    #expect(Set(grants.withLock { $0.map(\.verifier) }).count == 50)
    #expect(browser.opened.allSatisfy { ($0.query["state"] ?? "").count >= 43 })
  }

  /// Each browser gets both answers, the other one's first.
  @Test func concurrentSignInsAreIndependent() async throws {
    let states = Locked<[String]>([])
    let both = Gate()
    let script: @Sendable ([String: String]) async throws -> [String] = { query in
      let state = query["state"] ?? ""
      let count = states.append(state)
      if count == 2 { both.open() }
      await both.wait()
      let others = states.withLock { $0 }.filter { $0 != state } + [state]
      return others.map { "squirret://auth/callback?code=for-\($0)&state=\($0)" }
    }
    let (one, two) = (ScriptedBrowser(script: script), ScriptedBrowser(script: script))
    async let first = signIn(one)
    async let second = signIn(two)
    let (a, b) = try await (first, second)
    #expect(a.accessToken.revealed == "for-\(one.opened.first?.query["state"] ?? "")")
    #expect(b.accessToken.revealed == "for-\(two.opened.first?.query["state"] ?? "")")
    #expect(one.ignored.count == 1 && two.ignored.count == 1)
  }

  @Test(
    arguments: [
      "squirret://auth/callback?error=access_denied", "squirret://auth/callback?error=access_denied&state=guess",
      "squirret://auth/callback?code=evil", "squirret://auth/callback?code=evil&state=",
      "squirret://auth/callback?code=evil&state=guess",
      "squirret://auth/callback?code=evil&state=STATE&state=STATE",
      "squirret://auth/callback?code=evil&state=guess&state=STATE",
      "squirret://auth/callback/?code=evil&state=STATE", "squirret://auth/other?code=evil&state=STATE",
      "squirret://auth?code=evil&state=STATE", "squirret://other/callback?code=evil&state=STATE",
      "squirrel://auth/callback?code=evil&state=STATE", "https://auth/callback?code=evil&state=STATE",
      "squirret://auth:1/callback?code=evil&state=STATE", "squirret://a@auth/callback?code=evil&state=STATE",
      "squirret://auth/Callback?code=evil&state=STATE", "squirret://auth/%63allback?code=evil&state=STATE",
      "squirret://auth/./callback?code=evil&state=STATE", "squirret://auth/x/../callback?code=evil&state=STATE",
      "squirret://auth/callback?code=evil&state=STATE#x", "squirret://auth/callback#?code=evil&state=STATE",
      "squirret://auth.evil/callback?code=evil&state=STATE", "squirret:/auth/callback?code=evil&state=STATE",
      "squirret:auth/callback?code=evil&state=STATE", "squirret://auth/callback?code=evil&State=STATE",
      "squirret://auth/callback?code=evil&state=STATEx",
      "squirret://auth/callback?access_token=evil&refresh_token=evil",
    ]
  )
  func anUnrelatedAddressIsIgnored(text: String) async throws {
    let browser = ScriptedBrowser { query in
      let state = query["state"] ?? ""
      return [text.replacingOccurrences(of: "STATE", with: state), "squirret://auth/callback?code=good&state=\(state)"]
    }
    #expect(try await signIn(browser).accessToken == Secret("good"))
    #expect(browser.ignored.count == 1)
  }

  @Test(arguments: ["", "_=_"])
  func theFragmentsOfProvidersAreIgnored(fragment: String) async throws {
    let browser = ScriptedBrowser { ["squirret://auth/callback?code=good&state=\($0["state"] ?? "")#\(fragment)"] }
    #expect(try await signIn(browser).accessToken == Secret("good"))
    let rejecting = ScriptedBrowser {
      ["squirret://auth/callback?error=access_denied&state=\($0["state"] ?? "")#\(fragment)"]
    }
    #expect(await error(rejecting) == .cancelled)
  }

  @Test(arguments: [
    ("squirret://auth", "squirret://auth/"), ("squirret://auth/", "squirret://auth"), ("squirret:/a", "squirret:///a"),
  ])
  func noPathIsTheRoot(redirectURI: String, callback: String) async throws {
    let browser = ScriptedBrowser(redirectURI) { ["\(callback)?code=good&state=\($0["state"] ?? "")"] }
    #expect(try await signIn(browser).accessToken == Secret("good"))
  }

  @Test func schemeAndHostAreCaseInsensitive() async throws {
    let browser = ScriptedBrowser { ["SQUIRRET://Auth/callback?state=\($0["state"] ?? "")&code=good"] }
    #expect(try await signIn(browser).accessToken == Secret("good"))
  }

  @Test(arguments: ["access_denied", "user_cancelled_authorize", "user_cancelled_login"])
  func aRejectionOfThePersonIsACancellation(code: String) async {
    let browser = ScriptedBrowser { ["squirret://auth/callback?error=\(code)&state=\($0["state"] ?? "")"] }
    #expect(await error(browser) == .cancelled)
  }

  @Test(
    arguments: [
      ("server_error", "server_error"), ("temporarily_unavailable", "temporarily_unavailable"), ("KOE320", "KOE320"),
      ("%3Cscript%3E", "unknown"), ("", "unknown"), ("a%0Ab", "unknown"),
      (String(repeating: "a", count: 65), "unknown"),
    ]
  )
  func onlySafeErrorCodesAreReported(sent: String, reported: String) async {
    let browser = ScriptedBrowser {
      ["squirret://auth/callback?error=\(sent)&error_description=S3CRET&state=\($0["state"] ?? "")"]
    }
    #expect(await error(browser) == .rejected(code: reported))
  }

  /// An error counts even with a code, and only a single code is exchanged.
  @Test(arguments: [
    "error=x&code=c", "code=", "", "code=a&code=b", "error=x&error=y", "access_token=a&refresh_token=b",
  ])
  func aResponseWithoutExactlyOneCodeFails(query: String) async {
    let browser = ScriptedBrowser { ["squirret://auth/callback?\(query)&state=\($0["state"] ?? "")"] }
    #expect(await error(browser) != nil)
    #expect(grants.withLock { $0.isEmpty })
  }

  /// RFC 9207
  @Test(arguments: [("&iss=https://squirret.example", true), ("&iss=https://evil.example", false), ("", false)])
  func theIssuerHasToMatch(iss: String, isRight: Bool) async {
    let browser = ScriptedBrowser { ["squirret://auth/callback?code=c\(iss)&state=\($0["state"] ?? "")"] }
    #expect((await error(browser, issuer: "https://squirret.example") == nil) == isRight)
  }

  @Test(arguments: [
    ("&iss=https%3A%2F%2Fsquirret.example", true), ("&iss=https://squirret.example/realm", true), ("", true),
    ("&iss=https%3A%2F%2Fhonest.as.example", false), ("&iss=http://squirret.example", false), ("&iss=naru", false),
    ("&iss=https://:secret@squirret.example", false),
    ("&iss=", false), ("&iss=https://squirret.example&iss=https://squirret.example", false),
  ])
  func anIssuerThatIsNotKnownHasToBeThePagesServer(iss: String, isRight: Bool) async {
    let browser = ScriptedBrowser { ["squirret://auth/callback?code=c\(iss)&state=\($0["state"] ?? "")"] }
    #expect((await error(browser) == nil) == isRight)
  }

  @Test func aBusyServerHasASentence() {
    let busy = SignInError.rejected(code: "temporarily_unavailable").localizedMessage
    #expect(busy.english == "There were too many sign-ins, or the server is busy. Try again in a moment.")
    #expect(SignInError.rejected(code: "server_error").localizedMessage.english.hasSuffix("(server_error)"))
  }

  @Test(arguments: [
    "http://squirret.example/x", "ftp://squirret.example", "file:///etc/passwd", "javascript:alert(1)", "https://a@b/",
  ])
  func anUnsafeAddressIsNotOpened(page: String) async throws {
    let browser = ScriptedBrowser { _ in [] }
    await #expect(throws: APIError.self) { try await signIn(browser, at: URL(string: page)) }
    #expect(browser.opened.isEmpty)
  }

  @Test func aSignInHasATimeout() async throws {
    let browser = ScriptedBrowser { _ in
      try await Task.sleep(for: .seconds(3600))
      return []
    }
    let page = try #require(Self.page)
    await #expect(throws: SignInError.timedOut) {
      try await BrowserSignIn(browser, timeout: .milliseconds(1))(at: page) { _ in Credential(accessToken: Secret("")) }
    }
  }

  @Test func theTextOfAGrantHasNoSecrets() async throws {
    let browser = ScriptedBrowser { ["squirret://auth/callback?code=S3CRET&state=\($0["state"] ?? "")"] }
    _ = try await signIn(browser)
    let grant = try #require(grants.withLock { $0.first })
    var dumped = ""
    dump(grant, to: &dumped)
    for text in ["\(grant)", String(reflecting: grant), dumped] {
      #expect(!text.contains("S3CRET") && !text.contains(grant.verifier.revealed))
    }
  }
}
