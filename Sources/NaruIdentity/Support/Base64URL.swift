package import Foundation

/// Base64 for URLs (RFC 4648, section 5), without padding.
package enum Base64URL {
  /// Writes bytes.
  package static func encode(_ bytes: some DataProtocol) -> String {
    var text = Data(bytes).base64EncodedString()
    while text.hasSuffix("=") { text.removeLast() }
    return String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
  }

  /// Reads bytes. `nil` for any text that ``encode(_:)`` would not write: other alphabets, padding, and stray last bits, with
  /// which one token would have many spellings.
  package static func decode(_ text: some StringProtocol) -> Data? {
    guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") }) else {
      return nil
    }
    var standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: standard), encode(data) == text else { return nil }
    return data
  }
}
