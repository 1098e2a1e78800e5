import Foundation

/// The scheme, host and port of a server (RFC 6454). A token for one origin is not sent to another.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// The scheme, in lower case.
  public let scheme: String
  /// The host and, if it is not the default port of the scheme, the port: in lower case, with brackets around an IPv6 address. Other
  /// characters than ASCII are in Punycode: `xn--bj0bj06e.kr`.
  public let authority: String

  /// Creates the origin of a request. Returns `nil` without a scheme or a host, for an invalid host or port, and for an authority with a
  /// user name, because parsers disagree about which part of it is the host.
  public init?(scheme: String?, authority: String?) {
    guard let scheme = scheme?.lowercased(), let (host, port) = authority.flatMap(HostName.split) else { return nil }
    self.scheme = scheme
    self.authority = port.map { $0 == (scheme == "https" ? 443 : 80) ? host : "\(host):\($0)" } ?? host
  }

  /// Creates the origin with an address such as `https://api.example.com`. Returns `nil` if the string is anything else, such as an address
  /// with a path.
  public init?(_ text: String) {
    let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, ["http", "https"].contains(parts[0].lowercased()),
      !parts[1].contains(where: { "/?#".contains($0) || $0.isWhitespace })
    else { return nil }
    self.init(scheme: parts[0], authority: parts[1])
  }

  /// `https://api.example.com`.
  public var description: String { "\(scheme)://\(authority)" }
}

extension Origin {
  /// Whether requests to the origin can't be read by others on the network: `https`, or an address of this machine.
  public var isSecure: Bool { scheme == "https" || isLoopback || host == InMemoryTransport.url.host() }

  /// The host without a port and without the brackets of an IPv6 address.
  package var host: String {
    authority.hasPrefix("[")
      ? String(authority.dropFirst().prefix { $0 != "]" }) : String(authority.prefix { $0 != ":" })
  }

  /// Whether the host is this machine: `127.0.0.0/8`, `::1`, `localhost` and its subdomains (RFC 6761, section 6.3).
  private var isLoopback: Bool {
    if ["localhost", "::1", "0:0:0:0:0:0:0:1"].contains(host) || host.hasSuffix(".localhost") { return true }
    // A host name can also start with “127.”, so all parts have to be numbers.
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127"
      && numbers.allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) } && UInt8($0) != nil }
  }

  /// Returns the reason why nothing may be sent to an address. Returns `nil` for a valid address.
  package static func problem(with origin: Origin?, allowsInsecureHTTP: Bool) -> APIError? {
    guard let origin, ["http", "https"].contains(origin.scheme) else {
      return APIError(
        .encodingFailed,
        LocalizedMessage(
          korean: "서버 주소가 올바르지 않아 아무것도 보내지 않았습니다. https://api.example.com 과 같은 주소가 필요합니다.",
          english: "The server's address is not valid, so nothing was sent. Use one such as https://api.example.com."
        )
      )
    }
    return origin.isSecure || allowsInsecureHTTP ? nil : APIError(.insecure)
  }
}
