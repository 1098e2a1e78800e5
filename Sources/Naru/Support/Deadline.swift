/// Runs an operation for so long at most. Then it is cancelled, and the error is ``APIError/Code/timedOut``.
package func withTimeLimit<Value: Sendable>(
  _ limit: Duration,
  _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask(operation: operation)
    group.addTask {
      try await Task.sleep(for: limit)
      throw APIError(.timedOut)
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { throw CancellationError() }
    return value
  }
}
