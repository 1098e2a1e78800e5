import Crypto
import Foundation

/// The SHA-256 of a text: under what a secret is found that is not stored.
func sha256(_ text: String) -> Data {
  Data(SHA256.hash(data: Data(text.utf8)))
}

/// Whether two texts are the same, in a time that tells nothing of where they differ.
func isSame(_ left: String, _ right: String) -> Bool {
  let (left, right) = (Array(left.utf8), Array(right.utf8))
  guard left.count == right.count else { return false }
  return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
