/// A 64-bit FNV-1a hash, which is the same in every process and on every machine: for checksums and names of files. It doesn't withstand
/// somebody who looks for two values with one hash.
public struct StableHash: Sendable {
  /// The hash of all bytes so far.
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the hash of no bytes.
  public init() {}

  /// Creates the hash of a text's UTF-8.
  public init(_ text: some StringProtocol) {
    combine(text.utf8)
  }

  /// Adds bytes at the end.
  public mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
