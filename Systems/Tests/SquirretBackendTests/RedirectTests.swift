import Foundation
import HTTPTypes
import Naru
import Squirret
import SquirretBackend
import Support
import Testing

/// The addresses to which a sign-in may return.
struct RedirectTests {
  private static func list() throws -> RedirectAllowList {
    try RedirectAllowList(
      RedirectAllowList.standard + [
        "https://app.example.com/signed-in", "com.example.app:/callback", "https://app.example.com/q?a=b",
      ]
    )
  }

  private static let good = [
    "squirret://auth/callback", "SQUIRRET://auth/callback", "Squirret://auth/callback",
    "http://127.0.0.1/auth/callback", "http://127.0.0.1:1/auth/callback", "http://127.0.0.1:65535/auth/callback",
    "HTTP://127.0.0.1:8080/auth/callback", "http://[::1]/auth/callback", "http://[::1]:49152/auth/callback",
    "https://app.example.com/signed-in", "HTTPS://app.example.com/signed-in", "com.example.app:/callback",
    "https://app.example.com/q?a=b",
  ]

  private static let bad = [
    // Other texts.
    "", " ", "squirret", "squirret:", "squirret://", "squirret://auth", "squirret://auth/", "squirret://auth/callback/",
    "squirret://auth/callback2", "squirret://auth/Callback", "squirret://AUTH/callback", "squirret:/auth/callback",
    "squirret:///auth/callback", "squirret2://auth/callback", "xsquirret://auth/callback", "//auth/callback",
    "/auth/callback", "https://auth/callback", "squirret://auth/callback?x=1", "squirret://auth/callback?",
    "https://app.example.com/signed-in?next=x", "https://app.example.com/q", "https://app.example.com/q?a=c",
    "https://app.example.com", "https://app.example.com/", "https://app.example.com:443/signed-in",
    "https://app.example.com:8443/signed-in", "http://app.example.com/signed-in", "https://app.example.com./signed-in",
    "https://app.example.com.evil.example/signed-in", "https://evil.example/app.example.com/signed-in",
    "https://evil.example?https://app.example.com/signed-in", "https://APP.example.com/signed-in",
    "https://xapp.example.com/signed-in", "com.example.app://callback", "com.example.app:/callback/../evil",
    // Loopback addresses that are not listed, and lookalikes.
    "http://localhost/auth/callback", "http://localhost:8080/auth/callback", "https://127.0.0.1/auth/callback",
    "http://127.0.0.1/", "http://127.0.0.1/auth", "http://127.0.0.1:8080/other", "http://127.0.0.1:/auth/callback",
    "http://127.0.0.1:65536/auth/callback", "http://127.0.0.1:-1/auth/callback", "http://127.0.0.1:80a/auth/callback",
    "http://127.0.0.1:80:80/auth/callback", "http://127.0.0.2/auth/callback", "http://127.1/auth/callback",
    "http://2130706433/auth/callback", "http://0x7f000001/auth/callback", "http://0177.0.0.1/auth/callback",
    "http://127.0.0.1.evil.example/auth/callback", "http://127.0.0.1@evil.example/auth/callback",
    "http://[::]/auth/callback", "http://[::1%25lo]/auth/callback", "http://[0:0:0:0:0:0:0:1]/auth/callback",
    "http://[::ffff:127.0.0.1]/auth/callback", "http://::1/auth/callback", "http://127.0.0.1:８０/auth/callback",
    // Addresses that parsers disagree about.
    "https://user@app.example.com/signed-in", "https://user:pass@app.example.com/signed-in",
    "https://app.example.com@evil.example/signed-in", "https://app.example.com/signed-in#x",
    "squirret://auth/callback#access_token=x", #"https://evil.example\@app.example.com/signed-in"#,
    #"https:\\app.example.com\signed-in"#, #"squirret://auth\callback"#, "https://app.example.com/./signed-in",
    "https://app.example.com/x/../signed-in", "https://app.example.com/%2e/signed-in",
    "https://app.example.com%2fsigned-in", "https://app.example.com/%73igned-in", "squirret://auth%2Fcallback",
    "https://app.example.com//signed-in", "https://арр.example.com/signed-in", "https://app。example.com/signed-in",
    "https://xn--app.example.com/signed-in", "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x",
    "file:///etc/passwd", "vbscript:x", "blob:https://app.example.com/x", "about:blank",
    "intent://auth/callback#Intent;scheme=squirret;end", " squirret://auth/callback", "squirret://auth/callback ",
    "squirret://auth/callback\n", "squirret://auth/callback\r\nLocation: https://evil.example",
    "squirret://auth/call\tback",
    "squirret://auth/callback\0", "squirret://auth/callback%00", "squi rret://auth/callback",
    "sｑuirret://auth/callback",
    "squirret://auth/*", "*", "https://*.example.com/signed-in",
  ]

  @Test
  func onlyListedAddressesAreAllowed() throws {
    #expect(Self.good.count + Self.bad.count >= 60)
    let list = try Self.list()
    for address in Self.good { #expect(list.contains(address), "\(address)") }
    for address in Self.bad { #expect(!list.contains(address), "\(address.debugDescription)") }
  }

  @Test
  func anotherParserAgreesOnAllowedAddresses() throws {
    let list = try Self.list()
    var random = SeededRandom(seed: 20_261_121)
    let pieces =
      Array("@:/?#[]%2eE\\*.-_a1 \t")
      + ["한", "。", "../", "//", "127.0.0.1", "[::1]", "evil.example"].flatMap { Array($0) }
    var allowed = 0
    for _ in 0..<50_000 {
      var text = Array(Self.good.randomElement(using: &random) ?? "")
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let index = Int.random(in: 0...text.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: text.insert(pieces.randomElement(using: &random) ?? "x", at: index)
        case 1 where index < text.count: text.remove(at: index)
        default: if index < text.count { text[index] = pieces.randomElement(using: &random) ?? "x" }
        }
      }
      let address = String(text)
      guard list.contains(address) else { continue }
      allowed += 1
      let url = try #require(URLComponents(string: address), "\(address)")
      let place = "\(url.scheme?.lowercased() ?? "")|\(url.host ?? "")|\(url.path)"
      #expect(
        [
          "squirret|auth|/callback", "http|127.0.0.1|/auth/callback", "http|[::1]|/auth/callback",
          "http|::1|/auth/callback",
          "https|app.example.com|/signed-in", "https|app.example.com|/q", "com.example.app||/callback",
        ].contains(place),
        "\(address)"
      )
      #expect(url.user == nil && url.fragment == nil)
    }
    #expect(allowed > 5000)
  }

  @Test(arguments: [
    "https://*.example.com/x", "https://app.example.com/#x", "https://user@app.example.com/",
    "http://app.example.com/x",
    "javascript:alert(1)", "file:///x", "nothing", "", "https:///x", "https://앱.example.com/",
  ])
  func aListWithAnUnsafeAddressIsRejected(address: String) {
    #expect(throws: MessageError.self) { try RedirectAllowList([address]) }
  }

  @Test
  func anUnlistedRedirectAddressGetsAPage() async throws {
    let fixture = try await Fixture()
    for address in Self.bad where !address.isEmpty {
      let answer = try await TestBrowser(fixture).send(
        .get,
        TestBrowser.start(.kakao, redirect: address, challenge: TestBrowser.challenge)
      )
      // The rate limit is answered with a page too.
      #expect([.badRequest, .tooManyRequests].contains(answer.status), "\(address.debugDescription)")
      #expect(answer.location == nil)
      fixture.wait(1)
    }
  }

  @Test
  func twoRedirectAddressesAreRejected() async throws {
    let fixture = try await Fixture()
    let query = "redirect_uri=squirret%3A%2F%2Fauth%2Fcallback&redirect_uri=https%3A%2F%2Fevil.example"
    let answer = try await TestBrowser(fixture).send(.get, "/oauth2/authorization/kakao?\(query)")
    #expect(answer.status == .badRequest && answer.location == nil)
  }

  @Test
  func aLoopbackAddressKeepsItsPort() async throws {
    let fixture = try await Fixture()
    let back = try await TestBrowser(fixture).signIn(
      "홍길동",
      with: .apple,
      redirect: "http://127.0.0.1:49152/auth/callback",
      challenge: TestBrowser.challenge
    )
    #expect(back.text.hasPrefix("http://127.0.0.1:49152/auth/callback?code="))
  }
}
