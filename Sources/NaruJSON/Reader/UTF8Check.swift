/// The validation of UTF-8 as defined by RFC 3629: without overlong forms, without surrogates, up to U+10FFFF.
enum UTF8Check {
  /// Returns whether the first three bytes of a little-endian word are a character.
  @inline(__always)
  static func isThreeBytes(_ word: UInt32) -> Bool {
    // 1110xxxx 10xxxxxx 10xxxxxx; then neither an overlong form (E0 80…9F) nor a surrogate (ED A0…BF).
    word & 0x00C0_C0F0 == 0x0080_80E0 && word & 0x200F != 0 && word & 0x200F != 0x200D
  }

  /// Returns the length of the character of several bytes at the start of some bytes, or 0 if there is none.
  static func characterLength(_ bytes: Span<UInt8>) -> Int {
    let count = bytes.count
    guard count >= 2, isTail(bytes[1]) else { return 0 }
    let (first, second) = (bytes[0], bytes[1])
    switch first {
    case 0xC2...0xDF: return 2
    case 0xE0...0xEF:
      guard count >= 3, isTail(bytes[2]) else { return 0 }
      return (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ? 0 : 3
    case 0xF0...0xF4:
      guard count >= 4, isTail(bytes[2]), isTail(bytes[3]) else { return 0 }
      return (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90) ? 0 : 4
    default: return 0
    }
  }

  private static func isTail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
