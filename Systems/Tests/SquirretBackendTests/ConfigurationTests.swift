import Configuration
import Crypto
import Foundation
import Naru
import ServedSystem
import Squirret
import SquirretBackend
import StorageTesting
import Testing

/// Reading and checking the configuration.
struct ConfigurationTests {
  private let folder = TemporaryFolder()
  private static let key = Data(repeating: 5, count: 32).base64EncodedString()

  private func read(_ values: [String: String]) async throws -> IdentityConfiguration {
    try await IdentityConfiguration(
      reading: ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: values))
    )
  }

  @Test func everythingIsReadFromTheEnvironment() async throws {
    let pem = try folder.write(P256.Signing.PrivateKey().pemRepresentation, to: "key.p8")
    let configuration = try await read([
      "IDENTITY_MASTER_KEY": Self.key, "IDENTITY_PUBLIC_URL": "https://api.example.com/",
      "IDENTITY_SIGNING_KEY_FILES": pem, "IDENTITY_REDIRECTS": "https://a.example/x,b.example:/y",
      "IDENTITY_TOKENS_IN_QUERY": "true",
      "IDENTITY_KAKAO_CLIENT_ID": "kakao-id", "IDENTITY_KAKAO_CLIENT_SECRET": "kakao-secret",
      "IDENTITY_KAKAO_OPENID": "true",
      "IDENTITY_APPLE_CLIENT_ID": "com.example.signin", "IDENTITY_APPLE_TEAM_ID": "TEAM",
      "IDENTITY_APPLE_KEY_ID": "KEY",
      "IDENTITY_APPLE_KEY_FILE": pem,
      "IDENTITY_SUPABASE_ISSUER": "https://x.supabase.co/auth/v1",
      "IDENTITY_SUPABASE_KEYS_URL": "https://x.supabase.co/auth/v1/.well-known/jwks.json",
    ])
    #expect(configuration.publicURL == "https://api.example.com" && configuration.issuer == "https://api.example.com")
    #expect(configuration.signingKeys.count == 1)
    #expect(configuration.redirects == ["https://a.example/x", "b.example:/y"])
    #expect(configuration.allowsTokensInQuery)
    #expect(configuration.providers.map(\.description.provider) == [.kakao, .apple])
    #expect(configuration.providers[0].description.scopes.contains("openid"))
    #expect(configuration.supabase?.issuer == "https://x.supabase.co/auth/v1")
    // A dump contains no secret.
    var dumped = ""
    dump(configuration, to: &dumped)
    for secret in ["kakao-secret", Self.key, "PRIVATE KEY"] { #expect(!dumped.contains(secret)) }
  }

  @Test func settingsAreOffByDefault() async throws {
    let configuration = try await read(["IDENTITY_MASTER_KEY": Self.key])
    #expect(configuration.providers.isEmpty && configuration.supabase == nil && configuration.publicURL == nil)
    #expect(!configuration.allowsTokensInQuery)
  }

  @Test(arguments: [
    ([:], "NARU_IDENTITY_MASTER_KEY"), (["IDENTITY_MASTER_KEY": "!"], "NARU_IDENTITY_MASTER_KEY"),
    (["IDENTITY_MASTER_KEY": "AAAA"], "NARU_IDENTITY_MASTER_KEY"),
    (["IDENTITY_MASTER_KEY": key, "IDENTITY_NAVER_CLIENT_ID": "x"], "NARU_IDENTITY_NAVER_CLIENT_SECRET"),
    (["IDENTITY_MASTER_KEY": key, "IDENTITY_APPLE_CLIENT_ID": "x"], "NARU_IDENTITY_APPLE_TEAM_ID"),
    (["IDENTITY_MASTER_KEY": key, "IDENTITY_SIGNING_KEY_FILES": "/nowhere.pem"], "/nowhere.pem"),
    (["IDENTITY_MASTER_KEY": key, "IDENTITY_SUPABASE_SECRET": "x"], "NARU_IDENTITY_SUPABASE_ISSUER"),
    (["IDENTITY_MASTER_KEY": key, "IDENTITY_TOKENS_IN_QUERY": "perhaps"], "NARU_IDENTITY_TOKENS_IN_QUERY"),
    (["IDENTITY_MASTER_KEY": key, "IDENTITY_KAKAO_CLIENT_ID": "x", "IDENTITY_KAKAO_OPENID": "x"], "KAKAO_OPENID"),
  ])
  func theErrorNamesTheMissingOrInvalidSetting(values: [String: String], name: String) async throws {
    let error = await #expect(throws: MessageError.self) { try await read(values) }
    #expect(error?.localizedMessage.english.contains(name) == true, "\(String(describing: error))")
    #expect(error?.localizedMessage.korean.contains(name) == true)
  }

  @Test func anUnsafeConfigurationIsRejected() async throws {
    func start(_ configure: @escaping (inout IdentityConfiguration) -> Void) async -> MessageError? {
      await #expect(throws: MessageError.self) { try await Fixture(configure: configure) }
    }
    for address in [
      "http://api.example.com", "api.example.com", "https://api.example.com/path", "ftp://x", "https://a@b.example",
      "https://api.example.com#part", "https://api.example.com?", "HTTPS://api.example.com", "https://:p@b.example",
    ] {
      #expect(await start { $0.publicURL = address }?.localizedMessage.english.contains(address) == true)
    }
    // A real provider needs the server's public address.
    let registration = ProviderRegistration(.standard(.google), clientID: "x", secret: ClientSecret(Secret("y")))
    #expect(await start { $0.providers = [registration] }?.localizedMessage.english.contains("GOOGLE") == true)
    _ = await start { $0.redirects = ["https://*.example.com"] }
    for proxy in ["proxy.example.com", "10.0.0.0/33", "10.0.0.1/8", "10.0.0.0/", "10.0.0.1:80", "2001:db8::/129", ""] {
      #expect(
        await start { $0.trustedProxies = [proxy] }?.localizedMessage.english.contains("“\(proxy)”") == true,
        "\(proxy)"
      )
    }
    for (id, secret) in [(" ", "secret"), ("id", ""), ("id", " \t")] {
      let blank = ProviderRegistration(.standard(.naver), clientID: id, secret: ClientSecret(Secret(secret)))
      let error = await start {
        $0.publicURL = "https://api.example.com"
        $0.providers = [blank]
      }
      #expect(error?.localizedMessage.english.contains("NARU_IDENTITY_NAVER_CLIENT_SECRET") == true)
    }
    let keys = "http://keys.example.com/jwks.json"
    let project = SupabaseTokens.Configuration(key: .address(keys), issuer: "https://x.supabase.co/auth/v1")
    #expect(await start { $0.supabase = project }?.localizedMessage.english.contains(keys) == true)
  }

  @Test func rangesOfProxiesAreAccepted() async throws {
    _ = try await Fixture {
      $0.trustedProxies = ["10.0.0.0/8", "192.168.0.7", "2001:db8::/32", "::1", "0.0.0.0/0"]
    }
  }

  @Test func tokensAreNotPutIntoAddressesWithRealProviders() async throws {
    func allows(_ values: [String: String]) async throws -> Bool {
      let values = values.merging(["IDENTITY_MASTER_KEY": Self.key]) { $1 }
      let reader = ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: values))
      return try await IdentityConfiguration(reading: reader, allowsTokensInQuery: true).allowsTokensInQuery
    }
    let kakao = ["IDENTITY_KAKAO_CLIENT_ID": "id", "IDENTITY_KAKAO_CLIENT_SECRET": "secret"]
    #expect(try await allows([:]))
    #expect(try await !allows(kakao))
    #expect(try await allows(kakao.merging(["IDENTITY_TOKENS_IN_QUERY": "true"]) { $1 }))
  }

  @Test(arguments: [
    "https://localhost", "https://127.0.0.1", "https://[::1]:8443", "https://naru.localhost", "http://127.0.0.1:8080",
  ])
  func aPublicServerNeedsAnAddressThatOthersReach(address: String) async throws {
    var configuration = try await read(["IDENTITY_MASTER_KEY": Self.key, "IDENTITY_PUBLIC_URL": address])
    let error = #expect(throws: MessageError.self) { try configuration.checkForProduction() }
    #expect(error?.localizedMessage.english.contains(address) == true)
    configuration.publicURL = "https://api.example.com"
    try configuration.checkForProduction()
  }
}

/// Tokens issued by Supabase.
struct SupabaseTests {
  private static let issuer = "https://x.supabase.co/auth/v1"
  private static let secret = String(repeating: "s", count: 40)
  private static let id = UUID()
  private static let now = 1_800_000_000

  private static func claims(_ change: (inout [String: Any]) -> Void = { _ in }) -> [String: Any] {
    var claims: [String: Any] = [
      "iss": issuer, "aud": "authenticated", "sub": id.uuidString.lowercased(), "exp": now + 3600, "iat": now,
      "role": "authenticated", "user_metadata": ["full_name": "홍길동"],
    ]
    change(&claims)
    return claims
  }

  private static func signed(_ claims: [String: Any], alg: String = "HS256") -> Secret {
    let draft = ForgedAccessTokenTests.Draft(
      header: ["alg": alg, "typ": "JWT"],
      payload: claims,
      key: Data(secret.utf8)
    )
    return Secret(draft.signed())
  }

  @Test func onlyTokensOfTheProjectAreAccepted() async throws {
    let fixture = try await Fixture {
      $0.supabase = SupabaseTokens.Configuration(key: .secret(Secret(Self.secret)), issuer: Self.issuer)
    }
    let user = try #require(try await fixture.identity.user(for: Self.signed(Self.claims())))
    #expect(user.id == Self.id && user.name == "홍길동" && user.session == nil)
    let changes: [@Sendable (inout [String: Any]) -> Void] = [
      { $0["iss"] = "https://y.supabase.co/auth/v1" }, { $0["aud"] = "anon" }, { $0["aud"] = [String]() },
      { $0["exp"] = Self.now }, { $0["exp"] = nil }, { $0["sub"] = "x" }, { $0["iat"] = Self.now + 61 },
      { $0["nbf"] = Self.now + 61 },
    ]
    for change in changes {
      #expect(try await fixture.identity.user(for: Self.signed(Self.claims(change))) == nil)
    }
    #expect(try await fixture.identity.user(for: Self.signed(Self.claims(), alg: "HS512")) == nil)
    // The token is not from a sign-in at this server, so there is no account.
    #expect(await failure { _ = try await fixture.accounts(Self.signed(Self.claims())).me() }.status == 401)
    // Without the configuration it is refused.
    #expect(try await Fixture().identity.user(for: Self.signed(Self.claims())) == nil)
  }

  @Test func tokensAreVerifiedWithThePublishedKeys() async throws {
    let provider = ScriptedProvider { _, _ in ScriptedProvider.json(["keys": [ProviderKey.shared.published]]) }
    let fixture = try await Fixture(transport: provider) {
      $0.supabase = SupabaseTokens.Configuration(key: .address("https://x.supabase.co/keys"), issuer: Self.issuer)
    }
    let header = ["alg": "RS256", "kid": "key-1", "typ": "JWT"]
    let good = ProviderKey.shared.sign(header, Self.claims())
    #expect(try await fixture.identity.user(for: Secret(good))?.id == Self.id)
    #expect(try await fixture.identity.user(for: Secret(ProviderKey.other.sign(header, Self.claims()))) == nil)
    #expect(provider.requests.count == 1)
  }

  @Test func aShortSecretIsRejected() async {
    await #expect(throws: MessageError.self) {
      try await Fixture {
        $0.supabase = SupabaseTokens.Configuration(key: .secret(Secret("short")), issuer: Self.issuer)
      }
    }
  }
}
