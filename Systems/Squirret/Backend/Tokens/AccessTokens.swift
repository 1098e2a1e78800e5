import Crypto
import Foundation
import JWTKit
import Naru
import Squirret

/// What an access token says (RFC 9068): to whom it was given, in which session, and until when it is valid.
struct AccessClaims: JWTPayload, Hashable {
  var iss: String
  var aud: String
  var sub: UUID
  var sid: UUID
  var jti: String
  var client_id: String  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Whole seconds since 1970: JWTKit's own types would write fractions.
  var iat: Int
  var exp: Int

  /// Nothing: ``AccessTokens`` compares with the clock that it was given.
  func verify(using algorithm: some JWTAlgorithm) async throws {}
}

/// Makes and checks access tokens.
struct AccessTokens: Sendable {
  /// The type in the header, by which no other token of the server can be taken for an access token.
  static let type = "at+jwt"
  /// How far another server's clock may be ahead, in seconds.
  static let leeway = 60

  let issuer: String
  let audience: String
  let clientID: String
  let lifetime: Int
  /// The first one signs; the others have signed, and tokens of theirs are still valid.
  private let keys: Locked<[SigningKey]>
  /// What tokens say whose signature was found to be right: most calls come with a token that came before.
  ///
  /// It is as good as checking again. The name is the SHA-256 of the whole text, so no other text has it, and no token can be
  /// read out of here; keys are added and never taken away; and nothing is kept that may change: the clock and the session are
  /// asked each time.
  private let verified = Locked<[SHA256Digest: AccessClaims]>([:])
  private static let verifiedLimit = 10_000

  init(issuer: String, audience: String, clientID: String, lifetime: Int, keys: [SigningKey]) {
    self.issuer = issuer
    self.audience = audience
    self.clientID = clientID
    self.lifetime = lifetime
    self.keys = Locked(keys)
  }

  func rotate(to key: SigningKey) {
    keys.withLock { keys in keys = [key] + keys.filter { $0.id != key.id } }
  }

  /// The public keys of all keys that have one.
  var published: PublicKeySet { PublicKeySet(keys: keys.withLock { $0 }.compactMap(\.publicKey)) }

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
    guard let key = keys.withLock({ $0.first }) else { throw CancellationError() }
    return try await key.sign(claims, type: Self.type)
  }

  /// What a token says. `nil` if it was not signed here, was not meant for this server, or is not valid any more.
  func claims(of token: Secret, at now: Date, acceptsExpired: Bool = false) async -> AccessClaims? {
    guard token.revealed.utf8.count <= TokenText.limit else { return nil }
    var text = token.revealed
    let hash = text.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) }
    let time = Int(now.timeIntervalSince1970)
    var claims = verified.withLock { $0[hash] }
    if claims == nil, let new = await verify(token) {
      claims = new
      verified.withLock { verified in
        if verified.count >= Self.verifiedLimit { verified = verified.filter { $0.value.exp > time } }
        if verified.count >= Self.verifiedLimit { verified.removeAll() }
        verified[hash] = new
      }
    }
    guard let claims, claims.iat <= time + Self.leeway, claims.exp > time || acceptsExpired else { return nil }
    return claims
  }

  /// What a token says, whatever the time is.
  private func verify(_ token: Secret) async -> AccessClaims? {
    guard let text = TokenText(token.revealed), text.header.typ == Self.type,
      let key = keys.withLock({ keys in keys.first { $0.id == text.header.kid } }),
      let claims = await key.verification.verify(text, as: AccessClaims.self), claims.iss == issuer,
      claims.aud == audience
    else { return nil }
    return claims
  }
}
