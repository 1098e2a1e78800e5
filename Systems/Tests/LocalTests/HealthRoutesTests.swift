import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Local
import LocalTesting
@_spi(Lab) import NaruLab
import Testing

struct HealthRoutesTests {
  @TemporaryData private var folder: DataFolder

  private func get(_ path: String, _ backend: LocalBackend) async throws -> (status: HTTPResponse.Status, body: String)
  {
    let response = try await Application(router: backend.router()).test(.router) { client in
      try await client.execute(uri: path, method: .get)
    }
    return (response.status, String(buffer: response.body))
  }

  @Test func aRunningServerIsAliveAndReady() async throws {
    let backend = try await LocalBackend(storage: .forTests)
    for path in ["/health", "/ready"] { #expect(try await get(path, backend) == (.ok, #"{"status":"ok"}"#)) }
    try backend.close()
  }

  @Test func aHeadIsAGetWithoutABodyOnEveryRoute() async throws {
    let backend = try await LocalBackend(storage: .forTests, signIn: .squirret(.local(in: folder)))
      .withLab(clock: LabClock()).backend
    let address = "/oauth2/authorization/kakao?redirect_uri=http://127.0.0.1:1234/auth/callback&state=x"
    try await Application(router: backend.router()).test(.router) { client in
      let page = try await client.execute(uri: address, method: .get).headers[.location] ?? ""
      let path = String(page[try #require(page.firstRange(of: "/stand-in/")).lowerBound...])
      for path in ["/health", "/ready", "/lab", "/openapi.json", "/openapi/dori.yaml", path] {
        let get = try await client.execute(uri: path, method: .get)
        let head = try await client.execute(uri: path, method: .head)
        #expect(head.status == get.status && get.status != .methodNotAllowed, "\(path)")
        #expect(head.headers[.contentType] == get.headers[.contentType], "\(path)")
        #expect(head.body.readableBytes == 0 && get.body.readableBytes > 0, "\(path)")
      }
    }
    try backend.close()
  }

  @Test func aServerIsNotReadyAfterANewerOneHasMigratedTheDatabase() async throws {
    let storage = try StorageChoice.shared(in: folder.url)
    let backend = try await LocalBackend(storage: storage)
    let newer = try await LocalBackend(storage: storage, systems: LocalBackend.systems + [MemoBackend.self])
    #expect(try await get("/health", backend).status == .ok)
    #expect(try await get("/ready", backend) == (.serviceUnavailable, #"{"status":"unavailable"}"#))
    try newer.close()
    try backend.close()
  }

  @Test func aServerWithoutItsDatabaseIsAliveButNotReady() async throws {
    let backend = try await LocalBackend(storage: .forTests)
    try backend.close()
    #expect(try await get("/health", backend).status == .ok)
    #expect(try await get("/ready", backend).status == .serviceUnavailable)
  }
}
