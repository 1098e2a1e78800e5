import Foundation
import Naru
import Squirret

/// The tokens of a session in the form of OAuth (RFC 6749, section 5.1).
@Payload(keys: .snakeCase, init: true)
struct OAuthTokens: Sendable {
  var accessToken: Secret
  var tokenType: String
  var expiresIn: Int
  var refreshToken: Secret
}

extension OAuthTokens {
  init(_ pair: TokenPair) {
    self.init(
      accessToken: pair.accessToken,
      tokenType: "Bearer",
      expiresIn: pair.expiresIn,
      refreshToken: pair.refreshToken
    )
  }
}

/// Whether a token is active (RFC 7662, section 2.2). An inactive one has no other field, so that nobody learns why.
@Payload(keys: .snakeCase, init: true)
struct Introspection: Sendable {
  var active: Bool
  var clientID: String?
  var tokenType: String?
  var exp: Int?
  var iat: Int?
  /// The person, in the spelling of the access token.
  var sub: String?
  var aud: String?
  var iss: String?
  var jti: String?
  /// The session, in the spelling of the access token.
  var sid: String?
}

extension Introspection {
  static let inactive = Introspection(active: false)

  init(_ claims: AccessClaims) {
    self.init(
      active: true,
      clientID: claims.client_id,
      tokenType: "Bearer",
      exp: claims.exp,
      iat: claims.iat,
      sub: claims.sub.uuidString,
      aud: claims.aud,
      iss: claims.iss,
      jti: claims.jti,
      sid: claims.sid.uuidString
    )
  }
}
