import Foundation
import HTTPTypes
import Naru
import NaruTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What `skills/naru-adopt` says: the requests of an old client, recorded by `RequestRecorder`, equal the new contract's.
@Suite(.serialized) struct AdoptTests {
  private func recorded(_ requests: [URLRequest]) async throws -> HAR {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [RequestRecorder.self]
    let session = URLSession(configuration: configuration)
    for request in requests { await #expect(throws: URLError.self) { try await session.data(for: request) } }
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
    defer { try? FileManager.default.removeItem(at: file) }
    try RequestRecorder.write(to: file)
    return try HAR(contentsOf: file)
  }

  @Test func theRequestsOfAnEnumOfTargetsAreTheContracts() async throws {
    let har = try await recorded(OldTarget.all.map { try $0.request })
    let base = URL(string: "https://api.example")
    let lines = await har.check(against: Posts.self, baseURL: base, exactly: true, middleware: [appVersion])
    #expect(lines.map(\.description) == [])
  }

  @Test func theRequestsOfEndpointStructsAreTheContracts() async throws {
    let har = try await recorded(OldEndpoint.all.map { try $0.request })
    let lines = await har.check(against: Gifts.self, baseURL: URL(string: "https://gifts.example"), exactly: true)
    #expect(
      lines.map(\.description) == [
        // A server reads both as a comma.
        "entry 1, Gifts.list GET /gifts: request: the query “sort” is “date,desc”, and the contract sends “date%2Cdesc”",
        // A server reads both as a space.
        "entry 11, Gifts.renew POST /oauth/token: request: the form “scope” is “read+write”, and the contract sends “read%20write”",
        "entry 14, Gifts.nearby GET /nearby: request: the query “radius” is “500.0”, and the contract sends “500”",
        // The old client wrote a plus sign that servers read as a space.
        "entry 17, Gifts.suggest GET /autocomplete: request: the query “q” is “1+1”, and the contract sends “1%201”",
      ]
    )
  }

  @Test func aPartAndACookieThatDifferAreNamed() async throws {
    let parts = OldTarget.Task.parts([("file", nil, "image/png", Data([1])), ("caption", nil, nil, Data("a".utf8))])
    let cookie = OldEndpoint(method: "GET", path: "/session", fields: ["Cookie": "session-id=a b; theme=dark"])
    let har = try await recorded([OldTarget("POST", "me/avatar", parts).request, cookie.request])
    let lines = await har.check(against: Posts.self, Gifts.self, exactly: true, middleware: [appVersion])
    let field = #"“form-data; name="file"”, and the contract sends “form-data; name="file"; filename="file"”"#
    #expect(
      lines.map(\.description) == [
        "entry 1, Posts.avatar POST /v1/me/avatar: request: the form’s part “file”: content-disposition is \(field)",
        "entry 2, Gifts.session GET /session: request: the cookie “session-id” is a secret, and the contract sends a secret",
        "entry 2, Gifts.session GET /session: request: the header field X-App-Version is not in the recording, and the contract sends it",
      ]
    )
  }
}

/// A field of all requests is a middleware's.
private let appVersion = ChangedRequest { request in
  if let name = HTTPField.Name("X-App-Version") { request.head.headerFields[name] = "3.1" }
}

extension URLRequest {
  /// Creates a request of an old client.
  static func old(_ method: String, _ url: URL?, _ fields: [String: String], _ body: Data?) throws -> URLRequest {
    var request = URLRequest(url: try #require(url))
    request.httpMethod = method
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    request.httpBody = body
    return request
  }
}
