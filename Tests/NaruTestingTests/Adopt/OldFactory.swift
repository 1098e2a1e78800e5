import Foundation
import Naru

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A network layer with static factories: paths by interpolation, queries of strings, and bodies as dictionaries.
struct OldFactory {
  var method = "GET"
  var path: String
  var query: [String: String] = [:]
  var json: Any?
  var data: (Data, type: String)?

  var request: URLRequest {
    get throws {
      let base = path.hasPrefix("https:") ? "" : "https://birds.example/api/v1/"
      var components = URLComponents(string: base + path)
      if !query.isEmpty { components?.queryItems = query.map { URLQueryItem(name: $0.key, value: $0.value) } }
      let body = try json.map { try JSONSerialization.data(withJSONObject: $0) }
      let type = body.map { _ in "application/json" } ?? data?.type
      return try .old(method, components?.url, type.map { ["Content-Type": $0] } ?? [:], body ?? data?.0)
    }
  }

  static func get(_ path: String, _ query: [String: String] = [:]) -> Self { Self(path: path, query: query) }
  static func send(_ method: String, _ path: String, json: Any? = nil) -> Self {
    Self(method: method, path: path, json: json)
  }
  static func upload(_ method: String, _ path: String, _ data: Data, _ type: String) -> Self {
    Self(method: method, path: path, data: (data, type))
  }

  static var all: [OldFactory] {
    [
      .get("collections/nearby", ["lat": "\(37.5665)", "radius": "\(500.0)", "mine": "\(false)"]),
      .get("collections/7"),
      .send("POST", "collections/", json: ["birdId": NSNull(), "note": "둥지\n\"/\""]),
      .send("POST", "collections/", json: ["birdId": 3, "note": ""]),
      .send("PATCH", "collections/7/edit", json: ["note": "b"]), .send("DELETE", "collections/7"),
      .send("POST", "collections/7/images/presign", json: ["contentType": "image/jpeg"]),
      .upload("PUT", "https://cdn.example/b/7.jpg?sig=a/b&exp=9", Data([0xFF, 0xD8]), "image/jpeg"),
      .send("POST", "collections/7/images", json: ["objectKey": "b/7.jpg"]),
      .get("collections/7/comments", ["page": "1", "size": "20"]), .get("collections/7/comments"),
      .get("birds/autocomplete", ["q": "1+1"]), .get("birds/autocomplete", ["q": "까치"]),
      .get("birds/", ["habitat": "wet land", "계절": "봄", "page": "2"]),
      .send("PUT", "notifications/topics", json: ["a", "b"]),
      .upload("POST", "collections/7/report", Data("광고\n".utf8), "text/plain; charset=utf-8"),
      .send("HEAD", "files/a/나루.png"), .get("birds/find", ["filter": #"{"tags":["x"],"rating":5}"#]),
    ]
  }
}

@API("/")
struct Collections: Sendable {
  @Payload struct NewItem: Sendable {
    // The old client sends `null`.
    var birdId: Int??
    var note: String
  }

  struct Paging: Codable, Sendable { var page, size: Int }

  struct Filter: Codable, Sendable {
    var rating: Int
    var tags: [String]
  }

  @GET("/collections/nearby")
  var nearby: @Sendable (_ lat: Double, _ radius: Double, _ mine: Bool) async throws -> [Item]
  @GET("/collections/{id}") var show: @Sendable (_ id: Int) async throws -> Item
  @POST("/collections/", status: 201) var create: @Sendable (_ item: NewItem) async throws -> Item
  @PATCH("/collections/{id}/edit") var edit: @Sendable (_ id: Int, _ note: Body<[String: String]>) async throws -> Item
  @DELETE("/collections/{id}") var delete: @Sendable (_ id: Int) async throws -> Void
  @POST("/collections/{id}/images/presign")
  var presign: @Sendable (_ id: Int, _ type: Body<[String: String]>) async throws -> Item
  @PUT("/objects/{link...}") var upload: @Sendable (_ link: LinkURL, _ picture: Blob) async throws -> Void
  @POST("/collections/{id}/images") var register:
    @Sendable (_ id: Int, _ picture: Body<[String: String]>) async throws -> Item
  @GET("/collections/{id}/comments")
  var comments: @Sendable (_ id: Int, _ paging: Query<Paging>?) async throws -> [Item]
  @GET("/birds/autocomplete") var suggest: @Sendable (_ q: String) async throws -> [Item]
  @GET("/birds/") var birds: @Sendable (_ filter: [String: String], _ page: Int) async throws -> [Item]
  @PUT("/notifications/topics") var setTopics: @Sendable (_ topics: Body<[String]>) async throws -> Void
  @POST("/collections/{id}/report", headers: ["Content-Type": "text/plain"])
  var report: @Sendable (_ id: Int, _ text: String) async throws -> Void
  @HEAD("/files/{path...}") var exists: @Sendable (_ path: String) async throws -> Void
  @GET("/birds/find") var find: @Sendable (_ filter: JSONEncoded<Filter>) async throws -> [Item]
}
