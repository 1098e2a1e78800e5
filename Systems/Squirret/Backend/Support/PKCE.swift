import Foundation
import Naru
import Support

/// The proof that a code is exchanged by the app that requested it (RFC 7636), with S256 only.
package enum PKCE {
  /// Returns the challenge of a verifier.
  package static func challenge(for verifier: String) -> String { Base64URL.encode(sha256(verifier)) }

  /// Returns whether a string has the form of a verifier: 43 to 128 unreserved characters.
  static func isVerifier(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count) && text.utf8.allSatisfy(isUnreserved)
  }

  /// Returns whether a string has the form of a challenge: a SHA-256 in base64url.
  static func isChallenge(_ text: String) -> Bool { Base64URL.decode(text)?.count == 32 }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
