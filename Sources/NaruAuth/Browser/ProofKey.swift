import Foundation
import Naru

#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif

/// The proof that a code is exchanged by the app that requested it (RFC 7636), with the method S256.
struct ProofKey: Sendable {
  /// The secret that is sent to exchange the code: 32 random bytes in 43 characters.
  let verifier: Secret
  /// The SHA-256 of the verifier, which is sent to request the code.
  let challenge: String

  /// Creates a new pair, or the pair of a verifier.
  init(verifier: Secret = Secret(randomText())) {
    self.verifier = verifier
    challenge = Base64URL.encode(SHA256.hash(data: Data(verifier.revealed.utf8)))
  }
}

/// Returns 32 random bytes in 43 characters.
func randomText() -> String {
  SymmetricKey(size: .bits256).withUnsafeBytes { Base64URL.encode($0) }
}
