package import Naru

/// The code of the error that an operation throws.
package nonisolated(nonsending) func code<Value>(_ operation: () async throws -> Value) async -> APIError.Code? {
  do {
    _ = try await operation()
    return nil
  } catch {
    return (error as? APIError)?.code ?? .unknown
  }
}
