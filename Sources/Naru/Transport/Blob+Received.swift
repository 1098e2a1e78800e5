package import Foundation
package import HTTPTypes

extension Blob {
  /// Creates the body of a streamed response.
  package init(
    receiving head: HTTPResponse,
    length: Int?,
    timeout: Duration,
    code: @escaping @Sendable (any Error) -> APIError.Code,
    start: @escaping @Sendable () -> @concurrent @Sendable () async throws -> Data?
  ) {
    self.init(length: length, contentType: head.headerFields[.contentType] ?? "application/octet-stream") {
      // Released as soon as nothing more can come.
      var read: (@concurrent @Sendable () async throws -> Data?)? = start()
      // A broken body stays broken: a later read must not look like its end.
      var failure: APIError?
      return {
        if let failure { throw failure }
        do {
          try Task.checkCancellation()
          guard let reading = read else { return nil }
          let chunk = try await withTimeLimit(timeout, reading)
          if chunk == nil {
            try Task.checkCancellation()
            read = nil
          }
          return chunk
        } catch {
          let known =
            error as? APIError
            ?? (Task.isCancelled ? APIError(.cancelled) : APIError(code(error), underlyingError: error))
          failure = known
          read = nil
          throw known
        }
      }
    }
  }
}
