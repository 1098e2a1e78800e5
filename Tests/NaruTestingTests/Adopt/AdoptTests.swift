import Foundation
import Naru
import NaruTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What `skills/naru-adopt` says: the requests of an old client, recorded by `RequestRecorder`, equal the new contract's.
@Suite(.serialized) struct AdoptTests {
  @API("/v1", auth: .required)
  struct Posts: Sendable {
    struct Post: Codable, Sendable {
      var id: Int
    }

    struct NewPost: Codable, Sendable {
      var title: String
      var tags: [String]
    }

    struct Changes: Codable, Sendable {
      var title: String?
    }

    struct Login: Codable, Sendable {
      var name: String
      var password: String
    }

    @GET("/feed/")
    var feed: @Sendable (_ page: Int, _ tag: String?) async throws -> [Post]

    @GET("/posts/{id}")
    var post: @Sendable (_ id: Int) async throws -> Post

    @GET("/posts/search?word={words}")
    var search: @Sendable (_ words: [String]) async throws -> [Post]

    @POST("/posts", status: 201)
    var write: @Sendable (_ post: NewPost) async throws -> Post

    @PATCH("/posts/{id}")
    var edit: @Sendable (_ id: Int, _ changes: Changes) async throws -> Post

    @DELETE("/posts/{id}")
    var delete: @Sendable (_ id: Int) async throws -> Void

    @PUT("/posts/{id}/like")
    var like: @Sendable (_ id: Int) async throws -> Void

    @GET("/posts/{id}/comments")
    var comments: @Sendable (_ id: Int, _ cursor: String) async throws -> [Post]

    @POST("/session", auth: .none)
    var login: @Sendable (_ login: Login) async throws -> Void

    @POST("/posts/{id}/picture")
    var upload: @Sendable (_ id: Int, _ picture: Blob) async throws -> Void
  }

  private static let calls: [OldEndpoint] = [
    .feed(page: 1, tag: "새 소식"), .feed(page: 2, tag: nil), .post(id: 7), .search(words: ["참새", "a b", "1+1"]),
    .write(title: "제목", tags: []), .edit(id: 7, title: "b"), .edit(id: 7, title: nil), .delete(id: 7), .like(id: 7),
    .comments(id: 7, cursor: "a=="), .login(name: "n", password: "p"), .upload(id: 7, jpeg: Data([0xFF, 0xD8, 0])),
  ]

  private func recorded() async throws -> HAR {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [RequestRecorder.self]
    let base = try #require(URL(string: "https://api.example/v1"))
    let client = OldClient(session: URLSession(configuration: configuration), base: base)
    for call in Self.calls { await #expect(throws: URLError.self) { try await client.send(call) } }
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
    defer { try? FileManager.default.removeItem(at: file) }
    try RequestRecorder.write(to: file)
    return try HAR(contentsOf: file)
  }

  @Test func theTableOfProofNamesEachDeviationOfTheOldClient() async throws {
    let har = try await recorded()
    #expect(har.entries.count == Self.calls.count)
    let lines = await har.check(against: Posts.self, exactly: true).map(\.description)
    // A field of all requests is a middleware's.
    let others = lines.filter { !$0.contains("X-App-Version") }
    #expect(lines.count - others.count == Self.calls.count)
    // The old client wrote a plus sign that servers read as a space.
    let plus = "“word” is “%EC%B0%B8%EC%83%88, a%20b, 1+1”, and the contract sends “%EC%B0%B8%EC%83%88, a%20b, 1%201”"
    #expect(others == ["entry 4, Posts.search GET /v1/posts/search: request: the query \(plus)"])
  }
}
