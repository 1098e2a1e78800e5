import Crypto
import CryptoExtras
import Foundation
import HTTPTypes
import Naru
import Squirret
import SquirretBackend
import Storage
import Support
import Testing

/// Notices from providers that a person has withdrawn consent.
struct NoticeTests {
  private static let now = 1_800_000_000

  /// The provider's id of the person.
  private static func subject(_ fixture: Fixture) async throws -> String {
    let subject = try await fixture.database.read { db in
      try db.valueIfAny(
        "SELECT subject FROM identity_link l JOIN identity_person p ON p.id = l.person_id WHERE p.name = '홍길동'",
        as: String.self
      )
    }
    return try #require(subject)
  }

  private func isAlive(_ fixture: Fixture, _ pair: TokenPair) async -> Bool {
    await failure { _ = try await fixture.accounts(pair.accessToken).me() }.status == nil
  }

  @Test
  func aNoticeFromKakaoNeedsTheAdminKey() async throws {
    for (configured, shown, isBelieved) in [
      ("admin", "KakaoAK admin", true), ("admin", "KakaoAK other", false), ("admin", nil, false),
      ("", "KakaoAK ", false),
      (nil, "KakaoAK admin", false),
    ] {
      let fixture = try await Fixture { configuration in
        for index in configuration.providers.indices {
          configuration.providers[index].noticeKey = configured.map { Secret($0) }
        }
      }
      let (pair, other) = (try await fixture.signIn(with: .kakao), try await fixture.signIn("김나루", with: .kakao))
      let subject = try await Self.subject(fixture)
      let form = [(name: "user_id", value: subject), (name: "referrer_type", value: "UNLINK_FROM_APPS")]
      var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
      headers[.authorization] = shown
      let path = "/login/oauth2/notices/kakao"
      let answer = try await TestBrowser(fixture).send(.post, path, form: form, headers: headers)
      #expect(answer.status == (isBelieved ? .ok : .unauthorized))
      #expect(await isAlive(fixture, pair) == !isBelieved)
      #expect(await isAlive(fixture, other))
      guard isBelieved else { continue }
      #expect(fixture.log.events.last == "revokedByProvider")
      // The person can sign in again and has the same account.
      #expect(try await fixture.accounts(fixture.signIn(with: .kakao).accessToken).me().name == "홍길동")
    }
  }

  /// A server, and another one on its database, to which Apple and Google post signed notices about the person.
  private struct SignedNotices {
    let fixture: Fixture
    private let noticed: Fixture

    init() async throws {
      let keys = ScriptedProvider { _, _ in ScriptedProvider.json(["keys": [ProviderKey.shared.published]]) }
      fixture = try await Fixture()
      noticed = try await Fixture(database: fixture.database, clock: fixture.clock, transport: keys)
    }

    func post(
      _ type: String,
      from provider: SignInProvider,
      id: String? = UUID().uuidString,
      at time: Int = now,
      key: ProviderKey = .shared,
      issuerOfSubject issuer: String = "https://accounts.google.com/",
      _ change: (inout [String: Any]) -> Void = { _ in }
    ) async throws -> HTTPResponse.Status {
      let subject = try await NoticeTests.subject(fixture)
      var claims: [String: Any] = ["iat": time]
      claims["jti"] = id
      if provider == .apple {
        claims["iss"] = "https://appleid.apple.com"
        claims["aud"] = "naru-stand-in"
        claims["events"] = #"{"type":"\#(type)","sub":"\#(subject)","event_time":1800000000000}"#
      } else {
        let person = ["subject_type": "iss-sub", "iss": issuer, "sub": subject]
        claims["iss"] = "https://accounts.google.com/"
        claims["aud"] = ["other", "naru-stand-in"]
        claims["events"] = ["https://schemas.openid.net/secevent/\(type)": ["subject": person, "reason": "hijacking"]]
      }
      change(&claims)
      let token = key.sign(["alg": "RS256", "kid": "key-1"], claims)
      let body = provider == .apple ? #"{"payload":"\#(token)"}"# : token
      let path = "/login/oauth2/notices/\(provider.pathName)"
      return try await TestBrowser(noticed).send(.post, path, json: body).status
    }
  }

  @Test
  func aNoticeFromAppleNeedsItsSignature() async throws {
    let notices = try await SignedNotices()
    let fixture = notices.fixture
    let pair = try await fixture.signIn(with: .apple)
    #expect(try await notices.post("email-disabled", from: .apple) == .ok)
    #expect(try await notices.post("consent-revoked", from: .apple, key: .other) == .unauthorized)
    let changes: [(inout [String: Any]) -> Void] = [
      { $0["aud"] = "other" }, { $0["iss"] = "https://evil.example" }, { $0["iat"] = Self.now + 61 },
      { $0["exp"] = Self.now - 61 },
    ]
    for change in changes {
      #expect(try await notices.post("consent-revoked", from: .apple, change) == .unauthorized)
    }
    #expect(await isAlive(fixture, pair))
    for type in ["consent-revoked", "account-delete", "account-deleted"] {
      let pair = try await fixture.signIn(with: .apple)
      #expect(try await notices.post(type, from: .apple) == .ok)
      #expect(await isAlive(fixture, pair) == false)
    }
  }

  @Test
  func aNoticeFromNaverNeedsItsSignature() async throws {
    let fixture = try await Fixture()
    let secret = "naru-stand-in-secret"
    /// Returns the form that Naver posts.
    func form(_ subject: String, secret: String, time: Int = Self.now) throws -> [(name: String, value: String)] {
      let key = SymmetricKey(data: Insecure.MD5.hash(data: Data(secret.utf8)))
      let iv = try AES._CBC.IV(ivBytes: Data(repeating: 3, count: 16))
      let sealed = try Data(repeating: 3, count: 16) + AES._CBC.encrypt(Data(subject.utf8), using: key, iv: iv)
      let id = Base64URL.encode(sealed)
      let text = "clientId=naru-stand-in&encryptUniqueId=\(id)&timestamp=\(time)"
      let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
      // With padding, like Java's URL encoder.
      let signature = Base64URL.encode(code) + "="
      return [
        ("clientId", "naru-stand-in"), ("encryptUniqueId", id), ("timestamp", "\(time)"), ("signature", signature),
      ]
    }
    func send(_ form: [(name: String, value: String)]) async throws -> HTTPResponse.Status {
      let headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
      let path = "/login/oauth2/notices/naver"
      return try await TestBrowser(fixture).send(.post, path, form: form, headers: headers).status
    }
    let (pair, other) = (try await fixture.signIn(), try await fixture.signIn("김나루"))
    let subject = try await Self.subject(fixture)
    let good = try form(subject, secret: secret)
    #expect(try await send(form(subject, secret: "other")) == .unauthorized)
    #expect(try await send(form(subject, secret: secret, time: Self.now - 601)) == .unauthorized)
    #expect(try await send(form(subject, secret: secret, time: Self.now + 601)) == .unauthorized)
    for index in good.indices {
      var (changed, missing) = (good, good)
      changed[index].value = "x" + good[index].value.dropFirst()
      missing.remove(at: index)
      #expect(try await send(changed) == .unauthorized, "\(good[index].name)")
      #expect(try await send(missing) == .unauthorized, "\(good[index].name)")
    }
    #expect(await isAlive(fixture, pair))
    #expect(try await send(form("unknown", secret: secret)) == .noContent)
    #expect(await isAlive(fixture, pair))
    #expect(try await send(good) == .noContent)
    #expect(await isAlive(fixture, pair) == false)
    #expect(await isAlive(fixture, other))
    // A replay within the ten minutes has no effect.
    let back = try await fixture.signIn()
    #expect(try await send(good) == .noContent)
    #expect(await isAlive(fixture, back))
  }

  @Test
  func aNoticeFromGoogleNeedsItsSignature() async throws {
    let notices = try await SignedNotices()
    let fixture = notices.fixture
    let pair = try await fixture.signIn(with: .google)
    let ended = "risc/event-type/sessions-revoked"
    #expect(try await notices.post(ended, from: .google, key: .other) == .unauthorized)
    let changes: [(inout [String: Any]) -> Void] = [
      { $0["aud"] = "other" }, { $0["aud"] = [String]() }, { $0["iss"] = "https://evil.example/" },
      { $0["iat"] = Self.now + 61 },
      // An ID token is not a notice.
      { $0["events"] = nil },
    ]
    for change in changes { #expect(try await notices.post(ended, from: .google, change) == .unauthorized) }
    // These are accepted and have no effect.
    #expect(try await notices.post("risc/event-type/verification", from: .google) == .accepted)
    #expect(try await notices.post("risc/event-type/account-enabled", from: .google) == .accepted)
    let other = "https://other.example/"
    #expect(try await notices.post(ended, from: .google, issuerOfSubject: other) == .accepted)
    #expect(await isAlive(fixture, pair))
    for type in [ended, "oauth/event-type/tokens-revoked", "risc/event-type/account-disabled"] {
      let pair = try await fixture.signIn(with: .google)
      #expect(try await notices.post(type, from: .google) { $0["iss"] = "https://accounts.google.com" } == .accepted)
      #expect(await isAlive(fixture, pair) == false)
    }
  }

  @Test(arguments: [SignInProvider.apple, .google])
  func aSignedNoticeWorksOnceAndForAWeek(provider: SignInProvider) async throws {
    let notices = try await SignedNotices()
    let fixture = notices.fixture
    func notice(_ id: String?, at time: Int = Self.now) async throws -> HTTPResponse.Status {
      let type = provider == .apple ? "consent-revoked" : "risc/event-type/sessions-revoked"
      return try await notices.post(type, from: provider, id: id, at: time)
    }
    let first = try await fixture.signIn(with: provider)
    let accepted = try await notice("one")
    #expect(accepted.kind == .successful)
    #expect(await isAlive(fixture, first) == false)
    // The person signs in again, and somebody replays the notice.
    let second = try await fixture.signIn(with: provider)
    #expect(try await notice("one") == accepted)
    #expect(await isAlive(fixture, second))
    #expect(try await notice(nil) == .unauthorized)
    #expect(try await notice("old", at: Self.now - 7 * 86_400) == .unauthorized)
    #expect(await isAlive(fixture, second))
    #expect(try await notice("two") == accepted)
    #expect(await isAlive(fixture, second) == false)
    // When a notice is too old to be accepted, it is forgotten.
    fixture.wait(8 * 86_400)
    #expect(try await notice("three", at: Self.now + 8 * 86_400) == accepted)
    #expect(try await fixture.database.read { try $0.value("SELECT count(*) FROM identity_notice", as: Int.self) } == 1)
  }

  @Test(arguments: ["naver", "google", "unknown"])
  func aRequestThatIsNotANoticeIsRejected(provider: String) async throws {
    let answer = try await TestBrowser(Fixture()).send(.post, "/login/oauth2/notices/\(provider)", json: "{}")
    #expect(answer.status == (provider == "unknown" ? .notFound : .unauthorized))
  }
}
