import Naru

// For contracts that return the server's response with the queued writes on top.

extension Offline {
  /// Applies the queued writes to the server's response.
  ///
  /// ```swift
  /// let entries = try offline.applyingWrites(to: page.elements) { entries, write in
  ///   guard write.endpoint == ReadingBooks.Endpoints.remove, let id: String = try write.argument("id") else { return }
  ///   entries.removeAll { $0.id == id }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - value: the server's response.
  ///   - apply: applies a write, as the server probably will.
  /// - Returns: the value with all writes, the oldest first, without the rejected ones.
  /// - Throws: `MessageError` if the file can't be used, or the error of `apply`.
  public func applyingWrites<Value>(
    to value: Value,
    _ apply: (inout Value, QueuedWrite) throws -> Void
  ) throws -> Value {
    try queuedWrites(rejected: false).reduce(into: value, apply)
  }

  /// Makes a call of a contract that queues writes that can't be sent; see ``live(_:queueingUnsent:)``.
  ///
  /// - Parameter call: makes the call.
  /// - Returns: the server's response. `nil` if the call was queued.
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
