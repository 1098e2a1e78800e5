import Crypto
import CryptoExtras
public import Foundation
import HTTPTypes
public import Naru
import Squirret
import SquirretBackend

/// Kakao, Naver, Google and Apple without a network, for a machine on which nobody is registered anywhere.
///
/// They are the transport through which ``Identity`` calls providers, and answer at the real ones' addresses, each in its own
/// dialect; only the page on which a person says yes is on this server, so the code that signs in is the same. Whoever can
/// reach the page can be anybody: for the local backend only.
public struct StandIns: Transport {
  static let clientID = "naru-stand-in"
  static let secret = "naru-stand-in-secret"
  static let appleTeam = "NARUTEAM00"
  static let appleKeyID = "NARUKEY000"

  /// What a person agreed to on the page.
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
    var grants: [String: Grant] = [:]
    var accessTokens: [String: Grant] = [:]
    var refreshTokens: [String: Grant] = [:]
    /// To whom Apple has told a name already.
    var introduced: Set<String> = []
    var revocations: [String] = []
    var keyRequests = 0
    var key: StandInKey?
  }

  let state = Locked(State())
  let appleKey: P256.Signing.PrivateKey
  let now: @Sendable () -> Date
  let randomness: Randomness
  private let otherwise: (any Transport)?

  /// Stand-ins that know nobody yet.
  ///
  /// - Parameters:
  ///   - otherwise: carries requests to others than the four. Without one they are answered with 404.
  ///   - now: the clock.
  ///   - randomness: makes codes and tokens.
  public init(
    otherwise: (any Transport)? = nil,
    now: @escaping @Sendable () -> Date = { Date() },
    randomness: Randomness = .system
  ) {
    self.otherwise = otherwise
    self.now = now
    self.randomness = randomness
    appleKey = P256.Signing.PrivateKey()
  }

  /// How a server is registered at the stand-ins.
  ///
  /// - Throws: ``IdentityError``, which does not happen.
  public func registrations() throws -> [ProviderRegistration] {
    try SignInProvider.allCases.map { provider in
      var description = ProviderDescription.standard(provider)
      description.authorization = "/stand-in/\(provider.pathName)"
      let secret =
        provider == .apple
        ? try ClientSecret.apple(
          team: Self.appleTeam,
          keyID: Self.appleKeyID,
          key: Secret(appleKey.pemRepresentation)
        ) : ClientSecret(Secret(Self.secret))
      return ProviderRegistration(description, clientID: Self.clientID, secret: secret)
    }
  }

  /// The people at whose providers a sign-in was taken back, as `KAKAO 홍길동`.
  public var revocations: [String] { state.withLock { $0.revocations } }

  /// How often anybody asked for the keys of ID tokens.
  public var keyRequests: Int { state.withLock { $0.keyRequests } }

  /// Signs ID tokens with another key from now on, and forgets the one before.
  public func rotateKeys() throws {
    let key = try StandInKey(id: randomness.text())
    state.withLock { $0.key = key }
  }

  /// Answers as the provider would to whom the request goes.
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

  /// Making one takes a while, so all stand-ins of a process begin with the same.
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

/// The key with which a stand-in signs ID tokens.
struct StandInKey: Sendable {
  let id: String
  private let key: _RSA.Signing.PrivateKey

  init(id: String) throws {
    self.id = id
    key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
  }

  /// The key as it is published, among entries that are of no use: a set that is read has to survive them.
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
  /// An answer of a stand-in.
  static func json(_ object: [String: Any], status: HTTPResponse.Status = .ok) -> APIResponse {
    let body = (try? JSONSerialization.data(withJSONObject: object)) ?? Data()
    return APIResponse(head: HTTPResponse(status: status, headerFields: [.contentType: "application/json"]), body: body)
  }
}
