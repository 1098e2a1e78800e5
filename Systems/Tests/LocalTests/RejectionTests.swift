import DockDock
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Local
import LocalTesting
import Naru
import SquirretBackend
import Testing

/// Requests that no system has, or only with another method.
struct RejectionTests {
  private func execute(_ method: HTTPRequest.Method, _ path: String) async throws -> (TestResponse, text: String) {
    let folder = DataFolder(FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
    defer { try? FileManager.default.removeItem(at: folder.url) }
    let backend = try await LocalBackend(storage: .forTests, signIn: .squirret(.local(in: folder)))
    let response = try await Application(router: backend.router()).test(.router) { client in
      try await client.execute(uri: path, method: method)
    }
    return (response, String(buffer: response.body))
  }

  @Test(
    arguments: [
      (.post, "/oauth2/authorization/naver", "GET, HEAD"), (.delete, "/login/oauth2/code/apple", "GET, HEAD, POST"),
      (.put, "/stand-in/naver", "GET, HEAD, POST"), (.post, "/health", "GET, HEAD"),
      (.options, "/openapi.json", "GET, HEAD"),
      (.patch, "/api/v1/community/freeboard/posts/1/comments/count", "GET, HEAD"),
    ] as [(HTTPRequest.Method, String, String)]
  )
  func aPathWithOtherMethodsIs405(method: HTTPRequest.Method, path: String, allow: String) async throws {
    let (response, _) = try await execute(method, path)
    #expect(response.status == .methodNotAllowed)
    #expect(response.headers[.allow] == allow)
  }

  @Test(arguments: ["/elsewhere", "/api/v1/unknown", "/api/unknown", "/covers", "/stand-in/naver/x"])
  func aPathOfNoSystemIs404InNoSystemsFormat(path: String) async throws {
    let (response, text) = try await execute(.get, path)
    #expect(response.status == .notFound)
    #expect(BareJSON.decodeFailure(from: Data(text.utf8))?.code == "NOT_FOUND", "\(text)")
  }
}
