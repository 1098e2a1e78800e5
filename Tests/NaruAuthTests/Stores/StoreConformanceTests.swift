import Foundation
import Naru
import NaruAuth
import NaruConformance
import TestSupport
import Testing

/// The conformance of Naru's token stores.
struct StoreConformanceTests {
  @Test(arguments: TokenStoreConformance.checks)
  func memoryConforms(check: TokenStoreConformance.Check) async throws {
    let store = MemoryTokenStore()
    try await check.run(on: store, again: store)
  }

  @Test(arguments: TokenStoreConformance.checks)
  func fileConforms(check: TokenStoreConformance.Check) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "deep/er/session")
    try await check.run(
      on: FileTokenStore(file, protection: .ownerOnly),
      again: FileTokenStore(file, protection: .ownerOnly)
    )
  }

  @Test(arguments: TokenStoreConformance.checks)
  func encryptedFileConforms(check: TokenStoreConformance.Check) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "session")
    let protection = try FileTokenStore.Protection.encrypted(key: Data(0..<32))
    try await check.run(
      on: FileTokenStore(file, protection: protection),
      again: FileTokenStore(file, protection: protection)
    )
  }

  @Test func aBrokenStoreFailsItsChecks() async throws {
    struct Forgetful: TokenStore {
      func read() async throws -> Secret? { nil }
      func write(_ text: Secret) async throws {}
      func replace(_ old: Secret, with new: Secret) async throws -> Bool { true }
      func delete() async throws {}
      func withLock<Value: Sendable>(_ operation: @Sendable () async -> Value) async throws -> Value {
        await operation()
      }
    }
    var broken: [String] = []
    for check in TokenStoreConformance.checks {
      do {
        try await check.run(on: Forgetful(), again: Forgetful())
      } catch is TokenStoreConformance.Violation {
        broken.append(check.description)
      }
    }
    #expect(broken.count == TokenStoreConformance.checks.count - 2)
  }
}
