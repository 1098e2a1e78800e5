import Naru

/// To which addresses a sign-in may come back. Everything else would hand tokens to strangers.
///
/// An address is compared as a text, to the letter: what is not spelled as it stands in the list is not in the list. Two things
/// are let pass: the scheme's case (RFC 3986, section 6.2.2.1), and the port of a loopback address (RFC 8252, section 7.3).
package struct RedirectAllowList: Sendable {
  /// What all lists have: the app's own scheme, and a program on this machine that listens for the answer.
  package static let standard = [
    "squirret://auth/callback", "http://127.0.0.1/auth/callback", "http://[::1]/auth/callback",
  ]

  private let addresses: Set<String>

  /// A list.
  ///
  /// - Throws: ``IdentityError`` for an address that can't be one: with a user, a fragment or a wildcard, of a scheme that runs
  ///   code or reads files, or `http` to another machine.
  package init(_ addresses: [String]) throws {
    for address in addresses where Self.parts(address) == nil {
      throw IdentityError(
        Sentence(
          korean: "돌아갈 주소로 쓸 수 없습니다: “\(address)”. https 주소, 앱의 스킴 주소, 또는 http://127.0.0.1/… 이어야 합니다.",
          english: """
            “\(address)” can't be a redirect address. It has to be an https address, one of the app's own scheme, or \
            http://127.0.0.1/….
            """
        )
      )
    }
    self.addresses = Set(addresses.compactMap { Self.parts($0)?.key })
  }

  /// Whether a sign-in may come back to an address.
  package func contains(_ address: String) -> Bool {
    Self.parts(address).map { addresses.contains($0.key) } ?? false
  }

  /// An address as it is compared. `nil` for a text that no app would write.
  private static func parts(_ address: String) -> (key: String, isLoopback: Bool)? {
    // Only what a URL is written with; so no blank, no control character, no backslash, no letter that looks like another.
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

  /// What comes after `http` in an address of this machine, without the port. `nil` for any other machine: also for
  /// `localhost`, which is a name that somebody may point elsewhere (RFC 8252, section 8.3).
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
