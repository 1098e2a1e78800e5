import Crypto
package import Foundation

/// The SHA-256 of a text: under what a secret is found that is not stored.
package func sha256(_ text: String) -> Data {
  Data(SHA256.hash(data: Data(text.utf8)))
}
