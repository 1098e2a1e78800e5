package import Foundation

/// Base64 for URLs (RFC 4648, section 5), without padding.
package enum Base64URL {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    String(
      Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").prefix { $0 != "=" }
    )
  }

  /// Returns `nil` for a string that ``encode(_:)`` would not write, because a token must not have several spellings.
  package static func decode(_ string: some StringProtocol) -> Data? {
    let base64 = String(string).replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: base64 + padding), encode(data) == String(string) else { return nil }
    return data
  }
}
