import Foundation
import HTTPTypes
import Naru
import Squirret
import SquirretBackend
import Support
import Testing

/// The OAuth client with the stand-ins and with providers that misbehave.
struct ProviderTests {
  private static let challenge = TestBrowser.challenge

  @Test(arguments: SignInProvider.allCases)
  func aPersonSignsInWithEveryProvider(provider: SignInProvider) async throws {
    let fixture = try await Fixture()
    let account = try await fixture.accounts(fixture.signIn(with: provider).accessToken).me()
    #expect(account.name == "홍길동")
    #expect(account.provider == provider)
    #expect(account.email?.hasSuffix("@\(provider.pathName).example") == true)
    #expect((account.profileImageURL != nil) == (provider == .kakao))
    // Apple sends the name only once. It is kept.
    let again = try await fixture.accounts(fixture.signIn(with: provider).accessToken).me()
    #expect(again == account)
    #expect(try await fixture.accounts(fixture.signIn("이서연", with: provider).accessToken).me().id != account.id)
  }

  @Test
  func aPersonIsIdentifiedByProviderAndSubject() async throws {
    let fixture = try await Fixture()
    var ids: Set<UUID> = []
    for provider in SignInProvider.allCases {
      ids.insert(try await fixture.accounts(fixture.signIn(with: provider).accessToken).me().id)
    }
    #expect(ids.count == 4)
    // The same subject with another e-mail address is the same person; another subject with the same address is not.
    let provider = ScriptedProvider { _, _ in ScriptedProvider.json([:]) }
    let other = try await Fixture(transport: provider)
    func signIn(_ subject: Int, _ email: String) async throws -> AccountProfile {
      provider.set { address, _ in
        address.contains("/oauth/token")
          ? ScriptedProvider.json(["access_token": "a"])
          : ScriptedProvider.json(["id": subject, "kakao_account": ["email": email]])
      }
      let back = try await come(other, .kakao)
      let exchange = CodeExchange(code: Secret(try back.require("code")), codeVerifier: Secret(TestBrowser.verifier))
      return try await other.accounts(other.accounts().token(exchange: exchange).accessToken).me()
    }
    let first = try await signIn(9_007_199_254_740_993, "a@example.com")
    let moved = try await signIn(9_007_199_254_740_993, "b@example.com")
    #expect(moved.id == first.id && moved.email == "b@example.com")
    #expect(try await signIn(9_007_199_254_740_992, "b@example.com").id != first.id)
  }

  /// Comes back with a made-up code.
  private func come(_ fixture: Fixture, _ provider: SignInProvider) async throws -> TestBrowser.Address {
    let browser = TestBrowser(fixture)
    return try await browser.come(with: "c", from: browser.begin(provider), provider)
  }

  @Test
  func authorizationRequestsContainOnlyWhatIsNeeded() async throws {
    let fixture = try await Fixture { configuration in
      configuration.publicURL = "https://api.example.com"
      // The providers' real addresses.
      configuration.providers = configuration.providers.map { registration in
        ProviderRegistration(.standard(registration.description.provider), clientID: "id", secret: registration.secret)
      }
    }
    var parameters: [SignInProvider: [String: String]] = [:]
    var hosts: [SignInProvider: String] = [:]
    for provider in SignInProvider.allCases {
      let location = try await TestBrowser(fixture).begin(provider)
      let components = try #require(URLComponents(string: location.text))
      hosts[provider] = "\(components.scheme ?? "")://\(components.host ?? "")\(components.path)"
      parameters[provider] = Dictionary(
        uniqueKeysWithValues: (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
      )
      #expect(parameters[provider]?["redirect_uri"] == "https://api.example.com/login/oauth2/code/\(provider.pathName)")
      #expect(parameters[provider]?["state"]?.utf8.count == 43)
      #expect(!location.text.contains("app-state") && !location.text.contains(Self.challenge))
    }
    #expect(
      hosts == [
        .kakao: "https://kauth.kakao.com/oauth/authorize", .naver: "https://nid.naver.com/oauth2.0/authorize",
        .google: "https://accounts.google.com/o/oauth2/v2/auth", .apple: "https://appleid.apple.com/auth/authorize",
      ]
    )
    let common: Set = ["response_type", "client_id", "redirect_uri", "state"]
    func extra(_ provider: SignInProvider) -> Set<String> {
      Set(parameters[provider]?.keys.map { $0 } ?? []).subtracting(common)
    }
    #expect(extra(.kakao) == ["scope", "code_challenge", "code_challenge_method"])
    #expect(extra(.naver) == [])
    #expect(extra(.google) == ["scope", "nonce", "code_challenge", "code_challenge_method"])
    #expect(extra(.apple) == ["scope", "nonce", "response_mode"])
    #expect(parameters[.kakao]?["scope"] == "account_email,profile_nickname,profile_image")
    #expect(parameters[.google]?["scope"] == "openid email profile")
    #expect(parameters[.apple]?["scope"] == "name email")
    #expect(parameters[.apple]?["response_mode"] == "form_post")
  }

  @Test
  func theTokenRequestRepeatsTheRedirectAddressAndHasTheVerifier() async throws {
    let provider = ScriptedProvider { _, _ in throw APIError(.unreachable) }
    let fixture = try await Fixture(transport: provider)
    var verifiers: Set<String> = []
    for _ in 0..<2 {
      for name in SignInProvider.allCases { _ = try await come(fixture, name) }
    }
    let forms = provider.requests.map { request in
      Dictionary(uniqueKeysWithValues: (try? QueryString.items(request.body[...]).map { ($0.name, $0.value) }) ?? [])
    }
    #expect(forms.count == 8)
    for (index, form) in forms.enumerated() {
      let name = SignInProvider.allCases[index % 4]
      #expect(form["redirect_uri"] == (name == .naver ? nil : "http://localhost/login/oauth2/code/\(name.pathName)"))
      #expect((form["state"] != nil) == (name == .naver))
      if name == .kakao || name == .google { verifiers.insert(try #require(form["code_verifier"])) }
    }
    #expect(verifiers.count == 4)
    #expect(verifiers.allSatisfy { (43...128).contains($0.utf8.count) })
  }

  @Test
  func aProviderRejectsAWrongVerifier() async throws {
    // A server with another key derives another verifier, which the stand-in refuses.
    let fixture = try await Fixture()
    let other = try await Fixture(database: fixture.database, clock: fixture.clock, standIns: fixture.standIns) {
      $0.masterKey = try MasterKey(Data(repeating: 3, count: 32))
    }
    let browser = TestBrowser(fixture)
    let (target, items) = try await browser.decide(browser.begin(.kakao), "홍길동")
    let back = try await TestBrowser(other).come(back: target, items, .kakao)
    #expect(back.location?["error"] == "provider_error")
  }

  @Test(arguments: SignInProvider.allCases)
  func aRejectionComesBackAsAnError(provider: SignInProvider) async throws {
    let fixture = try await Fixture()
    let back = try await TestBrowser(fixture).signIn(
      "홍길동",
      with: provider,
      challenge: Self.challenge,
      decision: "refuse"
    )
    #expect(back.text == "squirret://auth/callback?error=access_denied&state=app-state")
  }

  @Test(
    arguments: SignInProvider.allCases,
    ["tokenRefused", "serverDown", "notJSON", "brokenProfile", "wrongNonce", "expiredToken"]
  )
  func aFailedSignInCreatesNothing(provider: SignInProvider, fault: String) async throws {
    let fixture = try await Fixture()
    let back = try await TestBrowser(fixture).signIn("홍길동", with: provider, challenge: Self.challenge, fault: fault)
    let hasIDToken = provider == .google || provider == .apple
    let expected: String? =
      switch fault {
      case "tokenRefused", "notJSON": "provider_error"
      case "serverDown": "provider_unavailable"
      case "brokenProfile":
        switch provider {
        case .kakao: "provider_unavailable"
        case .naver: "invalid_user_info_response"
        default: "invalid_id_token"
        }
      default: hasIDToken ? "invalid_id_token" : nil
      }
    #expect(back["error"] == expected)
    #expect(back["state"] == "app-state")
    if expected != nil {
      #expect(fixture.log.events == ["signInFailed"])
      #expect(back["code"] == nil && back["access_token"] == nil)
    }
  }

  private static func profile(_ body: String, status: Int = 200) -> ScriptedProvider.Answer {
    { address, _ in
      address.contains("token")
        ? ScriptedProvider.json(["access_token": "a", "token_type": "bearer"])
        : APIResponse(head: HTTPResponse(status: .init(code: status)), body: Data(body.utf8))
    }
  }

  private static func token(_ body: String, status: Int = 200) -> ScriptedProvider.Answer {
    { _, _ in APIResponse(head: HTTPResponse(status: .init(code: status)), body: Data(body.utf8)) }
  }

  private static let misbehaviors: [(name: String, expected: String, answer: ScriptedProvider.Answer)] = [
    ("no connection", "provider_unavailable", { _, _ in throw APIError(.unreachable) }),
    ("time is up", "provider_unavailable", { _, _ in throw APIError(.timedOut) }),
    ("too large", "provider_error", { _, _ in throw APIError(.tooLarge) }),
    ("500", "provider_unavailable", token("oops", status: 500)),
    ("429", "provider_unavailable", token("{}", status: 429)),
    ("a redirect", "provider_error", token("", status: 307)),
    ("404", "provider_error", token("{}", status: 404)),
    ("empty", "provider_error", token("")),
    ("a list", "provider_error", token("[]")),
    ("no access token", "provider_error", token("{}")),
    ("an empty access token", "provider_error", token(#"{"access_token":""}"#)),
    ("an error with status 200", "provider_error", token(#"{"error":"invalid_request","access_token":"a"}"#)),
    ("a profile without an id", "invalid_user_info_response", profile("{}")),
    ("an id that is a text", "invalid_user_info_response", profile(#"{"id":"5"}"#)),
    ("an id with a point", "invalid_user_info_response", profile(#"{"id":5.5}"#)),
    ("a token that is not good", "invalid_user_info_response", profile(#"{"msg":"no","code":-401}"#, status: 401)),
    ("a problem that passes", "provider_unavailable", profile(#"{"msg":"later","code":-1}"#, status: 400)),
    ("a page", "invalid_user_info_response", profile("<html>")),
  ]

  @Test(arguments: misbehaviors)
  func anInvalidResponseFailsTheSignIn(
    name: String,
    expected: String,
    answer: @escaping ScriptedProvider.Answer
  ) async throws {
    let fixture = try await Fixture(transport: ScriptedProvider(answer))
    #expect(try await come(fixture, .kakao)["error"] == expected)
    #expect(fixture.log.events == ["signInFailed"])
  }

  /// With OpenID Connect switched on in Kakao's console, the ID token must be valid and have the profile's subject.
  @Test
  func anIDTokenFromKakaoIsChecked() async throws {
    let fixture = try await Fixture { configuration in
      for index in configuration.providers.indices where configuration.providers[index].description.provider == .kakao {
        configuration.providers[index].description.scopes.append("openid")
      }
    }
    #expect(try await fixture.accounts(fixture.signIn(with: .kakao).accessToken).me().name == "홍길동")
    for fault in ["wrongNonce", "expiredToken"] {
      let back = try await TestBrowser(fixture).signIn("홍길동", with: .kakao, challenge: Self.challenge, fault: fault)
      #expect(back["error"] == "invalid_id_token")
    }
  }

  @Test
  func aKakaoProfileNeedsOnlyAnID() async throws {
    let fixture = try await Fixture(transport: ScriptedProvider(Self.profile(#"{"id":9007199254740993}"#)))
    #expect(try await come(fixture, .kakao)["code"] != nil)
  }

  @Test
  func callsToAProviderAreLimitedInTimeAndSize() async throws {
    let caps = Locked<[(Duration, Int, String?)]>([])
    let provider = ScriptedProvider { address, request in
      caps.withLock { $0.append((request.timeout, request.maxResponseSize, request.head.scheme)) }
      return try Self.profile(#"{"id":1}"#)(address, request)
    }
    let fixture = try await Fixture(transport: provider)
    _ = try await come(fixture, .kakao)
    #expect(caps.withLock { $0 }.count == 2)
    for cap in caps.withLock({ $0 }) { #expect(cap == (.seconds(10), 1 << 20, "https")) }
  }

  @Test
  func aProviderIsNotCalledOverPlainHTTP() async throws {
    let provider = ScriptedProvider { _, _ in ScriptedProvider.json([:]) }
    var project = SupabaseTokens.Configuration(key: .address("http://example.com/keys"), issuer: "i")
    project.audience = "a"
    let tokens = try await SupabaseTokens(project, transport: provider, now: { Date() })
    let token = ProviderKey.shared.sign(["alg": "RS256", "kid": "x"], ["iss": "i"])
    await #expect(throws: (any Error).self) { try await tokens.user(for: Secret(token)) }
    #expect(provider.requests.isEmpty)
  }

  @Test
  func aResponseFromAnotherIssuerIsRejected() async throws {
    let fixture = try await Fixture()
    for (issuer, isGood) in [("https://accounts.google.com", true), ("https://evil.example", false)] {
      let browser = TestBrowser(fixture)
      let (target, items) = try await browser.decide(browser.begin(.google), "홍길동")
      let back = try await browser.come(back: target, items + [(name: "iss", value: issuer)], .google)
      #expect(back.location?["error"] == (isGood ? nil : "invalid_issuer"))
    }
  }
}
