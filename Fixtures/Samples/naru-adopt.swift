import Foundation
import Naru
@_exported import NaruTesting

#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif

// What skills/naru-adopt/SKILL.md leaves out.

@API("/v1")
struct Posts: Sendable {
  @GET("/posts/{id}")
  var post: @Sendable (_ id: Int) async throws -> Int
}

struct OldClient {
  enum Endpoint { case feed(page: Int, tag: String?) }
  let session: URLSession
  let base: URL

  func send(_ endpoint: Endpoint) async throws -> Data { Data() }
}

final class RequestRecorder: URLProtocol {
  static func write(to file: URL) throws {}
}

let base = InMemoryTransport.url
let file = URL(filePath: "/")

struct AppVersion: Middleware {
  func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse { try await next(request) }
}
