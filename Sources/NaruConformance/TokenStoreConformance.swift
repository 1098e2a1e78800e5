import Naru
public import NaruAuth

/// Checks of the promises of every ``NaruAuth/TokenStore``, to run against your own.
///
/// ```swift
/// @Test(arguments: TokenStoreConformance.checks)
/// func conforms(check: TokenStoreConformance.Check) async throws {
///   try await check.run(on: MyStore(), again: MyStore())
/// }
/// ```
public enum TokenStoreConformance: Sendable {
  /// A check of one promise.
  public struct Check: Sendable, CustomStringConvertible {
    /// The promise.
    public let description: String
    let body: @Sendable (any TokenStore, any TokenStore) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (any TokenStore, any TokenStore) async throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Runs the check. The store is emptied before and after it.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - second: another instance for the same content, as in another process; the same instance if the content belongs to it.
    /// - Throws: ``TokenStoreConformance/Violation``, or an unexpected error of the store.
    public func run(on store: some TokenStore, again second: some TokenStore) async throws {
      try await store.delete()
      try await body(store, second)
      try await store.delete()
    }
  }

  /// A broken promise.
  public struct Violation: Error, CustomStringConvertible {
    /// The expectation and what happened.
    public let description: String
  }

  /// The promises of every store.
  public static let checks: [Check] = [
    Check("A new store is empty") { store, _ in
      try expect(try await store.read() == nil, "an empty store has a text")
    },
    Check("A saved text is read by both instances") { store, second in
      try await store.write(Secret("one"))
      try expect(try await store.read() == Secret("one"), "the saved text is not read")
      try expect(try await second.read() == Secret("one"), "the saved text is not read by the other instance")
    },
    Check("A text is saved unchanged") { store, second in
      for text in texts {
        try await store.write(Secret(text))
        try expect(try await second.read()?.revealed == text, "a text of \(text.count) characters was changed")
      }
    },
    Check("The last saved text counts, also if it is shorter") { store, second in
      try await store.write(Secret(String(repeating: "long", count: 500)))
      try await second.write(Secret("short"))
      try expect(try await store.read() == Secret("short"), "the second text is not read")
    },
    Check("A text can be deleted, also twice") { store, second in
      try await store.write(Secret("one"))
      try await second.delete()
      try expect(try await store.read() == nil, "the deleted text is read")
      try await store.delete()
    },
    Check("Only the expected text is replaced") { store, second in
      try expect(!(try await store.replace(Secret("one"), with: Secret("two"))), "a missing text was replaced")
      try expect(try await store.read() == nil, "a refused replacement was saved")
      try await store.write(Secret("one"))
      try expect(!(try await second.replace(Secret("zero"), with: Secret("two"))), "another text was replaced")
      try expect(try await store.read() == Secret("one"), "a refused replacement was saved")
      try expect(try await second.replace(Secret("one"), with: Secret("two")), "the expected text was not replaced")
      try expect(try await store.read() == Secret("two"), "the replacement was not saved")
    },
    Check("Exclusive operations run one at a time") { store, second in
      let stores = [store, second]
      let running = Locked((now: 0, most: 0, all: 0))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask {
            try await stores[number % 2].withLock {
              running.withLock { running in
                running.now += 1
                running.all += 1
                running.most = max(running.most, running.now)
              }
              for _ in 0..<10 { await Task.yield() }
              running.withLock { $0.now -= 1 }
            }
          }
        }
        try await group.waitForAll()
      }
      let (most, all) = running.withLock { ($0.most, $0.all) }
      try expect(most == 1 && all == 20, "\(most) operations ran at the same time, and \(all) of 20 in total")
    },
    Check("An exclusive operation can read and write") { store, second in
      let text = try await store.withLock { () -> Secret? in
        try? await store.write(Secret("inside"))
        return try? await second.read()
      }
      try expect(text == Secret("inside"), "a text that is saved during an operation is not read")
    },
  ]

  /// Empty and long texts, line ends, quotes, Korean, and characters of several code points.
  private static let texts = [
    "", "a", "{\"accessToken\":\"a.b-c_d\"}", "줄\n바꿈\r\n\t\"'\\", "👩‍👩‍👧‍👦 한글 ㅎㅏㄴ",
    String(repeating: "0123456789abcdef", count: 1024),
  ]

  private static func expect(_ condition: Bool, _ text: String) throws {
    guard condition else { throw Violation(description: text) }
  }
}
