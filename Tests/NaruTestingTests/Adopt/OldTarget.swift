import Foundation
import Naru

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A network layer of targets, as of apps with Moya: each has a path, a method and a task. Queries and forms are encoded as by Alamofire, and
/// each request has a `Content-Type`.
struct OldTarget {
  enum Task {
    case plain, query([String: Any]), json([String: Any]), form([String: Any])
    case parts([(name: String, file: String?, type: String?, data: Data)])
    case raw(Data, type: String)
  }

  let method: String
  let path: String
  let task: Task

  init(_ method: String, _ path: String, _ task: Task = .plain) {
    (self.method, self.path, self.task) = (method, path, task)
  }

  static var all: [OldTarget] {
    [
      .init("GET", "feed/", .query(["page": 1, "tag": "새 소식"])), .init("GET", "feed/", .query(["page": 2])),
      .init("GET", "posts/7"),
      .init("GET", "posts/search", .query(["words": ["참새", "a b", "1+1", "x&y=z"], "exact": 1])),
      .init("POST", "posts", .json(["title": "제목 😀\n\"/\"", "tags": [String]()])),
      .init("PATCH", "posts/7", .json(["title": "b", "memo": NSNull()])), .init("PATCH", "posts/7", .json([:])),
      .init("DELETE", "posts/7"), .init("DELETE", "posts", .json(["ids": [1, 2]])), .init("PUT", "posts/7/like"),
      .init("POST", "session", .form(["name": "n+m@x.kr", "password": "p w"])),
      .init(
        "POST",
        "me/avatar",
        .parts([
          ("file", "나루.jpg", "image/jpeg", Data([0xFF, 0xD8, 0, 13, 10, 0x2D])), ("caption", nil, nil, Data("둥지".utf8)),
        ])
      ),
      .init(
        "POST",
        "photos",
        .parts([
          ("photos", "1.png", "image/png", Data([1])), ("photos", "2.png", "image/png", Data([2, 255])),
          ("place", nil, "application/json", Data(#"{ "name": "숲", "lat": 37.5 }"#.utf8)),
        ])
      ),
      .init("PUT", "posts/7/cover", .raw(Data([0xFF, 0xD8, 0]), type: "image/jpeg")),
      .init("GET", "tiles/3/4,5@2x.png"),
      .init("GET", "calendar", .query(["from": "2026-03-04T09:30:00Z", "day": "2026-03-04"])),
    ]
  }

  var request: URLRequest {
    get throws {
      var url = URL(string: "https://api.example/v1/")?.appendingPathComponent(path)
      var type = "application/json"
      var body: Data?
      switch task {
      case .plain: break
      case .query(let values): url = url.flatMap { URL(string: "\($0)?\(Self.encoded(values))") }
      case .json(let value): body = try JSONSerialization.data(withJSONObject: value)
      case .form(let values):
        (type, body) = ("application/x-www-form-urlencoded; charset=utf-8", Data(Self.encoded(values).utf8))
      case .parts(let parts):
        type = "multipart/form-data; boundary=old.0815"
        let texts = parts.map { part -> Data in
          let file = part.file.map { "; filename=\"\($0)\"" } ?? ""
          let type = part.type.map { "Content-Type: \($0)\r\n" } ?? ""
          let head = "--old.0815\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\(type)\r\n"
          return Data(head.utf8) + part.data + Data("\r\n".utf8)
        }
        body = texts.reduce(Data(), +) + Data("--old.0815--\r\n".utf8)
      case .raw(let data, let mediaType): (type, body) = (mediaType, data)
      }
      // Each request has these fields, also without a body.
      let fields = ["Content-Type": type, "X-App-Version": "3.1", "Authorization": "Bearer t0ken"]
      return try .old(method, url, fields, body)
    }
  }

  private static func encoded(_ values: [String: Any]) -> String {
    func item(_ name: String, _ value: Any) -> String {
      let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
      func encode(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text }
      return "\(encode(name))=\(encode("\(value)"))"
    }
    return values.sorted { $0.key < $1.key }.map { name, value in
      (value as? [Any])?.map { item("\(name)[]", $0) }.joined(separator: "&") ?? item(name, value)
    }.joined(separator: "&")
  }
}

enum WholeSeconds: CodeMessageFormat { static let json = JSONCoding(dates: .iso8601Seconds) }

struct Item: Codable, Sendable { var id: Int }

@API("/v1", format: WholeSeconds.self, auth: .required)
struct Posts: Sendable {
  struct NewPost: Codable, Sendable {
    var title: String
    var tags: [String]
  }

  @Payload struct Edit: Sendable {
    var title: String?
    var memo: String??
  }

  struct Login: Codable, Sendable { var name, password: String }

  struct Place: Codable, Sendable {
    var name: String
    var lat: Double
  }

  @GET("/feed/") var feed: @Sendable (_ page: Paged<Int>, _ tag: String?) async throws -> CountedList<Item>
  @GET("/posts/{id}") var post: @Sendable (_ id: Int) async throws -> Item
  // The old client sends 1 for true.
  @GET("/posts/search?words[]={words}") var search: @Sendable (_ words: [String], _ exact: Int) async throws -> [Item]
  @POST("/posts", status: 201) var write: @Sendable (_ post: NewPost) async throws -> Item
  @PATCH("/posts/{id}") var edit: @Sendable (_ id: Int, _ edit: Edit) async throws -> Item
  @DELETE("/posts/{id}") var delete: @Sendable (_ id: Int) async throws -> Void
  @DELETE("/posts") var deleteAll: @Sendable (_ ids: Body<[String: [Int]]>) async throws -> Void
  @PUT("/posts/{id}/like") var like: @Sendable (_ id: Int) async throws -> Void
  @POST("/session", auth: .none) var login: @Sendable (_ login: Form<Login>) async throws -> Void
  @POST("/me/avatar") var avatar: @Sendable (_ file: Part<Blob>, _ caption: Part<String>) async throws -> Void
  @POST("/photos") var photos: @Sendable (_ photos: Part<[Blob]>, _ place: Part<Place>) async throws -> Void
  @PUT("/posts/{id}/cover") var cover: @Sendable (_ id: Int, _ picture: Blob) async throws -> Void
  @GET("/tiles/{z}/{x},{y}@2x.png") var tile: @Sendable (_ z: Int, _ x: Int, _ y: Int) async throws -> Blob
  @GET("/calendar") var calendar: @Sendable (_ from: Date, _ day: Day) async throws -> [Item]
}
