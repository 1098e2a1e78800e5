public import Naru

/// Keeps a credential as long as the process runs: for tests and previews, and where nothing may stay.
public final class MemoryTokenStore: TokenStore {
  private let text: Locked<Secret?>
  private let turns = Turns()

  /// A store with nothing in it, or with what another one kept.
  public init(_ text: Secret? = nil) {
    self.text = Locked(text)
  }

  /// What is kept.
  public func read() async throws -> Secret? {
    text.withLock { $0 }
  }

  /// Keeps a text.
  public func write(_ text: Secret) async throws {
    self.text.withLock { $0 = text }
  }

  /// Keeps a text if what is there is `old`.
  public func replace(_ old: Secret, with new: Secret) async throws -> Bool {
    text.withLock { text in
      guard text == old else { return false }
      text = new
      return true
    }
  }

  /// Removes what is kept.
  public func delete() async throws {
    text.withLock { $0 = nil }
  }

  /// Runs one operation at a time.
  public func exclusively<Value: Sendable>(_ operation: @Sendable () async -> Value) async throws -> Value {
    await turns.run(operation)
  }
}
