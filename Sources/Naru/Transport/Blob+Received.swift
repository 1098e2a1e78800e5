package import HTTPTypes

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Blob {
  /// The body of an answer that is read as it comes.
  ///
  /// - Parameters:
  ///   - head: the head of the answer, which says of what type it is.
  ///   - length: how many bytes there will be, if that is known.
  ///   - timeout: how long to wait for each chunk.
  ///   - code: the kind of failure that an error of the transport is.
  ///   - start: begins to read. What it returns is let go with the blob's iterator, and then the call has to end.
  package init(
    receiving head: HTTPResponse,
    length: Int?,
    timeout: Duration,
    code: @escaping @Sendable (any Error) -> APIError.Code,
    start: @escaping @Sendable () -> @Sendable () async throws -> Data?
  ) {
    self.init(length: length, contentType: head.headerFields[.contentType] ?? "application/octet-stream") {
      // Let go as soon as nothing more can come.
      var read: (@Sendable () async throws -> Data?)? = start()
      // A body that broke off has not come to its end, however often it is asked.
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
            error as? APIError ?? (Task.isCancelled ? APIError(.cancelled) : APIError(code(error), cause: error))
          failure = known
          read = nil
          throw known
        }
      }
    }
  }
}
