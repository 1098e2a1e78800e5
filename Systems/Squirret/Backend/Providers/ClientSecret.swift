package import Crypto
import Foundation
import JWTKit
package import Naru
import Support

/// The credential that authenticates this server to a provider.
package struct ClientSecret: Sendable {
  private enum Kind {
    case text(Secret)
    case apple(team: String, keyID: String, key: P256.Signing.PrivateKey)
  }

  private let kind: Kind

  /// Creates a secret from the string in the provider's console.
  package init(_ text: Secret) {
    kind = .text(text)
  }

  /// Creates a secret for Apple, which is a JWT signed for each request with a key from Apple's console.
  package static func apple(team: String, keyID: String, key: Secret) throws -> ClientSecret {
    do {
      return apple(team: team, keyID: keyID, key: try P256.Signing.PrivateKey(pemRepresentation: key.revealed))
    } catch {
      throw MessageError(
        korean: "Apple의 키 파일을 읽을 수 없습니다. Apple 개발자 사이트에서 받은 AuthKey_….p8 파일이어야 합니다.",
        english: "Apple's key can't be read. Use the file AuthKey_….p8 from Apple's developer site."
      )
    }
  }

  /// Creates a secret for Apple from a key.
  package static func apple(team: String, keyID: String, key: P256.Signing.PrivateKey) -> ClientSecret {
    ClientSecret(kind: .apple(team: team, keyID: keyID, key: key))
  }

  private init(kind: Kind) {
    self.kind = kind
  }

  /// Whether the secret is a string without visible characters.
  var isBlank: Bool {
    if case .text(let text) = kind { text.revealed.isBlank } else { false }
  }

  /// Returns the value of `client_secret`.
  func text(clientID: String, now: Date) async throws -> Secret {
    switch kind {
    case .text(let text):
      return text
    case .apple(let team, let keyID, let key):
      let time = Int(now.timeIntervalSince1970)
      var header = JWTHeader()
      header.kid = keyID
      let keys = await JWTKeyCollection().add(ecdsa: try ES256PrivateKey(backing: key))
      let claims = Claims(iss: team, iat: time, exp: time + 600, aud: "https://appleid.apple.com", sub: clientID)
      return Secret(try await keys.sign(claims, header: header))
    }
  }

  private struct Claims: TokenClaims {
    var iss: String
    var iat: Int
    // Apple allows half a year, but ten minutes are enough for one request.
    var exp: Int
    var aud: String
    var sub: String
  }
}
