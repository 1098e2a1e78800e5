import Crypto
import Foundation
import JWTKit
import Naru
import Support

/// The claims of an ID token (OpenID Connect Core, section 2), before validation.
struct IDToken: TokenClaims {
  var issuer: String
  var subject: String
  var audience: [String]
  var authorizedParty: String?
  var expiresAt: Double
  var issuedAt: Double
  var notBefore: Double?
  var nonce: String?
  var accessTokenHash: String?
  var supportsNonce: Bool?
  var email: String?
  var name: String?
  var picture: String?

  private enum Key: String, CodingKey {
    case iss, sub, aud, azp, exp, iat, nbf, nonce, email, name, nickname, picture
    case atHash = "at_hash"
    case nonceSupported = "nonce_supported"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    issuer = try container.decode(String.self, forKey: .iss)
    subject = try container.decode(String.self, forKey: .sub)
    audience = try container.decode(Audience.self, forKey: .aud).names
    authorizedParty = try container.decodeIfPresent(String.self, forKey: .azp)
    expiresAt = try container.decode(Double.self, forKey: .exp)
    issuedAt = try container.decode(Double.self, forKey: .iat)
    notBefore = try container.decodeIfPresent(Double.self, forKey: .nbf)
    nonce = try container.decodeIfPresent(String.self, forKey: .nonce)
    accessTokenHash = try container.decodeIfPresent(String.self, forKey: .atHash)
    // Apple writes some booleans as strings.
    supportsNonce =
      if let flag = try? container.decode(Bool.self, forKey: .nonceSupported) { flag } else {
        try container.decodeIfPresent(String.self, forKey: .nonceSupported).map { $0 == "true" }
      }
    email = try? container.decode(String.self, forKey: .email)
    name =
      (try? container.decode(String.self, forKey: .name)) ?? (try? container.decode(String.self, forKey: .nickname))
    picture = try? container.decode(String.self, forKey: .picture)
  }

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "ID tokens are only read."))
  }
}

/// The validation of the ID token of a sign-in (OpenID Connect Core, section 3.1.3.7).
struct IDTokenCheck {
  /// The tolerated difference between the provider's clock and ours, in seconds.
  static let leeway: Double = 60

  let issuers: [String]
  let clientID: String
  let algorithms: [String]
  /// The nonce that was sent to the provider. `nil` if none was sent.
  let nonce: String?
  /// Whether the nonce may be missing if the token declares that nonces are not supported, as Apple's does on old devices.
  let nonceMayBeUnsupported: Bool
  let accessToken: Secret?
  let now: Date

  /// Validates a token and returns its claims.
  func token(_ secret: Secret, keys: ProviderKeys) async throws(ProviderFailure) -> IDToken {
    guard let text = TokenText(secret.revealed), algorithms.contains(text.header.alg),
      text.header.typ == nil || text.header.typ == "jwt", let kid = text.header.kid
    else { throw .invalidIDToken }
    guard let key = try await keys.key(kid), let token = await key.verify(text, as: IDToken.self), isRight(token) else {
      throw .invalidIDToken
    }
    return token
  }

  private func isRight(_ token: IDToken) -> Bool {
    let time = now.timeIntervalSince1970
    return issuers.contains(token.issuer)
      && !token.subject.isEmpty && token.subject.utf8.count <= 255
      && token.audience.contains(clientID)
      && (token.audience.count == 1 || token.authorizedParty != nil)
      && (token.authorizedParty ?? clientID) == clientID
      && token.expiresAt + Self.leeway > time
      && token.issuedAt - Self.leeway <= time
      && (token.notBefore ?? -.infinity) - Self.leeway <= time
      && nonceIsRight(token)
      && accessTokenIsRight(token)
  }

  private func nonceIsRight(_ token: IDToken) -> Bool {
    guard let nonce else { return true }
    guard let returned = token.nonce else { return nonceMayBeUnsupported && token.supportsNonce != true }
    return isEqualInConstantTime(nonce, returned)
  }

  private func accessTokenIsRight(_ token: IDToken) -> Bool {
    guard let hash = token.accessTokenHash, let accessToken else { return true }
    return isEqualInConstantTime(hash, Base64URL.encode(sha256(accessToken.revealed).prefix(16)))
  }
}
