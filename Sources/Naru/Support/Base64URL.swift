package import Foundation

/// Base64 for URLs (RFC 4648, section 5), without padding.
package enum Base64URL: Sendable {
  /// Encodes bytes.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let standard = Data(bytes).base64EncodedData().prefix { $0 != UInt8(ascii: "=") }
    return String(decoding: exchanging(standard, "+/", for: "-_"), as: UTF8.self)
  }

  /// Decodes a string. Returns `nil` for any string that ``encode(_:)`` would not write: other alphabets, padding, and non-zero
  /// unused bits at the end, because these would give one token several spellings.
  package static func decode(_ text: some StringProtocol) -> Data? {
    let standard = exchanging(text.utf8, "-_", for: "+/")
    let padding = Array("===".utf8.prefix((4 - standard.count % 4) % 4))
    guard let data = Data(base64Encoded: Data(standard + padding)), encode(data).utf8.elementsEqual(text.utf8)
    else { return nil }
    return data
  }

  private static func exchanging(_ text: some Sequence<UInt8>, _ old: String, for new: String) -> [UInt8] {
    let pairs = Array(zip(old.utf8, new.utf8))
    return text.map { byte in pairs.first { $0.0 == byte }?.1 ?? byte }
  }
}
