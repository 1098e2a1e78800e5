import Foundation

/// Where requests go: a scheme, a host and a port (RFC 6454). A token that was meant for one origin is not sent to another.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// The scheme, in lower case.
  public let scheme: String
  /// The host and, where it is not the scheme's own, the port: in lower case, with brackets around an IPv6 address.
  public let authority: String

  /// The origin of a request. `nil` without a scheme or a host, and where the host has a user's name before it: what reads
  /// such an address next may take another part of it for the host.
  public init?(scheme: String?, authority: String?) {
    guard let scheme = scheme?.lowercased(), let authority = authority?.lowercased(), !authority.isEmpty,
      !authority.hasPrefix(":"), !authority.contains("@")
    else { return nil }
    let usualPort = scheme == "https" ? ":443" : ":80"
    self.scheme = scheme
    self.authority = authority.hasSuffix(usualPort) ? String(authority.dropLast(usualPort.count)) : authority
  }

  /// `https://api.example.com`.
  public var description: String { "\(scheme)://\(authority)" }
}

extension Origin {
  /// Whether nobody on the way can read what is sent there: `https`, or an address that is in this machine.
  package var isSecure: Bool { scheme == "https" || isLoopback || host == InMemoryTransport.url.host() }

  private var host: String {
    authority.hasPrefix("[")
      ? String(authority.dropFirst().prefix { $0 != "]" }) : String(authority.prefix { $0 != ":" })
  }

  /// Whether the host is this machine: `127.0.0.0/8`, `::1`, `localhost` and everything below it (RFC 6761, section 6.3).
  private var isLoopback: Bool {
    if ["localhost", "::1", "0:0:0:0:0:0:0:1"].contains(host) || host.hasSuffix(".localhost") { return true }
    // A name can begin with “127.” too, so all of it has to be numbers.
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127"
      && numbers.allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) } && UInt8($0) != nil }
  }

  /// Why nothing may be sent to an address. `nil` where it is all right.
  package static func problem(with origin: Origin?, allowsInsecureHTTP: Bool) -> APIError? {
    guard let origin, ["http", "https"].contains(origin.scheme) else {
      return APIError(
        .unencodable,
        Sentence(
          korean: "서버 주소가 올바르지 않아 아무것도 보내지 않았습니다. https://api.example.com 과 같은 주소가 필요합니다.",
          english: "The server's address is not valid, so nothing was sent. Use one such as https://api.example.com."
        )
      )
    }
    return origin.isSecure || allowsInsecureHTTP ? nil : APIError(.insecure)
  }
}
