package import Foundation

/// Base64 for URLs (RFC 4648, section 5), without padding.
package enum Base64URL: Sendable {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  /// The value of each byte; 0xFF for a byte that is not in the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    return values
  }()

  /// Encodes bytes.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.underestimatedCount * 4 + 2) / 3)
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> count & 0x3F)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << (6 - count) & 0x3F)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a string. Returns `nil` for any string that ``encode(_:)`` would not write: other alphabets, padding, and non-zero
  /// unused bits at the end, because these would give one token several spellings.
  package static func decode(_ text: some StringProtocol) -> Data? {
    var data = Data(capacity: text.utf8.count * 3 / 4)
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for byte in text.utf8 {
      let value = values[Int(byte)]
      guard value != 0xFF else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        data.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    // Six remaining bits are a superfluous letter. Two or four are unused, and have to be zero.
    guard count < 6, bits & ((1 << count) - 1) == 0 else { return nil }
    return data
  }
}
