import Crypto
import Foundation
import Naru
import Support

/// The system's cryptographic random generator.
package enum Randomness {
  /// Returns 256 random bits as a string of 43 characters that need no encoding in a URL.
  package static func text() -> String {
    Base64URL.encode(SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) })
  }
}
