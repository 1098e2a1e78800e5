package import Naru

/// The code of the error that an operation throws.
package func code(_ operation: () async throws -> Void) async -> APIError.Code? {
  do {
    try await operation()
    return nil
  } catch {
    return (error as? APIError)?.code ?? .unknown
  }
}
