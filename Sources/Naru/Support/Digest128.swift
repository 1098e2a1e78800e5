package import Foundation

/// A digest of bytes, the same in every process and on every platform (MurmurHash3, x64, 128 bits). It recognizes equal content and is
/// much faster than a cryptographic one. It doesn't protect against someone who constructs two contents with the same digest.
package enum Digest128 {
  /// Returns the digest of bytes in 32 hexadecimal digits, in quotation marks if an `ETag` needs them.
  package static func hexadecimal(_ bytes: Data, isQuoted: Bool = false) -> String {
    let (high, low) = bytes.withUnsafeBytes(digest)
    let start = isQuoted ? 1 : 0
    return String(unsafeUninitializedCapacity: 34) { digits in
      for place in 0..<32 {
        let half = UInt8(truncatingIfNeeded: (place < 16 ? high : low) >> (60 - place % 16 * 4)) & 15
        digits[start + place] = half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "a") - 10 + half
      }
      guard isQuoted else { return 32 }
      digits[0] = UInt8(ascii: "\"")
      digits[33] = UInt8(ascii: "\"")
      return 34
    }
  }

  private static func digest(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
    let c1: UInt64 = 0x87c3_7b91_1142_53d5
    let c2: UInt64 = 0x4cf5_ad43_2745_937f
    var h1: UInt64 = 0
    var h2: UInt64 = 0
    func mixed1(_ k: UInt64) -> UInt64 { rotated(k &* c1, 31) &* c2 }
    func mixed2(_ k: UInt64) -> UInt64 { rotated(k &* c2, 33) &* c1 }
    let end = bytes.count & ~15
    // A pointer to the bytes, because the buffer checks its bounds for each of them.
    if end > 0, var next = bytes.baseAddress {
      let end = next + end
      while next < end {
        h1 ^= mixed1(UInt64(littleEndian: next.loadUnaligned(as: UInt64.self)))
        h1 = (rotated(h1, 27) &+ h2) &* 5 &+ 0x52dc_e729
        h2 ^= mixed2(UInt64(littleEndian: (next + 8).loadUnaligned(as: UInt64.self)))
        h2 = (rotated(h2, 31) &+ h1) &* 5 &+ 0x3849_5ab5
        next += 16
      }
    }
    var rest: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &rest) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[end...])) }
    h2 ^= mixed2(UInt64(littleEndian: rest.1))
    h1 ^= mixed1(UInt64(littleEndian: rest.0))
    h1 ^= UInt64(bytes.count)
    h2 ^= UInt64(bytes.count)
    h1 &+= h2
    h2 &+= h1
    h1 = finished(h1)
    h2 = finished(h2)
    h1 &+= h2
    h2 &+= h1
    return (h1, h2)
  }

  private static func rotated(_ number: UInt64, _ bits: UInt64) -> UInt64 {
    number &<< bits | number &>> (64 &- bits)
  }

  private static func finished(_ number: UInt64) -> UInt64 {
    var k = number
    k ^= k >> 33
    k &*= 0xff51_afd7_ed55_8ccd
    k ^= k >> 33
    k &*= 0xc4ce_b9fe_1a85_ec53
    return k ^ k >> 33
  }
}
