import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Redirects, which are followed only when asked for, and only within the origin.
struct RedirectTests {
  struct Answer: Codable, Sendable, Equatable { var text: String }

  @API("/files", auth: .required)
  struct Files: Sendable {
    @GET("/{id}", redirects: true)
    var show: @Sendable (_ id: Int) async throws -> Answer

    @GET("/{id}/raw")
    var raw: @Sendable (_ id: Int) async throws -> Answer

    @POST("/", redirects: true)
    var add: @Sendable (_ answer: Answer) async throws -> Answer

    @GET("/key", auth: .required, security: [.apiKey(query: "key")], redirects: true)
    var withKey: @Sendable () async throws -> Answer
  }

  private let sent = Locked<[APIRequest]>([])

  /// A client of a server that answers with redirects, and with 200 elsewhere.
  private func files(_ redirects: [String: (Int, String)]) throws -> Files {
    let transport = ClosureTransport { [sent] request in
      sent.withLock { $0.append(request) }
      guard let (status, location) = redirects[request.head.path ?? ""] else {
        return APIResponse(head: HTTPResponse(status: .ok), body: Data(#"{"text":"here"}"#.utf8))
      }
      return APIResponse(head: HTTPResponse(status: .init(code: status), headerFields: [.location: location]))
    }
    let client = APIClient(
      try #require(URL(string: "https://api.example.com")),
      transport: transport,
      middleware: [BearerAuthentication { Secret("token") }],
      credentials: [.apiKey(query: "key"): Secret("a b")]
    )
    return .live(client)
  }

  private var paths: [String?] { sent.withLock { $0.map(\.head.path) } }
  private var methods: [String] { sent.withLock { $0.map(\.head.method.rawValue) } }

  @Test(
    arguments: [301, 302, 303, 307, 308],
    [
      "/files/2?a=%20", "https://api.example.com/files/2?a=%20", "https://API.example.com:443/files/2?a=%20#top",
      "2?a=%20",
    ]
  )
  func aRedirectWithinTheOriginIsFollowed(status: Int, location: String) async throws {
    let files = try files(["/files/1": (status, location)])
    #expect(try await files.show(1).text == "here")
    #expect(paths == ["/files/1", "/files/2?a=%20"])
    #expect(sent.withLock { $0.allSatisfy { $0.head.headerFields[.authorization] == "Bearer token" } })
  }

  @Test(
    arguments: [
      ("/after?page[number]=2&q=%ED%95%9C", "/after?page%5Bnumber%5D=2&q=%ED%95%9C"),
      ("/한%20글|?q=100%", "/%ED%95%9C%20%EA%B8%80%7C?q=100%25"),
      ("?q=%20|", "/files/1?q=%20%7C"), ("../x y?z=%2F", "/x%20y?z=%2F"), ("//api.example.com/[1]", "/%5B1%5D"),
    ]
  )
  func theAddressOfARedirectIsSentAsItIs(location: String, target: String) async throws {
    let files = try files(["/files/1": (302, location)])
    _ = try await files.show(1)
    #expect(paths == ["/files/1", target])
  }

  @Test func aCallThatDoesNotAskFollowsNone() async throws {
    let files = try files(["/files/1/raw": (302, "/files/2"), "/files/1": (302, "/files/2")])
    let error = await #expect(throws: APIError.self) { try await files.raw(1) }
    #expect(error?.status == 302 && error?.headers[.location] == "/files/2")
    _ = try await withCallOptions(followsRedirects: true) { try await files.raw(1) }
    await #expect(throws: APIError.self) {
      try await withCallOptions(followsRedirects: false) { try await files.show(1) }
    }
    #expect(paths == ["/files/1/raw", "/files/1/raw", "/files/2", "/files/1"])
  }

  @Test(arguments: [
    "https://elsewhere.example.com/files/2", "http://api.example.com/files/2", "https://api.example.com:8443/files/2",
    "//elsewhere.example.com/files/2", "https://api.example.com@elsewhere.example.com/",
    "https://user@api.example.com/files/2",
    "mailto:a@example.com", "",
  ])
  func aRedirectToAnotherOriginIsNot(location: String) async throws {
    let files = try files(["/files/1": (302, location), "/files": (307, location)])
    let error = await #expect(throws: APIError.self) { try await files.show(1) }
    #expect(error?.status == 302)
    await #expect(throws: APIError.self) { try await files.add(Answer(text: "a")) }
    #expect(paths.allSatisfy { $0 == "/files/1" || $0 == "/files" })
    #expect(sent.withLock { $0.allSatisfy { $0.head.authority == "api.example.com" } })
  }

  @Test(arguments: [(303, "GET"), (307, "POST"), (308, "POST")])
  func thePostThatIsRedirectedKeepsItsBodyOrBecomesAGet(status: Int, method: String) async throws {
    let files = try files(["/files": (status, "/files/2")])
    #expect(try await files.add(Answer(text: "a")).text == "here")
    #expect(methods == ["POST", method])
    #expect(sent.withLock { $0.last?.body.isEmpty } == (method == "GET"))
    #expect(sent.withLock { $0.last?.head.headerFields[.contentType] == nil } == (method == "GET"))
  }

  @Test(arguments: [301, 302])
  func aPostIsNotRedirectedWithoutAMethod(status: Int) async throws {
    let files = try files(["/files": (status, "/files/2")])
    await #expect(throws: APIError.self) { try await files.add(Answer(text: "a")) }
    #expect(methods == ["POST"])
  }

  @Test func aLoopEnds() async throws {
    let files = try files(["/files/1": (302, "/files/2"), "/files/2": (302, "/files/1")])
    let error = await #expect(throws: APIError.self) { try await files.show(1) }
    #expect(error?.status == 302)
    #expect(paths.count == 11)
  }

  @Test func anAPIKeyIsSentToTheNewPathOnce() async throws {
    let files = try files([
      "/files/key?key=a%20b": (302, "/files/2?b=1"), "/files/2?b=1&key=a%20b": (302, "/files/3?key=a%20b"),
    ])
    #expect(try await files.withKey().text == "here")
    #expect(paths == ["/files/key?key=a%20b", "/files/2?b=1&key=a%20b", "/files/3?key=a%20b"])
  }
}
