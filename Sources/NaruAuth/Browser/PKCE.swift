import Crypto
import Foundation
import Naru

/// Proof that who exchanges a code is who asked for it (RFC 7636), with the method S256.
struct PKCE: Sendable {
  /// What is sent when the code is exchanged: 43 characters out of 32 random bytes.
  let verifier: Secret
  /// What is sent before: the SHA-256 of the verifier.
  let challenge: String

  /// A new pair, or that of a verifier.
  init(verifier: Secret = Secret(randomText())) {
    self.verifier = verifier
    challenge = base64URL(SHA256.hash(data: Data(verifier.revealed.utf8)))
  }
}

/// 32 bytes that nobody can guess, as 43 characters.
func randomText() -> String {
  SymmetricKey(size: .bits256).withUnsafeBytes { base64URL($0) }
}

/// Base64 with the alphabet for URLs, without padding (RFC 4648, section 5).
func base64URL(_ bytes: some Sequence<UInt8>) -> String {
  Data(bytes).base64EncodedString()
    .replacingOccurrences(of: "+", with: "-")
    .replacingOccurrences(of: "/", with: "_")
    .replacingOccurrences(of: "=", with: "")
}

/// Whether two texts are the same, in a time that depends on their lengths only.
func isEqualInConstantTime(_ left: String, _ right: String) -> Bool {
  let (left, right) = (Array(left.utf8), Array(right.utf8))
  guard left.count == right.count else { return false }
  return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
