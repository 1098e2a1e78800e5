/// Runs an operation for so long at most. Then it is cancelled, and when it has come to its end, the error is
/// ``APIError/Code/timedOut``.
package func withTimeLimit<Value: Sendable>(
  _ limit: Duration,
  deadlines: Deadlines = .shared,
  _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let task = Task(operation: operation)
  let deadline = deadlines.add(after: limit) { task.cancel() }
  let result = await withTaskCancellationHandler {
    await task.result
  } onCancel: {
    task.cancel()
  }
  guard deadlines.remove(deadline) else { throw APIError(.timedOut) }
  // An operation may have ended early for it, as if all were well.
  try Task.checkCancellation()
  return try result.get()
}
