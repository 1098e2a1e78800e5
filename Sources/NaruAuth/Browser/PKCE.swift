import Crypto
import Foundation
import Naru

/// Proof that who exchanges a code is who asked for it (RFC 7636), with the method S256: the half that makes it. The server's,
/// which checks it, is `NaruIdentity`'s, and an app does not build that.
struct PKCE: Sendable {
  /// What is sent when the code is exchanged: 43 characters out of 32 random bytes.
  let verifier: Secret
  /// What is sent before: the SHA-256 of the verifier.
  let challenge: String

  /// A new pair, or that of a verifier.
  init(verifier: Secret = Secret(randomText())) {
    self.verifier = verifier
    challenge = Base64URL.encode(SHA256.hash(data: Data(verifier.revealed.utf8)))
  }
}

/// 32 bytes that nobody can guess, as 43 characters.
func randomText() -> String {
  SymmetricKey(size: .bits256).withUnsafeBytes { Base64URL.encode($0) }
}
