package import Foundation

/// Base64 for URLs (RFC 4648, section 5), without padding.
package enum Base64URL: Sendable {
  /// Encodes bytes.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let text = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    return String(text.prefix { $0 != "=" })
  }

  /// Decodes a string. Returns `nil` for any string that ``encode(_:)`` would not write: other alphabets, padding, and non-zero
  /// unused bits at the end, because these would give one token several spellings.
  package static func decode(_ text: some StringProtocol) -> Data? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    let standard = String(text).replacing("-", with: "+").replacing("_", with: "/") + padding
    guard let data = Data(base64Encoded: standard), encode(data) == text else { return nil }
    return data
  }
}
