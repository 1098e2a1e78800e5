import Foundation
import HTTPTypes

extension HTTPRequest {
  /// A `GET` of a server's root.
  static func get(_ url: URL) -> HTTPRequest {
    HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(url.port ?? 0)", path: "/")
  }
}
