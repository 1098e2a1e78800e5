import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Naru
import ServedSystem
import Squirret
import SquirretBackend
import Storage
import Testing

/// The limits on requests, and what a caller over a limit gets.
struct LimitTests {
  private static let begin = TestBrowser.start(.kakao, challenge: TestBrowser.challenge)
  private static let overLimit = "squirret://auth/callback?error=temporarily_unavailable&state=app-state"
  private static let token = Accounts.Endpoints.token.path.description
  private static let code = #"{"code":"x","codeVerifier":"y"}"#

  private struct ProxiedContext: RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    var remoteAddress: SocketAddress? { try? SocketAddress(ipAddress: "10.0.0.1", port: 4711) }

    init(source: Source) {
      coreContext = CoreRequestContextStorage(source: source)
    }
  }

  /// Sends one request from each address, as a proxy at 10.0.0.1 names them, and returns the answers.
  private func answers(_ fixture: Fixture, _ target: String, from forwarded: [String]) async throws -> [TestResponse] {
    let router = Router(context: ProxiedContext.self)
    fixture.identity.addRoutes(to: router)
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    return try await Application(router: router).test(.router) { client in
      var result: [TestResponse] = []
      for hops in forwarded {
        result.append(try await client.execute(uri: target, method: .get, headers: [name: hops]))
      }
      return result
    }
  }

  private func statuses(
    _ proxies: Set<String> = ["10.0.0.0/8"],
    burst: Int = 1,
    from forwarded: [String]
  ) async throws -> [Int] {
    let fixture = try await Fixture {
      $0.addressLimit = RateLimit(burst: burst, perMinute: 1)
      $0.trustedProxies = proxies
    }
    return try await answers(fixture, "/oauth2/authorization/unknown", from: forwarded).map(\.status.code)
  }

  @Test
  func onlyATrustedProxyNamesTheCallersAddress() async throws {
    // Without a trusted proxy the header is ignored: it is one caller.
    #expect(try await statuses([], from: ["1.1.1.1", "2.2.2.2"]) == [404, 429])
    // With one there are two callers. Their own values are to the left of the proxy's.
    #expect(try await statuses(["10.0.0.1"], from: ["1.1.1.1", "2.2.2.2", "3.3.3.3, 1.1.1.1"]) == [404, 404, 429])
    let two: Set = ["10.0.0.1", "10.0.0.2"]
    #expect(try await statuses(two, from: ["1.1.1.1, 10.0.0.2", "2.2.2.2 ,10.0.0.2"]) == [404, 404])
    #expect(try await statuses(["10.0.0.0/30"], from: ["1.1.1.1, 10.0.0.2", "2.2.2.2 ,10.0.0.2"]) == [404, 404])
    // The proxy is outside the range, so it is the caller.
    #expect(try await statuses(["10.0.1.0/24"], from: ["1.1.1.1", "2.2.2.2"]) == [404, 429])
    // Some proxies add a port.
    #expect(
      try await statuses(from: ["1.1.1.1:80", "1.1.1.1:81", "[2001:db8::1]:80", "[2001:db8::2]:81"]) == [
        404, 429, 404, 429,
      ]
    )
    // A name that is not an address does not make a caller.
    #expect(try await statuses(from: ["one", "two"]) == [404, 429])
  }

  @Test
  func anIPv6NetworkIsOneCaller() async throws {
    #expect(
      try await statuses(from: ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:DB8:1:2::3", "2001:db8:1:3::1"])
        == [404, 429, 429, 404]
    )
    #expect(try await statuses(from: ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.2"]) == [404, 429, 404])
  }

  @Test(arguments: ["127.0.0.1", "127.0.0.9", "::1"])
  func moreIsAllowedFromThisMachine(address: String) async throws {
    let expected = Array(repeating: 404, count: 20) + [429]
    #expect(try await statuses(burst: 2, from: Array(repeating: address, count: 21)) == expected)
  }

  @Test
  func requestsOfAnAddressAreLimited() async throws {
    let fixture = try await Fixture { $0.addressLimit = RateLimit(burst: 2, perMinute: 60) }
    let browser = TestBrowser(fixture)
    for _ in 0..<2 { #expect(try await browser.send(.get, "/oauth2/authorization/unknown").status == .notFound) }
    let page = try await browser.send(.get, "/oauth2/authorization/unknown")
    #expect(page.status == .tooManyRequests && page.headers[.retryAfter] == "1")
    #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
    let refresh = Accounts.Endpoints.refresh.path.description
    let call = try await browser.send(.post, refresh, json: #"{"refreshToken":"x"}"#)
    #expect(call.status == .tooManyRequests && call.body.contains(#""error":"too_many_requests""#))
    #expect(try await browser.send(.post, Self.token, json: Self.code).status == .tooManyRequests)
    // Other calls are not limited.
    #expect(try await browser.send(.get, Accounts.Endpoints.me.path.description).status == .unauthorized)
    fixture.wait(1)
    #expect(try await browser.send(.get, "/oauth2/authorization/unknown").status == .notFound)
  }

  @Test(arguments: [
    "\(token)#", "\(token)?", "/api/auth/%74oken", "//api/auth/token", "/api//auth/token", "api/auth/token",
    "*api/auth/token", "\(token)/", "http://localhost\(token)",
  ])
  func anotherSpellingOfThePathDoesNotAvoidTheLimit(target: String) async throws {
    let fixture = try await Fixture { $0.addressLimit = RateLimit(burst: 1, perMinute: 1) }
    let browser = TestBrowser(fixture)
    #expect(try await browser.send(.post, Self.token, json: Self.code).body.contains("invalid_grant"))
    let answer = try await browser.send(.post, target, json: Self.code)
    // The endpoint must not answer, whether or not the target is refused for its form.
    #expect(answer.status != .ok && !answer.body.contains("invalid_grant"), "\(answer.status) \(answer.body)")
  }

  @Test(arguments: ["//login/oauth2/code/kakao", "/login//oauth2/code/kakao", "/login/oauth2/code/kakao/"])
  func anotherSpellingOfTheCallbackDoesNotAvoidTheLimit(path: String) async throws {
    let fixture = try await Fixture { $0.addressLimit = RateLimit(burst: 1, perMinute: 1) }
    let browser = TestBrowser(fixture)
    let query = "?code=x&state=y"
    let first = try await browser.send(.get, "/login/oauth2/code/kakao\(query)")
    #expect(first.body.contains("authorization_request_not_found"))
    #expect(try await !browser.send(.get, path + query).body.contains("authorization_request_not_found"))
  }

  @Test
  func theAppIsToldThatThereAreTooManyRequests() async throws {
    let fixture = try await Fixture { $0.addressLimit = RateLimit(burst: 1, perMinute: 1) }
    let browser = TestBrowser(fixture)
    let page = try #require(try await browser.send(.get, Self.begin).location)
    let (target, items) = try await browser.decide(page, "홍길동")
    // The callback and a second sign-in are over the limit, and both know the app's address.
    #expect(try await browser.come(back: target, items, .kakao).location?.text == Self.overLimit)
    #expect(try await browser.send(.get, Self.begin).location?.text == Self.overLimit)
    // The sign-in has ended.
    fixture.wait(60)
    #expect(try await browser.come(back: target, items, .kakao).body.contains("authorization_request_not_found"))
    // An address that is not in the list gets a page.
    let evil = TestBrowser.start(.kakao, redirect: "https://evil.example/", challenge: "x")
    let answer = try await browser.send(.get, evil)
    #expect(answer.status == .tooManyRequests && answer.location == nil && answer.headers[.retryAfter] != nil)
  }

  @Test
  func retryAfterIsTheTimeUntilTheNextRequestSucceeds() async throws {
    let fixture = try await Fixture {
      $0.addressLimit = RateLimit(burst: 1, perMinute: 2)
      $0.sessionLimit = RateLimit(burst: 1, perMinute: 7)
    }
    let browser = TestBrowser(fixture)
    func wait() async throws -> Double? {
      let answer = try await browser.send(.post, Self.token, json: Self.code)
      return answer.status == .tooManyRequests ? answer.headers[.retryAfter].flatMap { Double($0) } : nil
    }
    #expect(try await wait() == nil)
    #expect(try await wait() == 30)
    fixture.wait(0.5)
    #expect(try await wait() == 30)
    fixture.wait(28.5)
    #expect(try await wait() == 1)
    fixture.wait(1)
    #expect(try await wait() == nil)
    // 60 / 7 seconds, rounded up.
    let pair = try await fixture.refresh(fixture.signInWithoutRouter())
    let error = await #expect(throws: APIError.self) { _ = try await fixture.refresh(pair) }
    #expect(error?.retryAfter == .seconds(9))
    fixture.wait(9)
    _ = try await fixture.refresh(pair)
  }

  @Test
  func pendingSignInsOfAnAddressAreLimitedAndExpire() async throws {
    let fixture = try await Fixture {
      $0.pendingLimit = 2
      $0.trustedProxies = ["10.0.0.1"]
    }
    func locations(_ addresses: [String]) async throws -> [Bool] {
      try await answers(fixture, Self.begin, from: addresses).map { $0.headers[.location] == Self.overLimit }
    }
    #expect(try await locations(["1.1.1.1", "1.1.1.1", "1.1.1.1", "2.2.2.2"]) == [false, false, true, false])
    #expect(try await locations(Array(repeating: "127.0.0.1", count: 20)) == Array(repeating: false, count: 20))
    let count = try await fixture.database.read { try $0.value("SELECT count(*) FROM identity_pending", as: Int.self) }
    #expect(count == 23)
    fixture.wait(600)
    #expect(try await locations(["1.1.1.1"]) == [false])
  }

  @Test
  func aFloodOfNamesDoesNotFreeTheLimitedOnes() async throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let limiter = RateLimiter("test", RateLimit(burst: 2, perMinute: 1), in: try .inMemory()) { now }
    for wait in [nil, nil, 60] { #expect(try await limiter.take("attacker") == wait) }
    for index in 0..<(3 * RateLimiter.nameLimit) {
      #expect(try await limiter.take("name \(index)") == nil)
      #expect(limiter.count <= RateLimiter.nameLimit)
    }
    #expect(try await limiter.take("attacker") == 60)
  }
}
