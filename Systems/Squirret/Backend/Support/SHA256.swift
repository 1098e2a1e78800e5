import Crypto
package import Foundation

/// Returns the SHA-256 of a string: the lookup key of a secret that is stored only as a hash.
package func sha256(_ text: String) -> Data {
  Data(SHA256.hash(data: Data(text.utf8)))
}
