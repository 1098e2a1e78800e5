import Foundation
import GRDB
import HTTPTypes
import Naru
import NaruIdentity
import Squirret
import Testing

/// What providers tell by themselves: that a person took the sign-in back.
struct NoticeTests {
  private static let now = 1_800_000_000

  private func isAlive(_ fixture: Fixture, _ pair: TokenPair) async -> Bool {
    await failure { _ = try await fixture.accounts(pair.accessToken).me() }.status == nil
  }

  @Test
  func kakaoIsBelievedWithItsKeyOnly() async throws {
    for (configured, shown, isBelieved) in [
      ("admin", "KakaoAK admin", true), ("admin", "KakaoAK other", false), ("admin", nil, false),
      ("", "KakaoAK ", false),
      (nil, "KakaoAK admin", false),
    ] {
      let fixture = try await Fixture { configuration in
        configuration.providers = configuration.providers.map { registration in
          var registration = registration
          registration.noticeKey = configured.map { Secret($0) }
          return registration
        }
      }
      let (pair, other) = (try await fixture.signIn(with: .kakao), try await fixture.signIn("김나루", with: .kakao))
      let subject = try await fixture.database.read { db in
        try String.fetchOne(
          db,
          sql: "SELECT subject FROM identity_link l JOIN identity_person p ON p.id = l.personId WHERE p.name = '홍길동'"
        )
      }
      let form = [(name: "user_id", value: try #require(subject)), (name: "referrer_type", value: "UNLINK_FROM_APPS")]
      var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
      headers[.authorization] = shown
      let answer = try await TestBrowser(fixture).send(
        .post,
        "/login/oauth2/notices/kakao",
        form: form,
        headers: headers
      )
      #expect(answer.status == (isBelieved ? .ok : .unauthorized))
      #expect(await isAlive(fixture, pair) == !isBelieved)
      #expect(await isAlive(fixture, other))
      guard isBelieved else { continue }
      #expect(try await fixture.identity.auditEvents(limit: 1).map(\.kind) == [.revokedByProvider])
      // The person may come back, and is the same.
      #expect(try await fixture.accounts(fixture.signIn(with: .kakao).accessToken).me().name == "홍길동")
    }
  }

  @Test
  func appleIsBelievedWithItsSignatureOnly() async throws {
    let provider = ScriptedProvider { address, _ in
      ScriptedProvider.json(address.hasSuffix("keys") ? ["keys": [ProviderKey.shared.published]] : [:])
    }
    let fixture = try await Fixture()
    let noticed = try await Fixture(database: fixture.database, clock: fixture.clock, transport: provider)
    func notice(
      _ type: String,
      key: ProviderKey = .shared,
      _ change: (inout [String: Any]) -> Void = { _ in }
    ) async throws -> HTTPResponse.Status {
      let subject = try await fixture.database.read {
        try String.fetchOne($0, sql: "SELECT subject FROM identity_link")
      }
      let event = #"{"type":"\#(type)","sub":"\#(subject ?? "")","event_time":1800000000000}"#
      var claims: [String: Any] = [
        "iss": "https://appleid.apple.com", "aud": "naru-stand-in", "iat": Self.now, "jti": "x", "events": event,
      ]
      change(&claims)
      let token = key.sign(["alg": "RS256", "kid": "key-1"], claims)
      return try await TestBrowser(noticed).send(
        .post,
        "/login/oauth2/notices/apple",
        json: #"{"payload":"\#(token)"}"#
      ).status
    }
    let pair = try await fixture.signIn(with: .apple)
    #expect(try await notice("email-disabled") == .ok)
    #expect(try await notice("consent-revoked", key: .other) == .unauthorized)
    #expect(try await notice("consent-revoked") { $0["aud"] = "other" } == .unauthorized)
    #expect(try await notice("consent-revoked") { $0["iss"] = "https://evil.example" } == .unauthorized)
    #expect(try await notice("consent-revoked") { $0["iat"] = Self.now + 61 } == .unauthorized)
    #expect(try await notice("consent-revoked") { $0["exp"] = Self.now - 61 } == .unauthorized)
    #expect(await isAlive(fixture, pair))
    for type in ["consent-revoked", "account-delete", "account-deleted"] {
      let pair = try await fixture.signIn(with: .apple)
      #expect(try await notice(type) == .ok)
      #expect(await isAlive(fixture, pair) == false)
    }
  }

  @Test(arguments: ["naver", "google", "nobody"])
  func othersHaveNoNotices(provider: String) async throws {
    let answer = try await TestBrowser(Fixture()).send(.post, "/login/oauth2/notices/\(provider)", json: "{}")
    #expect(answer.status == (provider == "nobody" ? .notFound : .unauthorized))
  }
}
