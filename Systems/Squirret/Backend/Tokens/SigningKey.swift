import Crypto
package import Foundation
import JWTKit
package import Naru
import Squirret
import Support

/// A key for signing access tokens: a secret (HS256) or a key pair with a published public key (ES256).
package struct SigningKey: Sendable {
  /// The key for verifying signatures.
  let verification: VerificationKey
  /// The public key. `nil` for a secret.
  let publicKey: Squirret.PublicKey?
  var id: String { verification.id }

  /// Creates a key from a secret of at least 32 random bytes.
  package static func hs256(_ secret: Data) async throws -> SigningKey {
    guard secret.count >= 32 else {
      throw MessageError(
        korean: "토큰 서명 키가 너무 짧습니다(\(secret.count)바이트). 무작위 32바이트 이상이어야 합니다.",
        english: "The key for signing tokens is too short (\(secret.count) bytes). It needs at least 32 random bytes."
      )
    }
    // The id reveals nothing about the secret, because it is derived for this purpose only.
    let tag = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: secret),
      info: Data("naru-identity:kid".utf8),
      outputByteCount: 12
    )
    return SigningKey(
      verification: VerificationKey(
        id: tag.withUnsafeBytes { Base64URL.encode(Data($0)) },
        algorithm: "HS256",
        keys: await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
      ),
      publicKey: nil
    )
  }

  /// Creates a key from a P-256 private key in PEM form: `openssl genpkey -algorithm EC -pkeyopt
  /// ec_paramgen_curve:P-256`.
  package static func es256(pem: Secret) async throws -> SigningKey {
    do {
      return try await es256(P256.Signing.PrivateKey(pemRepresentation: pem.revealed))
    } catch {
      throw MessageError(
        korean: "토큰 서명 키는 PEM 형식의 P-256 개인 키여야 합니다.",
        english: "The key for signing tokens must be a P-256 private key in PEM form."
      )
    }
  }

  /// Creates a random P-256 key, which is not stored.
  package static func es256() async throws -> SigningKey {
    try await es256(P256.Signing.PrivateKey())
  }

  private static func es256(_ key: P256.Signing.PrivateKey) async throws -> SigningKey {
    let point = key.publicKey.rawRepresentation
    let (x, y) = (Base64URL.encode(point.prefix(32)), Base64URL.encode(point.suffix(32)))
    // RFC 7638: the required members in alphabetical order.
    let thumbprint = Base64URL.encode(sha256(#"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#))
    return SigningKey(
      verification: VerificationKey(
        id: thumbprint,
        algorithm: "ES256",
        keys: await JWTKeyCollection().add(ecdsa: try ES256PrivateKey(backing: key))
      ),
      publicKey: Squirret.PublicKey(kid: thumbprint, x: x, y: y)
    )
  }

  func sign(_ payload: some JWTPayload, type: String) async throws -> Secret {
    var header = JWTHeader()
    header.typ = type
    header.kid = id
    return Secret(try await verification.keys.sign(payload, header: header))
  }
}
