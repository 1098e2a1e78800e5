/// A 64-bit FNV-1a hash, which is the same in every process and on every machine: for checksums and names of files. It doesn't withstand
/// someone who looks for two values with one hash.
package struct StableHash: Sendable {
  /// The hash of all bytes so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the hash of no bytes.
  package init() {}

  /// Creates the hash of a string's UTF-8.
  package init(_ text: some StringProtocol) {
    combine(text.utf8)
  }

  /// Adds bytes at the end.
  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
