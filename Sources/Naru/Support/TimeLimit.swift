/// Runs an operation with a time limit. At the limit the operation is cancelled; after it has ended, this function throws
/// ``APIError/Code/timedOut``. An operation that starts at once runs on the caller's thread until it first waits, which saves a change of
/// threads.
package func withTimeLimit<Value: Sendable>(
  _ limit: Duration,
  deadlines: Deadlines = .shared,
  startsAtOnce: Bool = false,
  _ operation: @escaping @concurrent @Sendable () async throws -> Value
) async throws -> Value {
  let task =
    if startsAtOnce, #available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *) {
      Task.immediate(operation: operation)
    } else {
      Task(operation: operation)
    }
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
