import Naru
import Support

/// The addresses that a sign-in may return to. Any other address could give tokens to an attacker.
///
/// Addresses are compared as strings and must be equal, with two exceptions: the case of the scheme (RFC 3986, section
/// 6.2.2.1) and the port of a loopback address (RFC 8252, section 7.3).
package struct RedirectAllowList: Sendable {
  /// The addresses in every list: the app's scheme, and a program that listens on this machine.
  package static let standard = [
    "squirret://auth/callback", "http://127.0.0.1/auth/callback", "http://[::1]/auth/callback",
  ]

  private let addresses: Set<String>

  /// Creates a list.
  package init(_ addresses: [String]) throws {
    for address in addresses where Self.parts(address) == nil {
      throw MessageError(
        korean: "돌아갈 주소로 쓸 수 없습니다: “\(address)”. https 주소, 앱의 스킴 주소, 또는 http://127.0.0.1/… 이어야 합니다.",
        english: """
          “\(address)” can't be a redirect address. Use an https address, the app's own scheme, or http://127.0.0.1/….
          """
      )
    }
    self.addresses = Set(addresses.compactMap { Self.parts($0)?.key })
  }

  /// Returns whether a sign-in may return to an address.
  package func contains(_ address: String) -> Bool {
    Self.parts(address).map { addresses.contains($0.key) } ?? false
  }

  /// Returns the normalized form of an address for comparing. `nil` if the address is not allowed in a list.
  private static func parts(_ address: String) -> (key: String, isLoopback: Bool)? {
    // Only characters of URLs, so no spaces, control characters, backslashes or lookalike letters.
    guard address.utf8.count <= 500, address.utf8.allSatisfy(isAllowed), let colon = address.firstIndex(of: ":") else {
      return nil
    }
    let scheme = address[..<colon].lowercased()
    let rest = String(address[colon...])
    guard let first = scheme.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
      !["javascript", "data", "file", "blob", "about", "vbscript", "intent", "view-source"].contains(scheme),
      !rest.contains("@"), !rest.contains("#"), !rest.contains("*")
    else { return nil }
    if let loopback = loopback(rest) { return scheme == "http" ? ("http\(loopback)", true) : nil }
    if scheme == "http" { return nil }
    if scheme == "https" {
      guard rest.hasPrefix("://"), let host = rest.dropFirst(3).first, host != "/", host != "?", host != ":" else {
        return nil
      }
    }
    return (scheme + rest, false)
  }

  /// Returns the part after `http` of a loopback address, without the port. `nil` for any other address, including
  /// `localhost`, which may resolve to another machine (RFC 8252, section 8.3).
  private static func loopback(_ rest: String) -> String? {
    for host in ["://127.0.0.1", "://[::1]"] where rest.hasPrefix(host) {
      var path = rest.dropFirst(host.count)
      if path.first == ":" {
        let port = path.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard !port.isEmpty, UInt16(port) != nil else { return nil }
        path = path.dropFirst(1 + port.count)
      }
      guard path.first == "/" else { return nil }
      return host + path
    }
    return nil
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !#"\"<>^`{|}"#.utf8.contains(byte)
  }
}
