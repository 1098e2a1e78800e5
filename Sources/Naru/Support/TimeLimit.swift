/// Runs an operation with a time limit. At the limit the operation is cancelled; after it has ended, this function throws
/// ``APIError/Code/timedOut``.
package func withTimeLimit<Value: Sendable>(
  _ limit: Duration,
  deadlines: Deadlines = .shared,
  _ operation: @escaping @concurrent @Sendable () async throws -> Value
) async throws -> Value {
  let task = Task(operation: operation)
  let deadline = deadlines.add(after: limit) { task.cancel() }
  let result = await withTaskCancellationHandler {
    await task.result
  } onCancel: {
    task.cancel()
  }
  guard deadlines.remove(deadline) else { throw APIError(.timedOut) }
  // A cancelled operation may have ended early without an error.
  try Task.checkCancellation()
  return try result.get()
}
