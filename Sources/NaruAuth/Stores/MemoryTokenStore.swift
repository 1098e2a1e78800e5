public import Naru

/// A token store in memory: for tests and previews, and for sessions that end with the process.
public final class MemoryTokenStore: TokenStore {
  private let text: Locked<Secret?>
  private let queue = SerialQueue()

  /// Creates a store with a string, or an empty one.
  public init(_ text: Secret? = nil) {
    self.text = Locked(text)
  }

  /// Returns the stored string.
  @concurrent
  public func read() async throws -> Secret? {
    text.withLock { $0 }
  }

  /// Saves a string.
  @concurrent
  public func write(_ text: Secret) async throws {
    self.text.withLock { $0 = text }
  }

  /// Saves a string if the saved one is `old`.
  @concurrent
  public func replace(_ old: Secret, with new: Secret) async throws -> Bool {
    text.withLock { text in
      guard text == old else { return false }
      text = new
      return true
    }
  }

  /// Removes the stored string.
  @concurrent
  public func delete() async throws {
    text.withLock { $0 = nil }
  }

  /// Runs an operation while no other one runs.
  @concurrent
  public func withLock<Value: Sendable>(_ operation: @concurrent @Sendable () async -> Value) async throws -> Value {
    await queue.run(operation)
  }
}
