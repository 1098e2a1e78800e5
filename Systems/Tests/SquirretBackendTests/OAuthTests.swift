import Foundation
import HTTPTypes
import Naru
import ServedSystem
import Squirret
import SquirretBackend
import Support
import Testing

/// The endpoints of OAuth 2 for other programs. The requests are the examples of the RFCs where there are any.
struct OAuthTests {
  /// The client of the RFCs' examples: `s6BhdRkqt3` with the secret `gX1fBat3bV`.
  private static let basic = "Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW"
  private static let url = "https://api.example.com"

  private static func fixture(
    _ configure: @escaping (inout IdentityConfiguration) -> Void = { _ in }
  ) async throws -> Fixture {
    try await Fixture {
      $0.publicURL = url
      $0.issuer = url
      $0.signingKeys = [try await .es256()]
      $0.introspectionClients = ["s6BhdRkqt3": Secret("gX1fBat3bV")]
      configure(&$0)
    }
  }

  private struct Answer {
    let status: Int
    let headers: HTTPFields
    let json: [String: Any]
    var error: String? { json["error"] as? String }
    /// Whether the answer says only that a token is not active.
    var isInactive: Bool { status == 200 && json.count == 1 && json["active"] as? Bool == false }
  }

  private func post(
    _ fixture: Fixture,
    _ path: String,
    _ body: String,
    authorization: String? = nil,
    type: String = "application/x-www-form-urlencoded"
  ) async throws -> Answer {
    var headers: HTTPFields = [.contentType: type]
    headers[.authorization] = authorization
    let answer = try await TestBrowser(fixture).send(.post, path, text: body, headers: headers)
    let json = try? JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
    return Answer(status: answer.status.code, headers: answer.headers, json: json ?? [:])
  }

  private func code(_ fixture: Fixture) async throws -> String {
    let challenge = PKCE.challenge(for: TestBrowser.verifier)
    return try await TestBrowser(fixture).signIn("홍길동", with: .kakao, challenge: challenge).require("code")
  }

  private func tokens(_ fixture: Fixture) async throws -> (access: String, refresh: String) {
    let pair = try await fixture.signIn()
    return (pair.accessToken.revealed, pair.refreshToken.revealed)
  }

  private func isAlive(_ fixture: Fixture, _ access: String) async -> Bool {
    await failure { _ = try await fixture.accounts(Secret(access)).me() }.status == nil
  }

  // MARK: - Tokens (RFC 6749)

  @Test
  func aCodeAndARefreshTokenAreExchangedAsInRFC6749() async throws {
    let fixture = try await Self.fixture()
    let code = try await code(fixture)
    var body =
      "grant_type=authorization_code&code=\(code)&redirect_uri=squirret%3A%2F%2Fauth%2Fcallback&client_id=squirret"
      + "&code_verifier=\(TestBrowser.verifier)"
    var refreshed: Set<String> = []
    for _ in 0..<2 {
      let answer = try await post(fixture, "/oauth2/token", body)
      #expect(
        answer.status == 200 && Set(answer.json.keys) == ["access_token", "token_type", "expires_in", "refresh_token"]
      )
      #expect(answer.json["token_type"] as? String == "Bearer" && answer.json["expires_in"] as? Int == 86400)
      #expect(answer.headers[.cacheControl] == "no-store" && answer.headers[.contentType] == "application/json")
      #expect(HTTPField.Name("Pragma").flatMap { answer.headers[$0] } == "no-cache")
      #expect(await isAlive(fixture, try #require(answer.json["access_token"] as? String)))
      let refresh = try #require(answer.json["refresh_token"] as? String)
      refreshed.insert(refresh)
      body = "grant_type=refresh_token&refresh_token=\(refresh)&client_id=squirret"
    }
    #expect(refreshed.count == 2)
  }

  @Test
  func aCodeNeedsTheRedirectAddressOfItsSignIn() async throws {
    let fixture = try await Self.fixture()
    for (redirect, isRight) in [("squirret://auth/callback", true), ("http://127.0.0.1/auth/callback", false)] {
      let body = QueryString.encode([
        ("grant_type", "authorization_code"), ("code", try await code(fixture)), ("redirect_uri", redirect),
        ("client_id", "squirret"), ("code_verifier", TestBrowser.verifier),
      ])
      let answer = try await post(fixture, "/oauth2/token", body)
      #expect(answer.error == (isRight ? nil : "invalid_grant"), "\(redirect)")
    }
  }

  private static let exampleCode =
    "grant_type=authorization_code&code=SplxlOBeZQQYbYS6WxSbIA&redirect_uri=https%3A%2F%2Fclient%2Eexample%2Ecom%2Fcb"
  private static let verifier = "&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let exampleRefresh = "grant_type=refresh_token&refresh_token=tGzv3JOkF0XG5Qx2TlKWIA"

  private static let rejections: [(body: String, authorization: String?, status: Int, error: String)] = [
    ("", nil, 400, "invalid_request"), ("grant_type=", nil, 400, "invalid_request"),
    ("%zz=1", nil, 400, "invalid_request"),
    // Section 4.1.3, with the client of the example, which is not this server's app, and without it.
    (exampleCode, basic, 401, "invalid_client"), (exampleCode, nil, 400, "invalid_request"),
    (exampleCode + "&client_id=squirret", nil, 400, "invalid_request"),
    (exampleCode + "&client_id=squirret" + verifier, nil, 400, "invalid_grant"),
    (exampleCode + verifier, nil, 400, "invalid_request"),
    (exampleCode + "&client_id=other" + verifier, nil, 401, "invalid_client"),
    (exampleCode + "&client_id=squirret&client_secret=x" + verifier, nil, 401, "invalid_client"),
    (exampleCode + "&client_id=squirret&client_id=squirret" + verifier, nil, 400, "invalid_request"),
    // The app has no secret. Some libraries send an empty one.
    (exampleCode + verifier, "Basic c3F1aXJyZXQ6", 400, "invalid_grant"),
    (exampleCode + "&client_id=other" + verifier, "Basic c3F1aXJyZXQ6", 400, "invalid_request"),
    (exampleCode + verifier, "Basic !", 401, "invalid_client"),
    (exampleCode + verifier, "Bearer x", 401, "invalid_client"),
    // Section 4.3.2.
    ("grant_type=password&username=johndoe&password=A3ddj3w", nil, 400, "unsupported_grant_type"),
    // Section 6.
    (exampleRefresh, basic, 401, "invalid_client"), (exampleRefresh, nil, 400, "invalid_grant"),
    (exampleRefresh + "&scope=admin", nil, 400, "invalid_scope"),
    ("grant_type=refresh_token", nil, 400, "invalid_request"),
  ]

  @Test(arguments: rejections)
  func aTokenRequestIsRefusedAsInRFC6749(body: String, authorization: String?, status: Int, error: String) async throws
  {
    let answer = try await post(Self.fixture(), "/oauth2/token", body, authorization: authorization)
    #expect(answer.status == status && answer.error == error, "\(answer)")
    #expect(answer.headers[.cacheControl] == "no-store")
    #expect((answer.headers[.wwwAuthenticate]?.hasPrefix("Basic realm=") == true) == (status == 401))
    // Section 5.2: printable ASCII without quotes and backslashes.
    let description = try #require(answer.json["error_description"] as? String)
    #expect(description.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
  }

  @Test
  func onlyFormsAreAcceptedAndOnlyPosted() async throws {
    let fixture = try await Self.fixture()
    let json = try await post(fixture, "/oauth2/token", #"{"grant_type":"refresh_token"}"#, type: "application/json")
    #expect(json.status == 400 && json.error == "invalid_request")
    for path in ["/oauth2/token", "/oauth2/revoke", "/oauth2/introspect"] {
      let answer = try await TestBrowser(fixture).send(.get, path)
      #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "POST")
      let large = try await post(fixture, path, "token=" + String(repeating: "x", count: 70_000))
      #expect(large.status == 400 && large.error == "invalid_request")
    }
  }

  @Test
  func tokenRequestsAndRevocationsOfAnAddressAreLimited() async throws {
    let fixture = try await Self.fixture { $0.addressLimit = RateLimit(burst: 2, perMinute: 2) }
    _ = try await post(fixture, "/oauth2/token", Self.exampleRefresh)
    #expect(try await post(fixture, "/oauth2/revoke", "token=x").status == 200)
    for path in ["/oauth2/token", "/oauth2/revoke"] {
      let answer = try await post(fixture, path, Self.exampleRefresh + "&token=x")
      #expect(answer.status == 429 && answer.error == "temporarily_unavailable")
      #expect(answer.headers[.retryAfter] == "30")
    }
  }

  // MARK: - Revocation (RFC 7009)

  @Test
  func aRevokedTokenEndsItsSession() async throws {
    let fixture = try await Self.fixture()
    for hint in ["refresh_token", "access_token"] {
      let (pair, other) = (try await tokens(fixture), try await tokens(fixture))
      let token = hint == "refresh_token" ? pair.refresh : pair.access
      let body = "token=\(token)&token_type_hint=\(hint)&client_id=squirret"
      for _ in 0..<2 { #expect(try await post(fixture, "/oauth2/revoke", body).status == 200) }
      #expect(await !isAlive(fixture, pair.access))
      let refresh = "grant_type=refresh_token&refresh_token=\(pair.refresh)"
      #expect(try await post(fixture, "/oauth2/token", refresh).error == "invalid_grant")
      #expect(await isAlive(fixture, other.access))
    }
  }

  @Test
  func revocationAnswersAsInRFC7009() async throws {
    let fixture = try await Self.fixture()
    // Section 2.1. An unknown token is a success (section 2.2).
    let example = "token=45ghiukldjahdnhzdauz&token_type_hint=refresh_token"
    #expect(try await post(fixture, "/oauth2/revoke", example).status == 200)
    #expect(try await post(fixture, "/oauth2/revoke", example + "x").status == 200)
    let stranger = try await post(fixture, "/oauth2/revoke", example, authorization: Self.basic)
    #expect(stranger.status == 401 && stranger.error == "invalid_client")
    #expect(try await post(fixture, "/oauth2/revoke", "token_type_hint=refresh_token").error == "invalid_request")
  }

  // MARK: - Introspection (RFC 7662)

  @Test
  func onlyAnActiveTokenIsDescribed() async throws {
    let fixture = try await Self.fixture()
    func ask(_ token: String) async throws -> Answer {
      try await post(fixture, "/oauth2/introspect", "token=\(token)", authorization: Self.basic)
    }
    // Section 2.1. Section 2.2: an inactive token has no other field.
    let example = "token=mF_9.B5f-4.1JqM&token_type_hint=access_token"
    let unknown = try await post(fixture, "/oauth2/introspect", example, authorization: Self.basic)
    #expect(unknown.isInactive)
    #expect(unknown.headers[.cacheControl] == "no-store")
    let pair = try await tokens(fixture)
    let described = try await ask(pair.access).json
    #expect(
      Set(described.keys) == ["active", "client_id", "token_type", "exp", "iat", "sub", "aud", "iss", "jti", "sid"]
    )
    let person = try await fixture.accounts(Secret(pair.access)).me().id
    #expect(described["active"] as? Bool == true && described["iss"] as? String == Self.url)
    #expect(UUID(uuidString: described["sub"] as? String ?? "") == person)
    #expect(described["exp"] as? Int == 1_800_086_400)
    // The person and the session are spelled as in the token.
    let payload = try #require(Base64URL.decode(pair.access.split(separator: ".")[1]))
    let claims = try #require(try JSONSerialization.jsonObject(with: payload) as? [String: Any])
    for name in ["sub", "sid", "jti", "aud", "iss"] {
      #expect(described[name] as? String == claims[name] as? String, "\(name)")
    }
    // It is not for other servers.
    #expect(try await ask(pair.refresh).isInactive)
    let posted = "token=\(pair.access)&client_id=s6BhdRkqt3&client_secret=gX1fBat3bV"
    #expect(try await post(fixture, "/oauth2/introspect", posted).json["active"] as? Bool == true)
    _ = try await fixture.accounts(Secret(pair.access)).logout(request: nil)
    #expect(try await ask(pair.access).isInactive)
    let late = try await tokens(fixture)
    fixture.wait(86400)
    #expect(try await ask(late.access).isInactive)
  }

  @Test
  func onlyRegisteredServersMayAsk() async throws {
    let fixture = try await Self.fixture { $0.addressLimit = RateLimit(burst: 8, perMinute: 1) }
    let wrong = "Basic " + Data("s6BhdRkqt3:other".utf8).base64EncodedString()
    let unknown = "Basic " + Data("other:gX1fBat3bV".utf8).base64EncodedString()
    // The `Bearer` credential is that of the example in section 2.1.
    for authorization in [nil, wrong, unknown, "Bearer 23410913-abewfq.123483", Self.basic + "x"] {
      let answer = try await post(fixture, "/oauth2/introspect", "token=x", authorization: authorization)
      #expect(answer.status == 401 && answer.error == "invalid_client")
      #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Basic ") == true)
    }
    #expect(try await post(fixture, "/oauth2/introspect", "", authorization: Self.basic).error == "invalid_request")
    var last = 0
    for _ in 0..<9 { last = try await post(fixture, "/oauth2/introspect", "token=x", authorization: wrong).status }
    #expect(last == 429)
    // A server with the right secret is not affected, however often it asks.
    for _ in 0..<20 {
      #expect(try await post(fixture, "/oauth2/introspect", "token=x", authorization: Self.basic).status == 200)
    }
  }

  // MARK: - Metadata (RFC 8414) and the issuer in responses (RFC 9207)

  @Test
  func theMetadataDescribesTheEndpoints() async throws {
    let fixture = try await Self.fixture()
    let answer = try await TestBrowser(fixture).send(.get, "/.well-known/oauth-authorization-server")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
    #expect(answer.status == .ok && answer.headers[.contentType]?.hasPrefix("application/json") == true)
    let expected: [String: Any] = [
      "issuer": "https://api.example.com",
      "authorization_endpoint": "https://api.example.com/oauth2/authorization",
      "token_endpoint": "https://api.example.com/oauth2/token",
      "jwks_uri": "https://api.example.com/api/auth/.well-known/jwks.json",
      "revocation_endpoint": "https://api.example.com/oauth2/revoke",
      "introspection_endpoint": "https://api.example.com/oauth2/introspect",
      "response_types_supported": ["code"], "response_modes_supported": ["query"],
      "grant_types_supported": ["authorization_code", "refresh_token"],
      "code_challenge_methods_supported": ["S256"],
      "token_endpoint_auth_methods_supported": ["none"],
      "revocation_endpoint_auth_methods_supported": ["none"],
      "introspection_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
      "authorization_response_iss_parameter_supported": true,
    ]
    #expect(NSDictionary(dictionary: json) == NSDictionary(dictionary: expected))
    // Without a public address there is no issuer under which to find it.
    #expect(
      try await TestBrowser(Fixture()).send(.get, "/.well-known/oauth-authorization-server").status == .notFound
    )
    let other = try await Self.fixture { $0.issuer = "https://other.example.com" }
    #expect(try await TestBrowser(other).send(.get, "/.well-known/oauth-authorization-server").status == .notFound)
  }

  @Test
  func everyResponseToTheAppNamesTheIssuer() async throws {
    let challenge = PKCE.challenge(for: TestBrowser.verifier)
    let fixture = try await Self.fixture()
    for decision in ["approve", "refuse"] {
      let back = try await TestBrowser(fixture).signIn("홍길동", with: .kakao, challenge: challenge, decision: decision)
      #expect(back["iss"] == Self.url && back["state"] == "app-state")
      #expect((back["code"] == nil) == (decision == "refuse"))
    }
    let refused = try await TestBrowser(fixture).send(.get, TestBrowser.start(.kakao))
    #expect(refused.location?["iss"] == Self.url && refused.location?["error"] == "invalid_request")
    // `naru` is not an issuer that a client could find.
    let local = try await TestBrowser(Fixture()).signIn("홍길동", with: .kakao, challenge: challenge)
    #expect(local["iss"] == nil && local["code"] != nil)
  }

  // MARK: - The authorization endpoint

  @Test
  func aPersonChoosesAProviderAtTheAuthorizationEndpoint() async throws {
    let fixture = try await Self.fixture()
    let browser = TestBrowser(fixture)
    let challenge = PKCE.challenge(for: TestBrowser.verifier)
    let request = QueryString.encode([
      ("response_type", "code"), ("client_id", "squirret"), ("state", "a \"<b>\"&c=d"), ("code_challenge", challenge),
      ("code_challenge_method", "S256"), ("redirect_uri", "http://127.0.0.1:4711/auth/callback"),
    ])
    let page = try await browser.send(.get, "/oauth2/authorization?\(request)")
    #expect(page.status == .ok && page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
    let links = page.body.matches(of: /<a href="([^"]+)">/).map { String($0.1).replacing("&amp;", with: "&") }
    #expect(
      links.map { $0.prefix { $0 != "?" } }.map { String($0) } == [
        "/oauth2/authorization/kakao", "/oauth2/authorization/naver", "/oauth2/authorization/google",
        "/oauth2/authorization/apple",
      ]
    )
    let begun = try #require(try await browser.send(.get, links[1]).location)
    let (target, items) = try await browser.decide(begun, "홍길동")
    let back = try #require(try await browser.come(back: target, items, .naver).location)
    #expect(back.text.hasPrefix("http://127.0.0.1:4711/auth/callback?code="))
    #expect(back["state"] == "a \"<b>\"&c=d" && back["iss"] == Self.url)
  }

  private static let invalidRequests: [(query: String, error: String?)] = [
    ("client_id=squirret&response_type=token", "unsupported_response_type"),
    ("client_id=squirret", "invalid_request"),
    ("client_id=squirret&response_type=code&response_type=code", "invalid_request"),
    ("client_id=other&response_type=code", nil), ("response_type=code", nil),
    ("client_id=squirret&response_type=code&redirect_uri=https://evil.example/", nil),
  ]

  @Test(arguments: invalidRequests)
  func anInvalidAuthorizationRequestIsRefusedAsInRFC6749(query: String, error: String?) async throws {
    let challenge = PKCE.challenge(for: TestBrowser.verifier)
    let path = "/oauth2/authorization?\(query)&state=s&code_challenge=\(challenge)&code_challenge_method=S256"
    let answer = try await TestBrowser(Self.fixture()).send(.get, path)
    if let error {
      #expect(answer.location?["error"] == error && answer.location?["state"] == "s")
    } else {
      #expect(answer.status == .badRequest && answer.location == nil)
    }
    // PKCE is required here, even if old apps may do without.
    let legacy = try await Self.fixture { $0.allowsTokensInQuery = true }
    let plain = try await TestBrowser(legacy).send(.get, "/oauth2/authorization?client_id=squirret&response_type=code")
    #expect(plain.location?["error"] == "invalid_request")
  }
}
