/// Serializes the writes of one resource across all processes of a server; see ``ServingOptions/writeLock``.
public protocol WriteLock: Sendable {
  /// Runs a write while no other process runs one with its key.
  ///
  /// - Parameters:
  ///   - key: the name of the resource that the write changes, the same in all processes. The writes of this process with the same key come one after
  ///     the other already.
  ///   - write: checks the version, and writes.
  /// - Returns: what `write` returns.
  /// - Throws: what `write` throws, or an error if it can't have its turn.
  func run<Value: Sendable>(
    _ key: String,
    _ write: @concurrent @Sendable () async throws -> Value
  ) async throws -> Value
}
