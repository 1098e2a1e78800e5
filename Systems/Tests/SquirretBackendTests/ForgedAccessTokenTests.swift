import Crypto
import Foundation
import Naru
import Squirret
import SquirretBackend
import Support
import Testing

/// Access tokens that were forged, changed or issued elsewhere.
struct ForgedAccessTokenTests {
  private static let secret = Data(repeating: 9, count: 32)
  private static let now = 1_800_000_000

  /// The parts of a token that can be changed and signed again.
  struct Draft {
    var header: [String: Any]
    var payload: [String: Any]
    var key = secret

    func signed() -> String {
      Self.signed(Self.json(header), Self.json(payload), key)
    }

    static func signed(_ header: Data, _ payload: Data, _ key: Data = secret) -> String {
      let text = "\(Base64URL.encode(header)).\(Base64URL.encode(payload))"
      let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: key))
      return "\(text).\(Base64URL.encode(Data(code)))"
    }

    static func json(_ object: [String: Any]) -> Data {
      (try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)) ?? Data()
    }
  }

  struct Row: Sendable {
    let name: String
    let forge: @Sendable (_ genuine: String, _ draft: Draft) -> String

    static func draft(_ name: String, _ change: @escaping @Sendable (inout Draft) -> Void) -> Row {
      Row(name: name) { _, draft in
        var draft = draft
        change(&draft)
        return draft.signed()
      }
    }

    static func header(_ name: String, _ change: @escaping @Sendable (inout [String: Any]) -> Void) -> Row {
      draft("header: \(name)") { change(&$0.header) }
    }

    static func payload(_ name: String, _ change: @escaping @Sendable (inout [String: Any]) -> Void) -> Row {
      draft("payload: \(name)") { change(&$0.payload) }
    }

    static func text(_ name: String, _ change: @escaping @Sendable ([String]) -> String) -> Row {
      Row(name: "text: \(name)") { genuine, _ in change(genuine.split(separator: ".").map(String.init)) }
    }
  }

  private static let rows: [Row] = [
    .text("empty") { _ in "" },
    .text("a word") { _ in "x" },
    .text("three words") { _ in "a.b.c" },
    .text("no signature") { "\($0[0]).\($0[1])" },
    .text("an empty signature") { "\($0[0]).\($0[1])." },
    .text("an empty payload") { "\($0[0])..\($0[2])" },
    .text("four parts") { "\($0[0]).\($0[1]).\($0[2]).x" },
    .text("five parts, as if encrypted") { "\($0[0]).\($0[1]).\($0[2]).\($0[1]).\($0[2])" },
    .text("a padded signature") { "\($0[0]).\($0[1]).\($0[2])=" },
    .text("a padded header") { "\($0[0])=.\($0[1]).\($0[2])" },
    .text("a signature with other last bits") { parts in
      // 32 bytes are 43 characters, and the last one has two unused bits.
      let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
      let last = parts[2].last.flatMap { alphabet.firstIndex(of: $0) } ?? 0
      return "\(parts[0]).\(parts[1]).\(parts[2].dropLast())\(alphabet[last ^ 1])"
    },
    .text("a shorter signature") { "\($0[0]).\($0[1]).\($0[2].dropLast(2))" },
    .text("a longer signature") { "\($0[0]).\($0[1]).\($0[2])AAAA" },
    .text("a leading space") { " " + $0.joined(separator: ".") },
    .text("a trailing line feed") { $0.joined(separator: ".") + "\n" },
    .text("a trailing zero") { $0.joined(separator: ".") + "\0" },
    .text("20 KiB") { "\($0[0]).\(String(repeating: "A", count: 20 << 10)).\($0[2])" },
    .text("the signature of nothing") { "\($0[0]).\($0[1]).\(Base64URL.encode(Data(count: 32)))" },
    Row(name: "text: another person in the payload") { genuine, draft in
      var payload = draft.payload
      payload["sub"] = UUID().uuidString
      let parts = genuine.split(separator: ".")
      return "\(parts[0]).\(Base64URL.encode(Draft.json(payload))).\(parts[2])"
    },
    Row(name: "header: alg none, no signature") { _, draft in
      var header = draft.header
      header["alg"] = "none"
      return "\(Base64URL.encode(Draft.json(header))).\(Base64URL.encode(Draft.json(draft.payload)))."
    },
    .header("alg none, signed") { $0["alg"] = "none" },
    .header("alg None") { $0["alg"] = "None" },
    .header("alg HS384") { $0["alg"] = "HS384" },
    .header("alg HS512") { $0["alg"] = "HS512" },
    .header("alg RS256") { $0["alg"] = "RS256" },
    .header("alg ES256") { $0["alg"] = "ES256" },
    .header("alg in lower case") { $0["alg"] = "hs256" },
    .header("no alg") { $0["alg"] = nil },
    .header("alg a list") { $0["alg"] = ["HS256"] },
    .header("no kid") { $0["kid"] = nil },
    .header("another kid") { $0["kid"] = "other" },
    .header("an empty kid") { $0["kid"] = "" },
    .header("kid a path") { $0["kid"] = "../../dev/null" },
    .header("no typ") { $0["typ"] = nil },
    .header("typ JWT") { $0["typ"] = "JWT" },
    .header("typ of a refresh token") { $0["typ"] = "rt+jwt" },
    .header("crit") { $0["crit"] = ["b64"] },
    .header("an empty crit") { $0["crit"] = [String]() },
    .header("crit and b64") { header in
      header["crit"] = ["b64"]
      header["b64"] = false
    },
    Row(name: "header: not JSON") { _, draft in Draft.signed(Data("HS256".utf8), Draft.json(draft.payload)) },
    Row(name: "header: a list") { _, draft in Draft.signed(Data("[]".utf8), Draft.json(draft.payload)) },
    Row(name: "payload: not JSON") { _, draft in Draft.signed(Draft.json(draft.header), Data("홍길동".utf8)) },
    Row(name: "payload: a list") { _, draft in Draft.signed(Draft.json(draft.header), Data("[]".utf8)) },
    Row(name: "payload: not UTF-8") { _, draft in Draft.signed(Draft.json(draft.header), Data([0xFF, 0xFE])) },
    .draft("key: another one") { $0.key = Data(repeating: 8, count: 32) },
    .draft("key: an empty one") { $0.key = Data() },
    .payload("another issuer") { $0["iss"] = "https://evil.example" },
    .payload("no issuer") { $0["iss"] = nil },
    .payload("another audience") { $0["aud"] = "other" },
    .payload("no audience") { $0["aud"] = nil },
    .payload("an empty list of audiences") { $0["aud"] = [String]() },
    .payload("a list of audiences") { $0["aud"] = ["naru", "other"] },
    .payload("sub a name") { $0["sub"] = "홍길동" },
    .payload("no sub") { $0["sub"] = nil },
    .payload("another person's sub") { $0["sub"] = UUID().uuidString },
    .payload("an unknown sid") { $0["sid"] = UUID().uuidString },
    .payload("no sid") { $0["sid"] = nil },
    .payload("no jti") { $0["jti"] = nil },
    .payload("no client_id") { $0["client_id"] = nil },
    .payload("expired") { $0["exp"] = now - 1 },
    .payload("expiring now") { $0["exp"] = now },
    .payload("no exp") { $0["exp"] = nil },
    .payload("exp a text") { $0["exp"] = "\(now + 60)" },
    .payload("exp a fraction") { $0["exp"] = Double(now) + 60.5 },
    .payload("exp out of range") { $0["exp"] = 1e300 },
    .payload("exp negative") { $0["exp"] = -1 },
    .payload("exp null") { $0["exp"] = NSNull() },
    .payload("nbf in the future") { $0["nbf"] = now + 61 },
    .payload("nbf a text") { $0["nbf"] = "\(now)" },
    .payload("iat in the future") { $0["iat"] = now + 61 },
    .payload("no iat") { $0["iat"] = nil },
    .payload("iat a fraction") { $0["iat"] = Double(now) - 0.5 },
    .payload("iat out of range") { $0["iat"] = 1e19 },
  ]

  private static func fixture() async throws -> Fixture {
    try await Fixture { $0.signingKeys = [try await .hs256(secret)] }
  }

  private static func draft(_ token: String) throws -> Draft {
    let parts = token.split(separator: ".")
    let objects = try parts.prefix(2).map { part in
      let bytes = try #require(Base64URL.decode(part))
      let object = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
      return try #require(object)
    }
    return Draft(header: objects[0], payload: objects[1])
  }

  @Test
  func forgedAccessTokensAreRejected() async throws {
    #expect(Self.rows.count >= 40)
    let fixture = try await Self.fixture()
    let genuine = try await fixture.signIn().accessToken
    let draft = try Self.draft(genuine.revealed)
    for row in Self.rows {
      let forged = row.forge(genuine.revealed, draft)
      #expect(try await fixture.identity.user(for: Secret(forged)) == nil, "\(row.name)")
    }
    // Without a change the token is accepted, so the rows' changes are the reason for the refusals.
    #expect(try await fixture.identity.user(for: Secret(draft.signed())) != nil)
    #expect(try await fixture.identity.user(for: genuine) != nil)
  }

  @Test
  func anAccessTokenHasTheClaimsOfRFC9068() async throws {
    let fixture = try await Self.fixture()
    let draft = try Self.draft(try await fixture.signIn().accessToken.revealed)
    #expect(draft.header["alg"] as? String == "HS256")
    #expect(draft.header["typ"] as? String == "at+jwt")
    #expect(Set(draft.payload.keys) == ["iss", "aud", "sub", "sid", "jti", "client_id", "iat", "exp"])
    let (iat, exp) = (try #require(draft.payload["iat"] as? Int), try #require(draft.payload["exp"] as? Int))
    #expect(iat == Self.now && exp == iat + 86400)
    // It contains no personal data.
    #expect(!"\(draft.payload)".contains("홍길동"))
  }

  @Test
  func shortAndUnreadableKeysAreRejected() async {
    await #expect(throws: MessageError.self) { try await SigningKey.hs256(Data(repeating: 1, count: 31)) }
    let error = #expect(throws: MessageError.self) { try MasterKey(Data(repeating: 1, count: 31)) }
    #expect(error?.localizedMessage.english.contains("Restore identity.key") == true)
    await #expect(throws: MessageError.self) { try await SigningKey.es256(pem: Secret("nothing")) }
  }

  @Test
  func aPublicKeyIsNotAcceptedAsASecret() async throws {
    let fixture = try await Fixture { $0.signingKeys = [try await .es256()] }
    let pair = try await fixture.signIn()
    let published = try #require(try await fixture.accounts().keys().keys.first)
    var draft = try Self.draft(pair.accessToken.revealed)
    #expect(draft.header["kid"] as? String == published.kid && published.alg == "ES256")
    draft.header["alg"] = "HS256"
    draft.key = Data((published.x + published.y).utf8)
    #expect(try await fixture.identity.user(for: Secret(draft.signed())) == nil)
  }

  @Test
  func aPublishedKeyVerifiesTokens() async throws {
    let fixture = try await Fixture { $0.signingKeys = [try await .es256()] }
    let token = try await fixture.signIn().accessToken.revealed
    let published = try #require(try await fixture.accounts().keys().keys.first)
    let (x, y) = (try #require(Base64URL.decode(published.x)), try #require(Base64URL.decode(published.y)))
    let key = try P256.Signing.PublicKey(rawRepresentation: x + y)
    let parts = token.split(separator: ".")
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(Base64URL.decode(parts[2])))
    #expect(key.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
  }
}
