import Foundation
import Naru

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A network layer with a struct for each endpoint: stored properties for the path, the query, the fields and the body.
struct OldEndpoint {
  let method: String
  let path: String
  var query: KeyValuePairs<String, String> = [:]
  var fields: [String: String] = [:]
  var json: (any Encodable)?
  var body: Data?

  var request: URLRequest {
    get throws {
      var components = URLComponents(string: path.hasPrefix("https") ? path : "https://gifts.example\(path)")
      if !query.isEmpty { components?.queryItems = query.map { URLQueryItem(name: $0, value: $1) } }
      guard let json else { return try .old(method, components?.url, fields, body) }
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .iso8601
      let fields = fields.merging(["Content-Type": "application/json; charset=utf-8"]) { first, _ in first }
      return try .old(method, components?.url, fields, encoder.encode(json))
    }
  }

  static var all: [OldEndpoint] {
    let gift = "/gifts/0B5C6B5E-7E0B-4F1E-8B44-3C0B7E4D9A11"
    let link = "https://bucket.s3.example/p/1%20a.png?X-Amz-Signature=a%2Bb&X-Amz-Expires=60&x"
    let new = Gifts.Gift(partner: "김 나루", amount: 50_000, givenAt: Date(timeIntervalSince1970: 1_772_616_600))
    let text = ["Content-Type": "text/plain; charset=utf-8"]
    return [
      .init(method: "GET", path: "/gifts", query: ["page": "0", "size": "20", "sort": "date,desc"]),
      .init(method: "POST", path: "/gifts", fields: ["X-Request-Source": "widget"], json: new),
      .init(method: "PUT", path: gift, fields: ["If-Match": "\"7\""], json: new),
      .init(method: "PATCH", path: gift, json: ["memo": String?.none]),
      .init(method: "DELETE", path: gift, query: ["reason": "중복", "isForced": "true"]),
      .init(method: "GET", path: "\(gift)/2026-03.csv"),
      .init(
        method: "GET",
        path: "/search",
        query: ["q": "", "filter[min]": "1", "filter[max]": "9", "ids": "1", "ids": "2"]
      ),
      .init(method: "GET", path: "/session", fields: ["Cookie": "track=1; session-id=a%3Bb; theme=dark"]),
      .init(method: "PUT", path: link, fields: ["Content-Type": "image/png"], body: Data([0x89, 0x50, 0])),
      .init(method: "GET", path: link),
      .init(
        method: "POST",
        path: "/oauth/token",
        fields: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Data("grant_type=refresh_token&refresh_token=r%2Ft&scope=read+write".utf8)
      ),
      .init(method: "GET", path: "/changes", fields: ["Accept": "text/event-stream", "Last-Event-ID": "41"]),
      .init(method: "GET", path: "/me", query: ["api_key": "k3y"]),
      .init(method: "GET", path: "/nearby", query: ["lat": "\(37.5665)", "radius": "\(500.0)", "mine": "\(false)"]),
      .init(method: "GET", path: "/comments", query: ["page": "1", "size": "20"]),
      .init(method: "GET", path: "/comments"),
      .init(method: "GET", path: "/autocomplete", query: ["q": "1+1"]),
      .init(method: "GET", path: "/birds/", query: ["habitat": "wet land", "계절": "봄", "page": "2"]),
      .init(method: "PUT", path: "/topics", json: ["a", "b"]),
      .init(method: "POST", path: "/report", fields: text, body: Data("광고\n".utf8)),
      .init(method: "HEAD", path: "/files/a/나루.png"),
      .init(method: "GET", path: "/find", query: ["filter": #"{"tags":["x"],"rating":5}"#]),
    ]
  }
}

@API("/", format: WholeSeconds.self)
struct Gifts: Sendable {
  struct Gift: Codable, Sendable {
    var partner: String
    var amount: Int
    var givenAt: Date
  }

  @Payload struct Edit: Sendable { var memo: String?? }

  struct Range: Codable, Sendable { var min, max: Int }

  struct Paging: Codable, Sendable { var page, size: Int }

  struct Filter: Codable, Sendable {
    var rating: Int
    var tags: [String]
  }

  struct Renewal: Codable, Sendable { var grant_type, refresh_token, scope: String }

  @GET("/gifts")
  var list:
    @Sendable (_ page: Paged<Int>, _ size: Int, _ sort: CommaDelimited<[String]>) async throws -> CountedList<Gift>
  @POST("/gifts", status: 201, headers: ["X-Request-Source": "{source}"])
  var add: @Sendable (_ source: String, _ gift: Gift) async throws -> Gift
  @PUT("/gifts/{id}") var replace: @Sendable (_ id: UUID, _ ifMatch: Header<String>, _ gift: Gift) async throws -> Gift
  @PATCH("/gifts/{id}") var edit: @Sendable (_ id: UUID, _ edit: Edit) async throws -> Gift
  @DELETE("/gifts/{id}") var remove: @Sendable (_ id: UUID, _ reason: String?, _ isForced: Bool) async throws -> Void
  @GET("/gifts/{id}/{year}-{month}.{format}")
  var export: @Sendable (_ id: UUID, _ year: Int, _ month: String, _ format: String) async throws -> Blob
  @GET("/search")
  var search: @Sendable (_ q: String, _ filter: DeepObject<Range>, _ ids: [Int]) async throws -> [Gift]
  @GET("/session", headers: ["Cookie": "session-id={session}; theme={theme}"])
  var session: @Sendable (_ session: String, _ theme: String?) async throws -> Void
  @PUT("/upload/{link...}") var upload: @Sendable (_ link: LinkURL, _ file: Blob) async throws -> Void
  @GET("/download/{link...}") var download: @Sendable (_ link: LinkURL) async throws -> Blob
  @POST("/oauth/token") var renew: @Sendable (_ renewal: Form<Renewal>) async throws -> Void
  @GET("/changes") var changes: @Sendable (_ lastEventId: Header<String?>) async throws -> EventStream<Gift>
  @GET("/me", auth: .required, security: [.apiKey(query: "api_key")]) var me: @Sendable () async throws -> Item
  @GET("/nearby") var nearby: @Sendable (_ lat: Double, _ radius: Double, _ mine: Bool) async throws -> [Item]
  @GET("/comments") var comments: @Sendable (_ paging: Query<Paging>?) async throws -> [Item]
  @GET("/autocomplete") var suggest: @Sendable (_ q: String) async throws -> [Item]
  @GET("/birds/") var birds: @Sendable (_ filter: [String: String], _ page: Int) async throws -> [Item]
  @PUT("/topics") var setTopics: @Sendable (_ topics: Body<[String]>) async throws -> Void
  @POST("/report", headers: ["Content-Type": "text/plain"]) var report: @Sendable (_ text: String) async throws -> Void
  @HEAD("/files/{path...}") var exists: @Sendable (_ path: String) async throws -> Void
  @GET("/find") var find: @Sendable (_ filter: JSONEncoded<Filter>) async throws -> [Item]
}
