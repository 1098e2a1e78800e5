/// The addresses with the same first bits (RFC 4632): `10.0.0.0/8`, `2001:db8::/32`, or a single address.
struct NetworkRange: Hashable, CustomStringConvertible {
  private let start: [UInt8]
  private let length: Int

  /// Parses a range. `nil` for any other string, and for an address with bits after the range's length, which is a
  /// mistake.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let address = NetworkAddress(parts[0]) else { return nil }
    let most = address.bytes.count * 8
    guard parts.count == 2 else {
      self.init(address, length: most)
      return
    }
    guard let length = Int(parts[1]), (0...most).contains(length) else { return nil }
    self.init(address, length: length)
    guard start == address.bytes else { return nil }
  }

  /// Creates the range of an address.
  init(_ address: NetworkAddress, length: Int) {
    self.length = length
    start = address.bytes.enumerated().map { index, byte in byte & Self.mask(index, length) }
  }

  /// Returns whether an address is in the range.
  func contains(_ address: NetworkAddress) -> Bool {
    address.bytes.count == start.count && NetworkRange(address, length: length).start == start
  }

  /// The bits of a byte that are within the length.
  private static func mask(_ index: Int, _ length: Int) -> UInt8 {
    let bits = min(8, max(0, length - index * 8))
    return bits == 0 ? 0 : UInt8.max << (8 - bits)
  }

  /// The first address and the length.
  var description: String { "\(NetworkAddress(bytes: start))/\(length)" }
}
