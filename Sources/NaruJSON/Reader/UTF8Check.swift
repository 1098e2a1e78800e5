/// Whether bytes are UTF-8 as RFC 3629 has it: without overlong forms, without surrogates, up to U+10FFFF.
enum UTF8Check {
  /// Whether all of so many bytes are UTF-8.
  @inline(__always)
  static func isValid(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    validPrefix(bytes, count) == count
  }

  /// How many of the bytes are UTF-8, up to the first character that is not.
  static func validPrefix(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    let raw = UnsafeRawPointer(bytes)
    var offset = 0
    while offset < count {
      // Three bytes make most characters that are not ASCII: Hangul, Kana, Han. Four are loaded at once.
      while offset &+ 4 <= count {
        let word = UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        guard word & 0x00C0_C0F0 == 0x0080_80E0, word & 0x200F != 0, word & 0x200F != 0x200D else { break }
        offset &+= 3
      }
      guard offset < count else { break }
      let byte = bytes[offset]
      if byte < 0x80 {
        offset &+= 1
      } else {
        let length = characterLength(bytes + offset, count &- offset, first: byte)
        if length == 0 { return offset }
        offset &+= length
      }
    }
    return offset
  }

  /// The length of a character of several bytes. 0 if it is none.
  private static func characterLength(_ bytes: UnsafePointer<UInt8>, _ count: Int, first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: return count >= 2 && isTail(bytes[1]) ? 2 : 0
    case 0xE0...0xEF:
      guard count >= 3, isTail(bytes[1]), isTail(bytes[2]) else { return 0 }
      if first == 0xE0 { return bytes[1] >= 0xA0 ? 3 : 0 }
      if first == 0xED { return bytes[1] < 0xA0 ? 3 : 0 }
      return 3
    case 0xF0...0xF4:
      guard count >= 4, isTail(bytes[1]), isTail(bytes[2]), isTail(bytes[3]) else { return 0 }
      if first == 0xF0 { return bytes[1] >= 0x90 ? 4 : 0 }
      if first == 0xF4 { return bytes[1] < 0x90 ? 4 : 0 }
      return 4
    default: return 0
    }
  }

  private static func isTail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
