import Foundation
import GRDB
import HTTPTypes
import Naru

/// A response of the server to a read, as a row of the user's file.
struct CachedResponse: Codable, PersistableRecord, OfflineRecord {
  private enum CodingKeys: CodingKey {
    case key, endpoint, path, headers, body, entityTag, cachedAt, usedAt, isStale
  }

  enum Columns {
    static let key = Column(CodingKeys.key)
    static let endpoint = Column(CodingKeys.endpoint)
    static let path = Column(CodingKeys.path)
    static let body = Column(CodingKeys.body)
    static let cachedAt = Column(CodingKeys.cachedAt)
    static let usedAt = Column(CodingKeys.usedAt)
    static let isStale = Column(CodingKeys.isStale)
  }

  static let databaseTableName = "cachedResponse"

  /// The digest of the request.
  let key: String
  /// The id of the endpoint.
  let endpoint: String
  /// The path of the request without its query. `nil` if an earlier version of the app stored the response.
  let path: String?
  let headers: HTTPFields
  let body: Data
  let entityTag: String?
  /// When the server returned or confirmed it.
  let cachedAt: Date
  /// When a read returned it, to within ten minutes.
  let usedAt: Date
  /// Whether a write has changed the resource meanwhile.
  var isStale = false
  /// The value in the body, once it was decoded.
  let judgment = Judgment()

  init(_ response: APIResponse, _ key: String, _ request: APIRequest, at now: Date) {
    self.key = key
    endpoint = request.endpoint.id
    path = request.head.path.map { String($0.prefix { $0 != "?" }) }
    // Cookies and the like belong to one response and not to the value.
    headers = response.head.headerFields.without(.setCookie, .date, .contentLength, .transferEncoding, .connection)
    body = response.body
    entityTag = headers[.eTag]
    (cachedAt, usedAt) = (now, now)
  }

  /// The response, whose value is decoded once.
  var response: APIResponse {
    var response = APIResponse(head: HTTPResponse(status: .ok, headerFields: headers), body: body)
    response.judgment = judgment
    return response
  }
}
