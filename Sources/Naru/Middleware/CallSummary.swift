package import Foundation
package import HTTPTypes

/// What a log, a metric or a span tells of a request that has ended. Nothing in it is a value that was sent.
package struct CallSummary: Sendable {
  /// The endpoint.
  package let endpoint: Endpoint
  /// Which try of its call it was, from 1.
  package let attempt: Int
  /// From before the request to the last byte of the answer.
  package let duration: Duration
  /// The status of the answer. `nil` where none came.
  package let status: HTTPResponse.Status?
  /// Why no answer came, or not all of it. `nil` for an answer, whatever its status.
  package let error: APIError.Code?
  /// The bytes of the request's body.
  package let sent: Int
  /// The bytes of the answer's body.
  package let received: Int

  /// The status of a failure, or the name of the error: `404`, `timedOut`. `nil` for a success.
  package var errorType: String? {
    if let error { return error.description }
    guard let status, status.code >= 400 else { return nil }
    return String(status.code)
  }
}

extension APIRequest {
  /// Sends the request, and tells what came of it when the last byte of the answer has passed, when reading it failed, or
  /// when nobody reads on. Nothing is read that nobody asked for.
  package func observed(
    _ next: @Sendable (APIRequest) async throws -> APIResponse,
    onEnd: @escaping @Sendable (CallSummary) -> Void
  ) async throws -> APIResponse {
    let start = ContinuousClock.now
    let (endpoint, attempt) = (endpoint, attempt)
    var request = self
    let sent = request.countSent()
    @Sendable func end(_ status: HTTPResponse.Status?, _ error: (any Error)?, received: Int) {
      onEnd(
        CallSummary(
          endpoint: endpoint,
          attempt: attempt,
          duration: start.duration(to: .now),
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
        end(status, nil, received: response.stream?.data?.count ?? response.body.count)
      }
      return response
    } catch {
      end((error as? APIError)?.status, error, received: 0)
      throw error
    }
  }

  /// Has the bytes of the body counted as they go out. What it returns says how many there were.
  private mutating func countSent() -> @Sendable () -> Int {
    guard let stream else { return { [count = body.count] in count } }
    if let data = stream.data { return { data.count } }
    let count = Locked(0)
    self.stream = stream.observed { chunk in count.withLock { $0 += chunk.count } }
    return { count.withLock { $0 } }
  }
}

extension APIError.Code {
  /// What kind of failure an error is for a caller.
  fileprivate init(of error: any Error) {
    self = (error as? APIError)?.code ?? (error is CancellationError ? .cancelled : .failed)
  }
}

extension Blob {
  /// The same bytes, which can be read as often as before.
  ///
  /// - Parameters:
  ///   - onChunk: told each chunk that was read.
  ///   - onEnd: told once, how many bytes were read: when there are no more, when reading failed, or when nobody can read on.
  package func watched(
    onChunk: @escaping @Sendable (Data) -> Void = { _ in },
    onEnd: @escaping @Sendable (_ bytes: Int, _ error: (any Error)?) -> Void
  ) -> Blob {
    let reader = Reader(onEnd)
    return Blob(length: length, contentType: contentType, filename: filename, isReplayable: isReplayable) {
      var iterator = makeAsyncIterator()
      return {
        do {
          guard let chunk = try await iterator.next() else {
            reader.end(nil)
            return nil
          }
          reader.count(chunk.count)
          onChunk(chunk)
          return chunk
        } catch {
          reader.end(error)
          throw error
        }
      }
    }
  }
}

/// Counts what is read of a stream. When it is let go of, nobody can read on.
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
