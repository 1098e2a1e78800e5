import Crypto
import Foundation
import Naru

/// The system's cryptographic random generator.
package enum Randomness {
  /// Returns random bytes.
  static func bytes(_ count: Int) -> Data {
    SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { Data($0) }
  }

  /// Returns 256 random bits as a text of 43 characters that need no encoding in a URL.
  package static func text() -> String { Base64URL.encode(bytes(32)) }
}
