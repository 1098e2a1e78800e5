public import Naru

/// A transport that returns the responses of a test: for each endpoint, in order, in the endpoint's format.
///
/// ```swift
/// let server = ScriptedTransport()
/// server.on(Books.Endpoints.search, .value(page), .failure(.serviceUnavailable), .error(APIError(.unreachable)))
/// server.on(Books.Endpoints.show, .value(book).always)
/// let books = Books.live(APIClient(InMemoryTransport.url, transport: server, middleware: [Retry()]))
/// …
/// server.expectAllUsed()
/// ```
///
/// Only the network is missing: values are encoded as by a server of the contract, and the client decodes them. A call without a
/// (further) response fails the test at the line that created the transport, and throws `APIError.Code.unimplemented`.
public final class ScriptedTransport: Transport {
  private struct Script {
    var answers: [ScriptedResponse] = []
    var calls = 0
  }

  private let scripts = Locked<[Endpoint: Script]>([:])
  private let place: TestPlace

  /// Creates a transport without responses.
  ///
  /// - Parameters:
  ///   - fileID: where to report calls without a response; the line of the call by default.
  ///   - filePath: see `fileID`.
  ///   - line: see `fileID`.
  ///   - column: see `fileID`.
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    place = (fileID, filePath, line, column)
  }

  /// Adds responses for an endpoint, after its existing ones.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - answers: the responses.
  /// - Returns: the transport, for the next endpoint.
  @discardableResult
  public func on(_ endpoint: Endpoint, _ answers: ScriptedResponse...) -> ScriptedTransport {
    scripts.withLock { $0[endpoint, default: Script()].answers += answers.filter { $0.count != 0 } }
    return self
  }

  /// Responds to one request. A streamed body is read to its end first.
  @concurrent
  public func send(_ request: APIRequest) async throws -> APIResponse {
    try Task.checkCancellation()
    guard let answer = nextAnswer(for: request.endpoint) else { throw unscripted(request.endpoint) }
    var request = request
    if let stream = request.stream {
      let bytes = try await stream.collect(upTo: .max)
      request.onSend?(bytes.count, stream.length)
      request.stream = Blob(bytes, contentType: stream.contentType, filename: stream.filename)
    }
    var response = try await answer.make(request)
    if let stream = response.stream, !request.streamsResponse {
      response.body = try await stream.collect(upTo: request.maxResponseSize)
      response.stream = nil
    }
    guard response.body.count <= request.maxResponseSize else { throw APIError(.tooLarge) }
    return response
  }

  /// Expects that all responses were used, except those with ``ScriptedResponse/always``.
  public func expectAllUsed(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let left = scripts.withLock { scripts in
      scripts.compactMap { endpoint, script in
        let count = script.answers.compactMap(\.count).reduce(0, +)
        return count == 0 ? nil : "\(endpoint.id): \(count)"
      }
    }
    guard !left.isEmpty else { return }
    report(
      "Some answers were not used: \(left.sorted().joined(separator: ", ")).",
      at: (fileID, filePath, line, column)
    )
  }

  private func nextAnswer(for endpoint: Endpoint) -> ScriptedResponse? {
    scripts.withLock { scripts in
      scripts[endpoint, default: Script()].calls += 1
      guard let answer = scripts[endpoint]?.answers.first else { return nil }
      guard let count = answer.count else { return answer }
      if count > 1 {
        scripts[endpoint]?.answers[0].count = count - 1
      } else {
        scripts[endpoint]?.answers.removeFirst()
      }
      return answer
    }
  }

  private func unscripted(_ endpoint: Endpoint) -> APIError {
    let calls = scripts.withLock { $0[endpoint]?.calls ?? 0 }
    let before = calls == 1 ? "" : " (call \(calls))"
    report(
      """
      \(endpoint.id) was called\(before), but the script has no answer for it.
      Add one before the call: `server.on(\(endpoint.contract).Endpoints.\(endpoint.name), .value(…))`.
      """,
      at: place
    )
    return APIError(.unimplemented)
  }
}
