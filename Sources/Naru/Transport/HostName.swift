import Foundation

/// The host of an authority, as requests have it: in lower case and in ASCII (RFC 5890).
enum HostName {
  /// Splits an authority into its host and its port. Returns `nil` if one of them is invalid.
  static func split(_ authority: String) -> (host: String, port: UInt16?)? {
    let bytes = authority.utf8[...]
    let isAddress = bytes.first == UInt8(ascii: "[")
    let end =
      isAddress
      ? bytes.firstIndex(of: UInt8(ascii: "]")).map { bytes.index(after: $0) }
      : bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    guard let end, let host = isAddress ? address(bytes[..<end]) : name(Substring(bytes[..<end])) else { return nil }
    guard end < bytes.endIndex else { return (host, nil) }
    let port = bytes[end...].dropFirst()
    guard bytes[end] == UInt8(ascii: ":"), port.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    if port.isEmpty { return (host, nil) }
    return UInt16(Substring(port)).map { (host, $0) }
  }

  /// Returns an IPv6 address with its brackets. It may have a zone: `[fe80::1%25en0]`.
  private static func address(_ text: Substring.UTF8View) -> String? {
    let address = text.dropFirst().dropLast().prefix { $0 != UInt8(ascii: "%") }
    let isValid =
      address.contains(UInt8(ascii: ":")) && address.allSatisfy { "0123456789abcdefABCDEF:.".utf8.contains($0) }
      && text[address.endIndex...].dropLast().allSatisfy { isPlain($0) || $0 == UInt8(ascii: "%") }
    return isValid ? Substring(text).lowercased() : nil
  }

  private static func name(_ text: Substring) -> String? {
    let name = text.utf8.allSatisfy(isPlain) ? text.lowercased() : inASCII(text)
    // A dot at the end stands for the root.
    let labels = name?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    let isValid = (labels.count > 1 && labels.last == "" ? labels.dropLast() : labels[...])
      .allSatisfy { (1...63).contains($0.utf8.count) }
    return isValid ? name : nil
  }

  /// Converts a name with other characters by the rules of browsers (UTS 46), which Foundation implements.
  private static func inASCII(_ text: Substring) -> String? {
    // Foundation would take the rest for a user, a path or a query.
    guard let decoded = text.removingPercentEncoding, !decoded.utf8.contains(where: ":/?#@".utf8.contains),
      let name = URL(string: "http://\(decoded)")?.host(percentEncoded: false)?.lowercased(),
      name.utf8.allSatisfy(isPlain)
    else { return nil }
    return name
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "-._".utf8.contains(byte)
  }
}
