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
      // Anything but a host, such as a user or a path, could lead the reader of a link to another server. A request has it in ASCII.
      guard authority?.utf8.allSatisfy({ $0 < 0x80 }) ?? false else { return "" }
      return Origin(scheme: isSecure ? "https" : "http", authority: authority)?.description ?? ""
    }
  }
}

extension ServingOptions {
  /// Returns the address of the server for links in the response to a request.
  func address(of head: HTTPRequest) -> ServerAddress {
    publicURL.map { .configured($0) } ?? .received(authority: head.authority, isSecure: head.scheme == "https")
  }
}
