import Dispatch

/// Runs a closure that may block, for example on the disk, outside of the thread pool of Swift's tasks.
func runBlocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async {
      continuation.resume(with: Result { try work() })
    }
  }
}
