import Crypto
import Foundation
import JWTKit
import Naru
import Squirret
import Support

/// The claims of an access token (RFC 9068).
struct AccessClaims: TokenClaims, Hashable {
  var iss: String
  var aud: String
  var sub: UUID
  var sid: UUID
  var jti: String
  var client_id: String  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The time in whole seconds since 1970. JWTKit's own types would write fractions.
  var iat: Int
  var exp: Int
  /// The time before which the token is not valid. This server's tokens have none.
  var nbf: Int?
}

/// The issuer and verifier of access tokens.
struct AccessTokens: Sendable {
  /// The type in the header, which keeps other tokens of the server from being accepted as access tokens.
  static let type = "at+jwt"
  /// The tolerated lead of another server's clock, in seconds.
  static let leeway = 60

  let issuer: String
  let audience: String
  let clientID: String
  let lifetime: Int
  /// The keys. The first one signs.
  let keys: [SigningKey]
  /// The claims of tokens whose signature was verified, because most calls use a token that was used before.
  ///
  /// The cache is as safe as verifying again: the key is the SHA-256 of the whole token, and the expiry and the
  /// session are checked each time. Tokens can't be read from it.
  private let verified = Locked<[SHA256Digest: AccessClaims]>([:])
  private static let verifiedLimit = 10_000

  /// The public keys of the signing keys that have one.
  var published: PublicKeySet { PublicKeySet(keys: keys.compactMap(\.publicKey)) }

  func issue(to person: UUID, session: UUID, id: UUID, at now: Date) async throws -> Secret {
    let time = Int(now.timeIntervalSince1970)
    let claims = AccessClaims(
      iss: issuer,
      aud: audience,
      sub: person,
      sid: session,
      jti: id.uuidString.lowercased(),
      client_id: clientID,
      iat: time,
      exp: time + lifetime
    )
    return try await keys[0].sign(claims, type: Self.type)
  }

  /// Returns the claims of a token. `nil` if the token was not signed here, is not for this server or has expired.
  func claims(of token: Secret, at now: Date, acceptsExpired: Bool = false) async -> AccessClaims? {
    guard token.revealed.utf8.count <= TokenText.limit else { return nil }
    var text = token.revealed
    let hash = text.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) }
    let time = Int(now.timeIntervalSince1970)
    var found = verified.withLock { $0[hash] }
    if found == nil, let new = await verify(token) {
      found = new
      verified.withLock { verified in
        if verified.count >= Self.verifiedLimit { verified = verified.filter { $0.value.exp > time } }
        if verified.count >= Self.verifiedLimit { verified.removeAll() }
        verified[hash] = new
      }
    }
    guard let claims = found else { return nil }
    // A clock of the lab may be before 1970.
    let isStarted = max(claims.iat, claims.nbf ?? .min) <= time + Self.leeway
    return isStarted && (claims.exp > time || acceptsExpired) ? claims : nil
  }

  /// Verifies a token and returns its claims, without checking the time.
  private func verify(_ token: Secret) async -> AccessClaims? {
    guard let text = TokenText(token.revealed), text.header.typ == Self.type,
      let key = keys.first(where: { $0.id == text.header.kid }),
      let claims = await key.verification.verify(text, as: AccessClaims.self), claims.iss == issuer,
      claims.aud == audience
    else { return nil }
    return claims
  }
}
