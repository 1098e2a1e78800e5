import Crypto
import CryptoExtras
public import Foundation
import HTTPTypes
public import Naru
import Squirret
public import SquirretBackend
import Support

/// Stand-ins for Kakao, Naver, Google and Apple, for a server that is not registered at any provider.
///
/// They are the transport for `Identity`'s calls to providers and respond at the providers' addresses, each in its own
/// dialect. Only the sign-in page is on this server, so the code that signs in is the same. Everybody who can reach
/// that page can sign in as anyone, so stand-ins are for the local backend only.
public struct StandIns: Transport {
  static let clientID = "naru-stand-in"
  static let secret = "naru-stand-in-secret"
  static let appleTeam = "NARUTEAM00"
  static let appleKeyID = "NARUKEY000"

  /// A user's approval on the page.
  struct Grant: Sendable {
    var provider: SignInProvider
    var person: StandInPerson
    var fault: StandInFault
    var redirectURI: String
    var state: String
    var nonce: String?
    var codeChallenge: String?
    var expiresAt: Date
  }

  struct State: Sendable {
    // Bounded, because everyone who reaches the page can add to them.
    var grants = RecentValues<Grant>()
    var accessTokens = RecentValues<Grant>()
    var refreshTokens = RecentValues<Grant>()
    /// The users whose name Apple has already sent.
    var introduced = RecentValues<Bool>()
    var revocations: [String] = []
    var keyRequests = 0
    var key: StandInKey?
  }

  let state = Locked(State())
  let appleKey: P256.Signing.PrivateKey
  let now: @Sendable () -> Date
  private let otherwise: (any Transport)?

  /// Creates stand-ins. Requests to other servers go to another transport, or fail with 404.
  public init(
    otherwise: (any Transport)? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.otherwise = otherwise
    self.now = now
    appleKey = P256.Signing.PrivateKey()
  }

  /// Returns the registrations of a server at the stand-ins.
  public func registrations() -> [ProviderRegistration] {
    SignInProvider.allCases.map { provider in
      var description = ProviderDescription.standard(provider)
      description.authorization = "/stand-in/\(provider.pathName)"
      let secret =
        provider == .apple
        ? ClientSecret.apple(team: Self.appleTeam, keyID: Self.appleKeyID, key: appleKey)
        : ClientSecret(Secret(Self.secret))
      return ProviderRegistration(description, clientID: Self.clientID, secret: secret)
    }
  }

  /// The revocations of consent, as `KAKAO 홍길동`.
  package var revocations: [String] { state.withLock { $0.revocations } }

  /// The number of requests for the keys of ID tokens.
  package var keyRequests: Int { state.withLock { $0.keyRequests } }

  /// Replaces the key for ID tokens.
  package func rotateKeys() throws {
    let key = try StandInKey(id: Randomness.text())
    state.withLock { $0.key = key }
  }

  /// Responds like the provider that the request is addressed to.
  public func send(_ request: APIRequest) async throws -> APIResponse {
    let target = (request.head.path ?? "/").splitTarget
    let form = try QueryString.items(String(decoding: request.body, as: UTF8.self)[...])
    let fields = Dictionary(form.map { ($0.name, $0.value) }) { first, _ in first }
    let bearer = request.head.headerFields[.authorization]?.dropFirst("Bearer ".count).description
    switch "\(request.head.authority ?? "")\(target.path)" {
    case "kauth.kakao.com/oauth/token": return try await token(.kakao, fields)
    case "nid.naver.com/oauth2.0/token": return try await token(.naver, fields)
    case "oauth2.googleapis.com/token": return try await token(.google, fields)
    case "appleid.apple.com/auth/token": return try await token(.apple, fields)
    case "kapi.kakao.com/v2/user/me": return kakaoProfile(bearer)
    case "openapi.naver.com/v1/nid/me": return naverProfile(bearer)
    case "kapi.kakao.com/v1/user/unlink": return unlink(bearer)
    case "nid.naver.com/oauth2.0/revoke": return try await revoke(.naver, fields)
    case "appleid.apple.com/auth/revoke": return try await revoke(.apple, fields)
    case "kauth.kakao.com/.well-known/jwks.json", "www.googleapis.com/oauth2/v3/certs", "appleid.apple.com/auth/keys":
      state.withLock { $0.keyRequests += 1 }
      return .json(["keys": try key().published])
    default: return try await otherwise?.send(request) ?? .json(["error": "not_found"], status: .notFound)
    }
  }

  /// The first key of all stand-ins of the process, because making one takes a while.
  private static let firstKey = Result { try StandInKey(id: "stand-in-1") }

  func key() throws -> StandInKey {
    if let key = state.withLock({ $0.key }) { return key }
    let new = try Self.firstKey.get()
    return state.withLock { state in
      let key = state.key ?? new
      state.key = key
      return key
    }
  }
}

/// A stand-in's key for signing ID tokens.
struct StandInKey: Sendable {
  let id: String
  private let key: _RSA.Signing.PrivateKey

  init(id: String) throws {
    self.id = id
    key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
  }

  /// The published key set, with unsupported entries that clients must ignore.
  var published: [[String: String]] {
    get throws {
      let numbers = try key.publicKey.getKeyPrimitives()
      return [
        ["kty": "oct", "kid": "secret", "k": "AAAA"],
        ["kty": "RSA", "kid": "enc", "use": "enc", "alg": "RSA-OAEP-256", "n": "AQAB", "e": "AQAB"],
        ["kty": "RSA", "n": "AQAB", "e": "AQAB"],
        [
          "kty": "RSA", "kid": id, "use": "sig", "alg": "RS256", "n": Base64URL.encode(numbers.modulus),
          "e": Base64URL.encode(numbers.publicExponent),
        ],
      ]
    }
  }

  func sign(_ claims: [String: Any]) throws -> String {
    let header = try JSONSerialization.data(withJSONObject: ["alg": "RS256", "kid": id, "typ": "JWT"])
    let payload = try JSONSerialization.data(withJSONObject: claims)
    let text = "\(Base64URL.encode(header)).\(Base64URL.encode(payload))"
    let signature = try key.signature(for: Data(text.utf8), padding: .insecurePKCS1v1_5)
    return "\(text).\(Base64URL.encode(signature.rawRepresentation))"
  }
}

extension APIResponse {
  /// Creates a response of a stand-in.
  static func json(_ object: [String: Any], status: HTTPResponse.Status = .ok) -> APIResponse {
    let body = (try? JSONSerialization.data(withJSONObject: object)) ?? Data()
    return APIResponse(head: HTTPResponse(status: status, headerFields: [.contentType: "application/json"]), body: body)
  }
}
