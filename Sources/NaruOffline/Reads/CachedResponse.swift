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
  private static let status = HTTPField.Name.known("Naru-Status")

  /// The digest of the request.
  let key: String
  /// The id of the endpoint.
  let endpoint: String
  /// The path of the request without its query. `nil` if an earlier version of the app stored the response.
  let path: String?
  /// The header fields, and the status unless it is 200. Files of earlier versions have no column for it.
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
    var fields = response.head.headerFields.without(.setCookie, .date, .contentLength, .transferEncoding, .connection)
    fields[Self.status] = response.head.status == .ok ? nil : "\(response.head.status.code)"
    headers = fields
    body = response.body
    entityTag = headers[.eTag]
    (cachedAt, usedAt) = (now, now)
  }

  /// The response, whose value is decoded once.
  var response: APIResponse {
    let status = HTTPResponse.Status(code: headers[Self.status].flatMap { Int($0) } ?? 200)
    let head = HTTPResponse(status: status, headerFields: headers.without(Self.status))
    var response = APIResponse(head: head, body: body)
    response.judgment = judgment
    return response
  }
}
