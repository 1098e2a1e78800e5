import Foundation
import HTTPTypes

/// The address of a server for links in the response to a request; see ``Caller/baseURL``.
enum ServerAddress: Sendable, Hashable {
  /// It is this string.
  case given(String)
  /// It is this URL, which may end with a slash.
  case configured(URL)
  /// It is where the caller reached the server, if that is well-formed.
  case received(authority: String?, isSecure: Bool)

  /// The address without a slash at the end. Empty if there is none.
  var text: String {
    switch self {
    case .given(let text): return text
    case .configured(let url):
      let text = url.absoluteString
      return text.hasSuffix("/") ? String(text.dropLast()) : text
    case .received(let authority, let isSecure):
      guard let authority, Self.isWellFormed(authority) else { return "" }
      return "\(isSecure ? "https" : "http")://\(authority)"
    }
  }

  /// Whether a string is a host name or an IP address, with a port or without one. Anything else, such as user information or a
  /// path, could lead the reader of a link to another server or hide the rest of a message.
  private static func isWellFormed(_ authority: String) -> Bool {
    var host = authority.utf8[...]
    if let colon = host.lastIndex(of: UInt8(ascii: ":")), host.last != UInt8(ascii: "]") {
      let port = host[colon...].dropFirst()
      guard (1...5).contains(port.count), port.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
      host = host[..<colon]
    }
    guard (1...255).contains(host.count) else { return false }
    if host.first == UInt8(ascii: "[") {
      let address = host.dropFirst().dropLast()
      return host.last == UInt8(ascii: "]") && address.contains(UInt8(ascii: ":"))
        && address.allSatisfy { isHexadecimal($0) || ":.".utf8.contains($0) }
    }
    return host.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "-._".utf8.contains($0)
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}

extension ServingOptions {
  /// Returns the address of the server for links in the response to a request.
  func address(of head: HTTPRequest) -> ServerAddress {
    publicURL.map { .configured($0) } ?? .received(authority: head.authority, isSecure: head.scheme == "https")
  }
}
