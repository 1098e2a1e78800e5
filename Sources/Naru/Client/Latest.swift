/// Runs operations of which only the last one counts, such as a search while a person types.
///
/// ```swift
/// let latest = Latest()
/// let page = try await latest { try await books.search(text) }
/// ```
///
/// An operation that starts cancels the one in flight, whose call then throws an ``APIError`` with the code
/// ``APIError/Code/cancelled``, even if it has an answer: an answer that was overtaken never arrives, in whatever order
/// answers come. The call that started last always gets its own result. Calls start in the order in which they are made on
/// an actor; calls from several threads at once start one after another.
public final class Latest: Sendable {
  private struct State {
    var started = 0
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  /// Nothing is in flight yet.
  public init() {}

  /// Starts an operation, and waits for its end.
  ///
  /// - Parameters:
  ///   - isolation: the actor on which the caller runs. Whether the call was overtaken is looked at there, at the moment
  ///     when the result is returned.
  ///   - operation: what to run. It is cancelled when another one starts, and when the calling task is cancelled.
  /// - Throws: ``APIError`` with the code ``APIError/Code/cancelled`` if another operation has started or this one was
  ///   cancelled; else what `operation` throws.
  public func callAsFunction<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (task, number, overtaken) = start(operation)
    // Outside the lock: it runs code of others.
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
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> (task: Task<Value, any Error>, number: Int, overtaken: (@Sendable () -> Void)?) {
    state.withLock { state in
      let task = Task { try await operation() }
      let overtaken = state.cancel
      state.started += 1
      state.cancel = { task.cancel() }
      return (task, state.started, overtaken)
    }
  }

  /// Whether the operation with a number is still the last one. It is in flight no more.
  private func finish(_ number: Int) -> Bool {
    state.withLock { state in
      guard state.started == number else { return false }
      state.cancel = nil
      return true
    }
  }
}
