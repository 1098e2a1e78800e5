import Foundation
import Naru
import NaruAuth
import TestSupport
import Testing

/// The promises of every token store.
struct TokenStoreTests {
  enum Kind: CaseIterable {
    case memory, file, encryptedFile
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Two instances for the same content, as in two processes; the same instance if the content belongs to it.
  private func stores(_ kind: Kind) throws -> (any TokenStore, any TokenStore) {
    let protection: FileTokenStore.Protection
    switch kind {
    case .memory:
      let store = MemoryTokenStore()
      return (store, store)
    case .file: protection = .ownerOnly
    case .encryptedFile: protection = try .encrypted(key: Data(0..<32))
    }
    let file = folder.url.appending(path: "deep/er/session")
    return (FileTokenStore(file, protection: protection), FileTokenStore(file, protection: protection))
  }

  @Test(arguments: Kind.allCases)
  func aSavedStringIsReadUnchangedByBothInstances(kind: Kind) async throws {
    let (store, second) = try stores(kind)
    #expect(try await store.read() == nil)
    let strings = [
      "", "a", "{\"accessToken\":\"a.b-c_d\"}", "줄\n바꿈\r\n\t\"'\\", "👩‍👩‍👧‍👦 한글 ㅎㅏㄴ",
      String(repeating: "0123456789abcdef", count: 1024), "short again",
    ]
    for string in strings {
      try await store.write(Secret(string))
      #expect(try await store.read() == Secret(string))
      #expect(try await second.read()?.revealed == string)
    }
  }

  @Test(arguments: Kind.allCases)
  func aStringCanBeDeletedTwice(kind: Kind) async throws {
    let (store, second) = try stores(kind)
    try await store.write(Secret("one"))
    try await second.delete()
    #expect(try await store.read() == nil)
    try await store.delete()
  }

  @Test(arguments: Kind.allCases)
  func onlyTheExpectedStringIsReplaced(kind: Kind) async throws {
    let (store, second) = try stores(kind)
    #expect(try await !store.replace(Secret("one"), with: Secret("two")))
    #expect(try await store.read() == nil)
    try await store.write(Secret("one"))
    #expect(try await !second.replace(Secret("zero"), with: Secret("two")))
    #expect(try await store.read() == Secret("one"))
    #expect(try await second.replace(Secret("one"), with: Secret("two")))
    #expect(try await store.read() == Secret("two"))
  }

  @Test(arguments: Kind.allCases)
  func lockedOperationsRunOneAtATime(kind: Kind) async throws {
    let stores = try stores(kind)
    let running = Locked((now: 0, most: 0, all: 0))
    try await concurrently(20) { number in
      try await (number % 2 == 0 ? stores.0 : stores.1).withLock {
        running.withLock { running in
          running.now += 1
          running.all += 1
          running.most = max(running.most, running.now)
        }
        for _ in 0..<10 { await Task.yield() }
        running.withLock { $0.now -= 1 }
      }
    }
    #expect(running.withLock { $0.most == 1 && $0.all == 20 })
  }

  @Test(arguments: Kind.allCases)
  func aLockedOperationCanReadAndWrite(kind: Kind) async throws {
    let (store, second) = try stores(kind)
    let string = try await store.withLock { () -> Secret? in
      try? await store.write(Secret("inside"))
      return try? await second.read()
    }
    #expect(string == Secret("inside"))
  }
}
