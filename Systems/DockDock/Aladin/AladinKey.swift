package import Foundation
import HTTPTypes
package import Naru

/// A middleware that adds the key to each request's query, where Aladin expects it. Errors and logs don't show it,
/// because they omit query values.
package struct AladinKey: Middleware {
  /// The URL of Aladin's API.
  package static let server: URL = {
    var components = URLComponents()
    components.scheme = "https"
    components.host = "www.aladin.co.kr"
    return components.url ?? URL(filePath: "/")
  }()

  private let key: Secret

  /// Creates a middleware for a key issued by Aladin (TTBKey).
  package init(_ key: Secret) {
    self.key = key
  }

  /// Adds the key, unless a redirect has sent the request to another origin.
  package func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    guard request.isAtOrigin else { return try await next(request) }
    var request = request
    let allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
    let value = key.revealed.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    let path = request.head.path ?? "/"
    request.head.path = path + (path.contains("?") ? "&" : "?") + "ttbkey=" + value
    return try await next(request)
  }
}
