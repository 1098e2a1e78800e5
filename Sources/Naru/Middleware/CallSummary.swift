package import Foundation
package import HTTPTypes

/// A summary of a request that has ended, for a log, a metric or a span. It contains no values that were sent.
package struct CallSummary: Sendable {
  package let endpoint: Endpoint
  /// The number of the attempt within its call, from 1.
  package let attempt: Int
  /// The time from the start of the request to the last byte of the response.
  package let duration: Duration
  /// The status of the response. `nil` if there was none.
  package let status: HTTPResponse.Status?
  /// The reason why there was no complete response, or why a response with 2xx isn't a success. `nil` for every other response.
  package let error: APIError.Code?
  /// The size of the request's body in bytes.
  package let sent: Int
  /// The size of the response's body in bytes.
  package let received: Int

  /// The status of a failure, or the name of the error: `404`, `timedOut`. `nil` for a success.
  package var errorType: String? {
    if let error { return error.description }
    guard let status, status.code >= 400 else { return nil }
    return String(status.code)
  }
}

extension APIRequest {
  /// Sends the request and reports its summary after the last byte of the response was read, after reading failed, or when the
  /// response is released. It reads nothing by itself.
  package func observed(
    _ next: APINext,
    onEnd: @escaping @Sendable (CallSummary) -> Void
  ) async throws -> APIResponse {
    let start = ContinuousClock.now
    let (endpoint, attempt) = (endpoint, attempt)
    var request = self
    let sent = request.countSent()
    @Sendable func end(
      _ status: HTTPResponse.Status?,
      _ error: (any Error)?,
      received: Int,
      at end: ContinuousClock.Instant = .now
    ) {
      onEnd(
        CallSummary(
          endpoint: endpoint,
          attempt: attempt,
          duration: start.duration(to: end),
          status: status,
          error: error.map(APIError.Code.init(of:)),
          sent: sent(),
          received: received
        )
      )
    }
    do {
      var response = try await next(request)
      let status = response.head.status
      if let stream = response.stream, stream.data == nil {
        response.stream = stream.watched { bytes, error in end(status, error, received: bytes) }
      } else {
        // Decoding is not part of the request.
        let arrival = ContinuousClock.now
        // A page or a failure with 2xx is no success.
        let error = status.kind == .successful ? response.failure(of: self) : nil
        end(status, error, received: response.stream?.data?.count ?? response.body.count, at: arrival)
      }
      return response
    } catch {
      end((error as? APIError)?.status, error, received: 0)
      throw error
    }
  }

  /// Counts the bytes of the body while they are sent. Returns a closure that returns their number.
  private mutating func countSent() -> @Sendable () -> Int {
    guard let stream else { return { [count = body.count] in count } }
    if let data = stream.data { return { data.count } }
    let count = Locked(0)
    self.stream = stream.observed { chunk in count.withLock { $0 += chunk.count } }
    return { count.withLock { $0 } }
  }
}

extension APIError.Code {
  fileprivate init(of error: any Error) {
    self = (error as? APIError)?.code ?? (error is CancellationError ? .cancelled : .unknown)
  }
}

extension Blob {
  /// Returns the same bytes with observers. They can be read as often as before.
  package func watched(
    onChunk: @escaping @Sendable (Data) -> Void = { _ in },
    onEnd: @escaping @Sendable (_ bytes: Int, _ error: (any Error)?) -> Void
  ) -> Blob {
    let reader = Reader(onEnd)
    return observed { chunk in
      reader.count(chunk.count)
      onChunk(chunk)
    } onEnd: {
      reader.end(nil)
    } onError: { error in
      reader.end(error)
      return error
    }
  }
}

/// Counts the bytes that are read of a stream. The reading has ended when this object is released.
private final class Reader: Sendable {
  private let state = Locked((bytes: 0, hasEnded: false))
  private let onEnd: @Sendable (Int, (any Error)?) -> Void

  init(_ onEnd: @escaping @Sendable (Int, (any Error)?) -> Void) {
    self.onEnd = onEnd
  }

  deinit { end(nil) }

  func count(_ bytes: Int) {
    state.withLock { $0.bytes += bytes }
  }

  func end(_ error: (any Error)?) {
    let bytes: Int? = state.withLock { state in
      defer { state.hasEnded = true }
      return state.hasEnded ? nil : state.bytes
    }
    if let bytes { onEnd(bytes, error) }
  }
}
