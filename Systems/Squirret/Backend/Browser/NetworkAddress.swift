import Foundation

/// An IPv4 or IPv6 address. An IPv4 address that is mapped into IPv6 is the IPv4 address.
struct NetworkAddress: Hashable, CustomStringConvertible {
  /// 4 or 16 bytes.
  let bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Parses an address without a port. `nil` for any other string.
  init?(_ text: String) {
    // A zone (`fe80::1%eth0`) is not part of the address.
    let text = text.split(separator: "%", maxSplits: 1).first.map(String.init) ?? ""
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = withUnsafeBytes(of: &four) { Array($0) }
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      let all = withUnsafeBytes(of: &six) { Array($0) }
      bytes = all.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) ? Array(all.suffix(4)) : all
    } else {
      return nil
    }
  }

  /// Parses an entry of `X-Forwarded-For`, where some proxies add a port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
  init?(forwarded text: String) {
    if text.hasPrefix("[") {
      self.init(String(text.dropFirst().prefix { $0 != "]" }))
    } else {
      self.init(text.count { $0 == ":" } == 1 ? String(text.prefix { $0 != ":" }) : text)
    }
  }

  /// Whether the address is this machine's: `127.0.0.0/8` or `::1`.
  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
  }

  /// The name of the caller's network in limits: the address, and for IPv6 its /64, because one household or server has
  /// at least that many addresses.
  var network: String {
    bytes.count == 4 ? description : NetworkRange(self, length: 64).description
  }

  /// `192.0.2.1`, or eight groups of four digits.
  var description: String {
    if bytes.count == 4 { return bytes.map { String($0) }.joined(separator: ".") }
    return stride(from: 0, to: 16, by: 2).map { index in
      String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
    }.joined(separator: ":")
  }
}
