public import Foundation
import HTTPTypes
public import Naru

/// Adds the key to each request. Aladin wants it in the query, so it is put there last: the addresses in errors and logs don't
/// have it, for they show no values of a query.
public struct AladinKey: Middleware {
  /// Where Aladin's API is.
  public static let server: URL = {
    var components = URLComponents()
    components.scheme = "https"
    components.host = "www.aladin.co.kr"
    return components.url ?? URL(filePath: "/")
  }()

  private let key: Secret

  /// A key, as Aladin gives one out (TTBKey).
  public init(_ key: Secret) {
    self.key = key
  }

  /// Adds the key, if the request still goes to where its client sends it.
  public func intercept(
    _ request: APIRequest,
    next: @escaping @Sendable (APIRequest) async throws -> APIResponse
  ) async throws -> APIResponse {
    guard request.isAtOrigin else { return try await next(request) }
    var request = request
    let allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
    let value = key.revealed.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    let path = request.head.path ?? "/"
    request.head.path = path + (path.contains("?") ? "&" : "?") + "ttbkey=" + value
    return try await next(request)
  }
}
