import IssueReporting
public import Naru

/// Answers calls as a test says, for each endpoint: in order, and in the endpoint's own format.
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
/// Everything but the network is real: values become bytes as a server of the contract sends them, and the client reads them.
/// A call for which there is no answer (any more) fails the test, at the line where the transport was made, and throws
/// ``APIError/Code/unimplemented``.
public final class ScriptedTransport: Transport {
  private struct Script {
    var answers: [ScriptedAnswer] = []
    var calls = 0
  }

  private let scripts = Locked<[Endpoint: Script]>([:])
  private let place: (fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)

  /// A transport that has no answers yet.
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    place = (fileID, filePath, line, column)
  }

  /// Adds answers for an endpoint. They come after those that it has already.
  ///
  /// - Returns: the transport, for the next endpoint.
  @discardableResult
  public func on(_ endpoint: Endpoint, _ answers: ScriptedAnswer...) -> ScriptedTransport {
    scripts.withLock { $0[endpoint, default: Script()].answers += answers.filter { $0.count != 0 } }
    return self
  }

  /// Answers one request. A body that is a stream is read to its end before.
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
      response.body = try await stream.collect(upTo: request.responseLimit)
      response.stream = nil
    }
    guard response.body.count <= request.responseLimit else { throw APIError(.tooLarge) }
    return response
  }

  /// Expects that no answer is left over, except those that are given as often as asked for.
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
    reportIssue(
      "Some answers were not asked for: \(left.sorted().joined(separator: ", ")).",
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  private func nextAnswer(for endpoint: Endpoint) -> ScriptedAnswer? {
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
    reportIssue(
      """
      \(endpoint.id) was called\(before), and the script has no answer for it.
      Add one before the call: `server.on(\(endpoint.contract).Endpoints.\(endpoint.name), .value(…))`.
      """,
      fileID: place.fileID,
      filePath: place.filePath,
      line: place.line,
      column: place.column
    )
    return APIError(.unimplemented)
  }
}
