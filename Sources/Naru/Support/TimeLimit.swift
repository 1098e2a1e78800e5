/// Runs an operation with a time limit. At the limit the operation is cancelled; after it has ended, this function throws
/// ``APIError/Code/timedOut``.
package func withTimeLimit<Value: Sendable>(
  _ limit: Duration,
  deadlines: Deadlines = .shared,
  _ operation: @escaping @concurrent @Sendable () async throws -> Value
) async throws -> Value {
  // Not an immediate task: each change of its executor costs more, so that a call costs 4,000 instructions more (Swift 6.3).
  let task = Task(operation: operation)
  let deadline = deadlines.add(after: limit) { task.cancel() }
  func end() throws {
    guard deadlines.remove(deadline) else { throw APIError(.timedOut) }
    // A cancelled operation may have ended early without an error.
    try Task.checkCancellation()
  }
  let value: Value
  do {
    value = try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  } catch {
    try end()
    throw error
  }
  try end()
  return value
}
