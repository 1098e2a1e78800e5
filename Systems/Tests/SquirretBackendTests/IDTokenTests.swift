import Crypto
import CryptoExtras
import Foundation
import HTTPTypes
import Naru
import ServedSystem
import Squirret
import SquirretBackend
import SquirretStandIns
import Support
import Testing

/// Validation of ID tokens, and the keys for it.
struct IDTokenTests {
  private static let now = 1_800_000_000

  struct Row: Sendable {
    let name: String
    var isGood = false
    var header: @Sendable (inout [String: Any]) -> Void = { _ in }
    var payload: @Sendable (inout [String: Any]) -> Void = { _ in }
    var text: @Sendable (String) -> String = { $0 }
    var key: ProviderKey = .shared

    static func header(_ name: String, _ change: @escaping @Sendable (inout [String: Any]) -> Void) -> Row {
      Row(name: name, header: change)
    }
    static func payload(
      _ name: String,
      isGood: Bool = false,
      _ change: @escaping @Sendable (inout [String: Any]) -> Void
    ) -> Row {
      Row(name: name, isGood: isGood, payload: change)
    }
    static func text(_ name: String, _ change: @escaping @Sendable (String) -> String) -> Row {
      Row(name: name, text: change)
    }
  }

  private static let rows: [Row] = [
    .payload("as it should be", isGood: true) { _ in },
    .header("alg none") { $0["alg"] = "none" },
    .header("alg HS256") { $0["alg"] = "HS256" },
    .header("alg PS512") { $0["alg"] = "PS512" },
    .header("alg RS512") { $0["alg"] = "RS512" },
    .header("alg ES256") { $0["alg"] = "ES256" },
    .header("an unknown kid") { $0["kid"] = "unknown" },
    .header("no kid") { $0["kid"] = nil },
    .header("the kid of an encryption key") { $0["kid"] = "enc" },
    .header("crit") { $0["crit"] = ["x"] },
    .header("an access token") { $0["typ"] = "at+jwt" },
    Row(name: "a key that it brings itself", header: { $0["jwk"] = ProviderKey.other.published }, key: .other),
    Row(name: "another key", key: .other),
    .text("no signature") { $0.split(separator: ".").prefix(2).joined(separator: ".") + "." },
    .text("a padded signature") { $0 + "==" },
    .text("no token") { _ in "x" },
    Row(
      name: "HS256 with the public key",
      header: { $0["alg"] = "HS256" },
      text: { token in
        let text = token.split(separator: ".").prefix(2).joined(separator: ".")
        let key = SymmetricKey(data: ProviderKey.shared.key.publicKey.derRepresentation)
        return "\(text).\(Base64URL.encode(Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))))"
      }
    ),
    .payload("another issuer") { $0["iss"] = "https://evil.example" },
    .payload("an issuer that begins like ours") { $0["iss"] = "https://accounts.google.com.evil.example" },
    .payload("the other spelling of the issuer", isGood: true) { $0["iss"] = "accounts.google.com" },
    .payload("another audience") { $0["aud"] = "other" },
    .payload("an empty list of audiences") { $0["aud"] = [String]() },
    .payload("a list without us") { $0["aud"] = ["a", "b"] },
    .payload("a list with us, and no azp") { payload in
      payload["aud"] = ["naru-stand-in", "b"]
      payload["azp"] = nil
    },
    .payload("a list with us, and our azp", isGood: true) { $0["aud"] = ["naru-stand-in", "b"] },
    .payload("another azp") { $0["azp"] = "other" },
    .payload("no sub") { $0["sub"] = nil },
    .payload("an empty sub") { $0["sub"] = "" },
    .payload("a long sub") { $0["sub"] = String(repeating: "1", count: 256) },
    .payload("sub a number") { $0["sub"] = 5 },
    .payload("expired 61 seconds ago") { $0["exp"] = now - 61 },
    .payload("expired 59 seconds ago", isGood: true) { $0["exp"] = now - 59 },
    .payload("no exp") { $0["exp"] = nil },
    .payload("exp a text") { $0["exp"] = "9999999999" },
    .payload("exp out of range", isGood: true) { $0["exp"] = 1e300 },
    .payload("issued in 61 seconds") { $0["iat"] = now + 61 },
    .payload("issued in 59 seconds", isGood: true) { $0["iat"] = now + 59 },
    .payload("no iat") { $0["iat"] = nil },
    .payload("not before another hour") { $0["nbf"] = now + 3600 },
    .payload("valid from now on", isGood: true) { $0["nbf"] = now },
    .payload("no nonce") { $0["nonce"] = nil },
    .payload("another nonce") { $0["nonce"] = "wrong" },
    .payload("the hash of another access token") { $0["at_hash"] = Base64URL.encode(Data(count: 16)) },
    .payload("no hash", isGood: true) { $0["at_hash"] = nil },
  ]

  private static func tokenAnswer(_ row: Row, nonce: String?, issuer: String = "https://accounts.google.com")
    -> APIResponse
  {
    var header: [String: Any] = ["alg": "RS256", "kid": "key-1", "typ": "JWT"]
    var payload: [String: Any] = [
      "iss": issuer, "aud": "naru-stand-in", "azp": "naru-stand-in", "sub": "100", "iat": now, "exp": now + 3600,
      "at_hash": Base64URL.encode(Data(SHA256.hash(data: Data("access".utf8))).prefix(16)), "name": "홍길동",
    ]
    payload["nonce"] = nonce
    row.header(&header)
    row.payload(&payload)
    let token = row.text(row.key.sign(header, payload))
    return ScriptedProvider.json(["access_token": "access", "id_token": token, "expires_in": 3600])
  }

  private static let keySet = ["keys": [ProviderKey.shared.published, ["kty": "oct", "kid": "enc", "use": "enc"]]]

  /// Begins a sign-in and comes back with a code.
  private func signIn(
    _ fixture: Fixture,
    _ provider: ScriptedProvider,
    with name: SignInProvider = .google,
    keys: @escaping @Sendable () throws -> APIResponse = { ScriptedProvider.json(keySet) },
    answer: @escaping @Sendable (_ nonce: String?) -> APIResponse
  ) async throws -> TestBrowser.Address {
    let browser = TestBrowser(fixture)
    let page = try await browser.begin(name)
    let nonce = page["nonce"]
    provider.set { address, _ in
      let isForKeys = address.hasSuffix("certs") || address.hasSuffix("keys")
      return try isForKeys ? keys() : answer(nonce)
    }
    return try await browser.come(with: "code", from: page, name)
  }

  @Test
  func forgedIDTokensAreRejected() async throws {
    #expect(Self.rows.count >= 40)
    let provider = ScriptedProvider { _, _ in ScriptedProvider.json([:]) }
    let fixture = try await Fixture(transport: provider) { configuration in
      configuration.addressLimit = RateLimit(burst: 1000, perMinute: 1000)
    }
    for row in Self.rows {
      let back = try await signIn(fixture, provider) { Self.tokenAnswer(row, nonce: $0) }
      #expect((back["code"] != nil) == row.isGood, "\(row.name): \(back.text)")
      if !row.isGood { #expect(back["error"] == "invalid_id_token", "\(row.name)") }
    }
    // All valid tokens are for one person, however the issuer is spelled.
    #expect(try await fixture.operations.people().total == 1)
  }

  @Test
  func anIDTokenFromAppleMayLackTheNonceIfItSaysSo() async throws {
    let provider = ScriptedProvider { _, _ in ScriptedProvider.json([:]) }
    let fixture = try await Fixture(transport: provider)
    func back(_ change: @escaping @Sendable (inout [String: Any]) -> Void) async throws -> TestBrowser.Address {
      try await signIn(fixture, provider, with: .apple) { nonce in
        Self.tokenAnswer(.payload("", change), nonce: nonce, issuer: "https://appleid.apple.com")
      }
    }
    #expect(try await back { $0["nonce_supported"] = true }["code"] != nil)
    for (flag, isGood) in [(true, false), ("true", false), (false, true), ("false", true)] as [(any Sendable, Bool)] {
      let address = try await back { payload in
        payload["nonce"] = nil
        payload["nonce_supported"] = flag
      }
      #expect(isGood ? address["code"] != nil : address["error"] == "invalid_id_token")
    }
    // A nonce that is present must match in any case.
    let wrong = try await back { payload in
      payload["nonce"] = "wrong"
      payload["nonce_supported"] = false
    }
    #expect(wrong["error"] == "invalid_id_token")
  }

  @Test
  func unknownKeysAreFetchedAtMostEveryHalfMinute() async throws {
    let fixture = try await Fixture()
    func fetches() -> Int { fixture.standIns.keyRequests }
    _ = try await fixture.signIn(with: .google)
    _ = try await fixture.signIn("김나루", with: .google)
    #expect(fetches() == 1)
    try fixture.standIns.rotateKeys()
    _ = try await fixture.signIn(with: .google)
    #expect(fetches() == 2)
    // Unknown keys are fetched once in half a minute.
    let provider = ScriptedProvider { _, _ in ScriptedProvider.json([:]) }
    let other = try await Fixture(transport: provider) { $0.addressLimit = RateLimit(burst: 1000, perMinute: 1000) }
    for index in 0..<50 {
      let row = Row.header("") { $0["kid"] = "random-\(index)" }
      let back = try await signIn(other, provider) { Self.tokenAnswer(row, nonce: $0) }
      #expect(back["error"] == "invalid_id_token")
    }
    #expect(provider.requests.filter { $0.address.hasSuffix("certs") }.count <= 2)
    other.wait(31)
    _ = try await signIn(other, provider) { Self.tokenAnswer(.header("") { $0["kid"] = "x" }, nonce: $0) }
    #expect(provider.requests.filter { $0.address.hasSuffix("certs") }.count <= 3)
  }

  @Test
  func keysThatCannotBeFetchedAgainAreUsedForADay() async throws {
    let provider = ScriptedProvider { _, _ in ScriptedProvider.json([:]) }
    let fixture = try await Fixture(transport: provider)
    #expect(try await signIn(fixture, provider) { Self.tokenAnswer(Self.rows[0], nonce: $0) }["code"] != nil)
    fixture.wait(3 * 3600)
    let later = Row.payload("") { payload in
      payload["iat"] = Self.now + 3 * 3600
      payload["exp"] = Self.now + 4 * 3600
    }
    let keys: @Sendable () throws -> APIResponse = { throw APIError(.unreachable) }
    let back = try await signIn(fixture, provider, keys: keys) { Self.tokenAnswer(later, nonce: $0) }
    #expect(back["code"] != nil)
  }
}
