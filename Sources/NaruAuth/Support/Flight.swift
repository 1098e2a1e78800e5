import Naru

/// Something that runs once and that many tasks wait for. A task that is cancelled waits no longer; what runs goes on.
final class Flight<Value: Sendable>: Sendable {
  private struct State {
    var result: Result<Value, any Error>?
    var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
    /// Those that were cancelled before they began to wait.
    var cancelled: Set<Int> = []
    var last = 0
  }

  private let state = Locked(State())

  /// Ends it, for all that wait and will wait.
  func finish(_ result: Result<Value, any Error>) {
    let waiting = state.withLock { state in
      state.result = result
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume(with: result) }
  }

  /// Waits for the end, for so long at most.
  ///
  /// - Throws: what it ended with, or ``APIError`` with the code ``APIError/Code/cancelled`` or ``APIError/Code/timedOut``.
  func wait(within limit: Duration?) async throws -> Value {
    guard let limit else { return try await wait() }
    return try await withTimeLimit(limit) { try await self.wait() }
  }

  /// Waits for the end.
  ///
  /// - Throws: what it ended with, or ``APIError`` with the code ``APIError/Code/cancelled``.
  func wait() async throws -> Value {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Value, any Error>? = state.withLock { state in
          if let result = state.result { return result }
          if state.cancelled.remove(number) != nil { return .failure(APIError(.cancelled)) }
          state.waiting[number] = continuation
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
        guard state.result == nil else { return nil }
        if let continuation = state.waiting.removeValue(forKey: number) { return continuation }
        state.cancelled.insert(number)
        return nil
      }
      continuation?.resume(throwing: APIError(.cancelled))
    }
  }
}
