import ServiceLifecycle

/// Runs an operation, and cancels it when the server begins to stop.
package func cancelOnShutdown<Value: Sendable>(
  _ operation: @escaping @Sendable () async throws -> Value
) async rethrows -> Value {
  try await cancelWhenGracefulShutdown(operation)
}
