import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Local
import LocalTesting
import Testing

struct HealthRoutesTests {
  private let folder = DataFolder(FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))

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

  @Test func aServerIsNotReadyAfterANewerOneHasMigratedTheDatabase() async throws {
    defer { try? FileManager.default.removeItem(at: folder.url) }
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
