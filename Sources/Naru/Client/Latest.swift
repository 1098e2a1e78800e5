/// Runs operations and keeps only the most recent one, such as a search while the user types.
///
/// ```swift
/// let latest = Latest()
/// let page = try await latest { try await books.search(text) }
/// ```
///
/// Starting an operation cancels the one in flight, whose call then throws ``APIError/Code/cancelled`` even if it already has a
/// result. So a late result never replaces a newer one. The call that started last always gets its own result. Calls on one actor
/// start in the order of their calls.
public final class Latest: Sendable {
  private struct State {
    var started = 0
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  /// Creates a runner without an operation in flight.
  public init() {}

  /// Starts an operation and waits for its end.
  ///
  /// - Parameters:
  ///   - isolation: the caller's actor. The check whether a newer operation has started is made there, right before the
  ///     result is returned.
  ///   - operation: the operation. It is cancelled when another one starts, and when the calling task is cancelled.
  /// - Returns: what `operation` returns.
  /// - Throws: ``APIError`` with the code ``APIError/Code/cancelled`` if another operation has started or this one was
  ///   cancelled, else what `operation` throws.
  public func callAsFunction<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: @escaping @concurrent @Sendable () async throws -> Value
  ) async throws -> Value {
    let (task, number, overtaken) = start(operation)
    // Outside the lock, because it runs code that isn't ours.
    overtaken?()
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    guard finish(number) else { throw APIError(.cancelled) }
    do {
      return try result.get()
    } catch is CancellationError {
      throw APIError(.cancelled)
    }
  }

  private func start<Value: Sendable>(
    _ operation: @escaping @concurrent @Sendable () async throws -> Value
  ) -> (task: Task<Value, any Error>, number: Int, overtaken: (@Sendable () -> Void)?) {
    state.withLock { state in
      let task = Task { try await operation() }
      let overtaken = state.cancel
      state.started += 1
      state.cancel = { task.cancel() }
      return (task, state.started, overtaken)
    }
  }

  /// Ends an operation and returns whether it is still the most recent one.
  private func finish(_ number: Int) -> Bool {
    state.withLock { state in
      guard state.started == number else { return false }
      state.cancel = nil
      return true
    }
  }
}
