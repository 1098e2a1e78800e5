import Naru
public import NaruAuth

/// What ``NaruAuth/Session`` relies on with every ``NaruAuth/TokenStore``, as checks to run against yours.
///
/// ```swift
/// @Test(arguments: TokenStoreConformance.checks)
/// func conforms(check: TokenStoreConformance.Check) async throws {
///   try await check.run(on: MyStore(), again: MyStore())
/// }
/// ```
public enum TokenStoreConformance {
  /// One promise.
  public struct Check: Sendable, CustomStringConvertible {
    /// What is promised.
    public let description: String
    let body: @Sendable (any TokenStore, any TokenStore) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (any TokenStore, any TokenStore) async throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Runs the check. What the place holds is removed first, and last.
    ///
    /// - Parameters:
    ///   - store: the store to check.
    ///   - second: another value for the same place, as another process would make it; the same value where a place belongs to
    ///     one value.
    /// - Throws: ``TokenStoreConformance/Violation``, or what the store threw where it should not.
    public func run(on store: some TokenStore, again second: some TokenStore) async throws {
      try await store.delete()
      try await body(store, second)
      try await store.delete()
    }
  }

  /// A promise that was broken.
  public struct Violation: Error, CustomStringConvertible {
    /// What was expected, and what happened.
    public let description: String
  }

  /// The promises that every store keeps.
  public static let checks: [Check] = [
    Check("nothing is there at first") { store, _ in
      try expect(try await store.read() == nil, "there is something in an empty store")
    },
    Check("what is written is read, here and elsewhere") { store, second in
      try await store.write(Secret("one"))
      try expect(try await store.read() == Secret("one"), "what was written is not read")
      try expect(try await second.read() == Secret("one"), "what was written is not read elsewhere")
    },
    Check("a text is kept as it is") { store, second in
      for text in texts {
        try await store.write(Secret(text))
        try expect(try await second.read()?.revealed == text, "a text of \(text.count) characters came back otherwise")
      }
    },
    Check("the last one that is written counts, the shorter one too") { store, second in
      try await store.write(Secret(String(repeating: "long", count: 500)))
      try await second.write(Secret("short"))
      try expect(try await store.read() == Secret("short"), "the second text is not what is read")
    },
    Check("deleting removes, twice too") { store, second in
      try await store.write(Secret("one"))
      try await second.delete()
      try expect(try await store.read() == nil, "what was deleted is there")
      try await store.delete()
    },
    Check("replacing replaces what is expected, and nothing else") { store, second in
      try expect(!(try await store.replace(Secret("one"), with: Secret("two"))), "nothing was replaced by something")
      try expect(try await store.read() == nil, "a replacement that was refused was written")
      try await store.write(Secret("one"))
      try expect(!(try await second.replace(Secret("zero"), with: Secret("two"))), "another text was replaced")
      try expect(try await store.read() == Secret("one"), "a replacement that was refused was written")
      try expect(try await second.replace(Secret("one"), with: Secret("two")), "the right text was not replaced")
      try expect(try await store.read() == Secret("two"), "the replacement was not written")
    },
    Check("one operation at a time") { store, second in
      let stores = [store, second]
      let running = Locked((now: 0, most: 0, all: 0))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask {
            try await stores[number % 2].exclusively {
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
      try expect(most == 1 && all == 20, "\(most) operations ran at once, and \(all) of 20 in all")
    },
    Check("an operation may read and write") { store, second in
      let text = try await store.exclusively { () -> Secret? in
        try? await store.write(Secret("inside"))
        return try? await second.read()
      }
      try expect(text == Secret("inside"), "what is written during an operation is not read")
    },
  ]

  /// Empty, long, with line ends, quotes, Korean, and what is more than one code point.
  private static let texts = [
    "", "a", "{\"accessToken\":\"a.b-c_d\"}", "줄\n바꿈\r\n\t\"'\\", "👩‍👩‍👧‍👦 한글 ㅎㅏㄴ",
    String(repeating: "0123456789abcdef", count: 1024),
  ]

  private static func expect(_ condition: Bool, _ text: String) throws {
    guard condition else { throw Violation(description: text) }
  }
}
