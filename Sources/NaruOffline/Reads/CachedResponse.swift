import Foundation
import GRDB
import HTTPTypes
import Naru

/// A response of the server to a read, as a row of the user's file.
struct CachedResponse: Codable, PersistableRecord, OfflineRecord {
  private enum CodingKeys: CodingKey {
    case key, endpoint, headers, body, entityTag, cachedAt, usedAt, isStale
  }

  enum Columns {
    static let key = Column(CodingKeys.key)
    static let endpoint = Column(CodingKeys.endpoint)
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
  let judgement = Judgement()

  init(_ response: APIResponse, _ key: String, _ endpoint: Endpoint, at now: Date) {
    self.key = key
    self.endpoint = endpoint.id
    var headers = response.head.headerFields
    // Cookies and the like belong to one response and not to the value.
    let transient: [HTTPField.Name] = [.setCookie, .date, .contentLength, .transferEncoding, .connection]
    for name in transient { headers[name] = nil }
    self.headers = headers
    body = response.body
    entityTag = headers[.eTag]
    (cachedAt, usedAt) = (now, now)
  }
}
