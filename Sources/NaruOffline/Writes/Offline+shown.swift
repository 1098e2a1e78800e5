import Naru

// For contracts that show what the server said last, with the changes that wait on top.

extension Offline {
  /// Applies the writes that wait to what the server said.
  ///
  /// ```swift
  /// let entries = try offline.applyingWrites(to: page.elements) { entries, write in
  ///   guard write.endpoint == ReadingBooks.Endpoints.remove, let id: String = try write.argument("id") else { return }
  ///   entries.removeAll { $0.id == id }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - value: what the server said.
  ///   - apply: applies a write, as the server probably will.
  /// - Returns: the value with all writes, the oldest first. Refused ones are left out.
  /// - Throws: `MessageError` if the file can't be used, or what `apply` throws.
  public func applyingWrites<Value>(
    to value: Value,
    _ apply: (inout Value, QueuedWrite) throws -> Void
  ) throws -> Value {
    try queuedWrites(rejected: false).reduce(into: value, apply)
  }

  /// Makes a call of a contract that keeps what it can't send; see ``live(_:queueingUnsent:)``.
  ///
  /// - Parameter call: makes the call.
  /// - Returns: the server's answer. `nil` if the call is kept for later.
  /// - Throws: every other error of the call.
  @concurrent
  public static func responseUnlessQueued<Value: Sendable>(
    _ call: @concurrent @Sendable () async throws -> Value
  ) async throws -> Value? {
    do {
      return try await call()
    } catch let error as APIError where error.underlyingError is WriteQueued {
      return nil
    }
  }
}
