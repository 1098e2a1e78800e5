import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Local
import Storage
import Testing

struct HealthRoutesTests {
  private let folder = DataFolder(FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))

  /// Runs a test with a function that returns the status and the body of a path.
  private func withBackend(
    _ test: (LocalBackend, _ get: (String) async throws -> (HTTPResponse.Status, String)) async throws -> Void
  ) async throws {
    defer { try? FileManager.default.removeItem(at: folder.url) }
    let backend = try await LocalBackend(storage: .folder(folder))
    try await Application(router: backend.router()).test(.router) { client in
      try await test(backend) { path in
        let response = try await client.execute(uri: path, method: .get)
        return (response.status, String(buffer: response.body))
      }
    }
  }

  @Test func aRunningServerIsAliveAndReady() async throws {
    try await withBackend { backend, get in
      for path in ["/health", "/ready"] { #expect(try await get(path) == (.ok, #"{"status":"ok"}"#)) }
      try backend.close()
    }
  }

  @Test func aServerIsNotReadyAfterANewerOneHasMigratedTheDatabase() async throws {
    try await withBackend { backend, get in
      let other = try Database.file(at: folder.url.appending(path: "naru.sqlite"))
      _ = try await other.write { try $0.run("INSERT INTO grdb_migrations (identifier) VALUES ('future-1')") }
      #expect(try await get("/health").0 == .ok)
      #expect(try await get("/ready") == (.serviceUnavailable, #"{"status":"unavailable"}"#))
      try other.close()
      try backend.close()
    }
  }

  @Test func aServerWithoutItsDatabaseIsAliveButNotReady() async throws {
    try await withBackend { backend, get in
      try backend.close()
      #expect(try await get("/health").0 == .ok)
      #expect(try await get("/ready").0 == .serviceUnavailable)
    }
  }
}
