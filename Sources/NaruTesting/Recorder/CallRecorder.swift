import Foundation
import HTTPTypes
import IssueReporting
public import Naru

/// Remembers the calls that go through a client, so that a test can say which ones it expects.
///
/// ```swift
/// let recorder = CallRecorder()
/// let books = Books.live(APIClient(url, transport: transport, middleware: [recorder, Retry()]))
/// try await model.search("한강")
///
/// recorder.expect(Books.Endpoints.search) { try $0.query("text") == "한강" }
/// recorder.expect(Books.Endpoints.remove, times: 0)
/// recorder.expect(inOrder: [Auth.Endpoints.signIn, Books.Endpoints.search])
/// let added: NewBook? = try recorder.calls(to: Books.Endpoints.add).last?.body()
/// ```
///
/// What is not as expected fails the test, with Swift Testing and with XCTest, at the line of the expectation, and tells all
/// calls. Before ``Retry`` in the list it sees each call once, after it each try.
public final class CallRecorder: Middleware {
  private let kept = Locked<[RecordedCall]>([])

  /// Nothing was called yet.
  public init() {}

  /// All calls, in the order in which they began.
  public var calls: [RecordedCall] { kept.withLock { $0 } }

  /// The calls of one endpoint, in the order in which they began.
  public func calls(to endpoint: Endpoint) -> [RecordedCall] {
    calls.filter { $0.endpoint == endpoint }
  }

  /// Forgets the calls so far. Call it when none is under way.
  public func reset() {
    kept.withLock { $0 = [] }
  }

  /// Passes a call on and remembers it.
  public func intercept(
    _ request: APIRequest,
    next: @escaping @Sendable (APIRequest) async throws -> APIResponse
  ) async throws -> APIResponse {
    let index = kept.withLock { calls in
      calls.append(RecordedCall(request: request))
      return calls.count - 1
    }
    do {
      let response = try await next(request)
      update(index) { $0.status = response.head.status }
      return response
    } catch {
      update(index) { $0.error = error }
      throw error
    }
  }

  private func update(_ index: Int, _ change: (inout RecordedCall) -> Void) {
    kept.withLock { calls in
      if calls.indices.contains(index) { change(&calls[index]) }
    }
  }
}

extension CallRecorder {
  /// Expects that an endpoint was called so many times.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - times: how many calls there have to be.
  ///   - isMeant: which calls count; all of them without it. A value that can't be read is told, and the call does not count.
  /// - Returns: the calls that count.
  @discardableResult
  public func expect(
    _ endpoint: Endpoint,
    times: Int = 1,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    where isMeant: (RecordedCall) throws -> Bool = { _ in true }
  ) -> [RecordedCall] {
    var problems = ""
    let found = calls(to: endpoint).filter { call in
      do {
        return try isMeant(call)
      } catch {
        problems += "\nNot understood: \(call): \(error.localizedDescription)"
        return false
      }
    }
    if found.count != times {
      reportIssue(
        "Expected \(Self.times(times)) \(endpoint.id), and there \(Self.were(found.count)).\(problems)\n\(told)",
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
    return found
  }

  /// Expects that these endpoints were called one after the other, with any other calls before, between and after.
  public func expect(
    inOrder endpoints: [Endpoint],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    var rest = endpoints[...]
    for call in calls where call.endpoint == rest.first { rest.removeFirst() }
    guard let missing = rest.first else { return }
    let before = endpoints.count == rest.count ? "" : " after \(endpoints[endpoints.count - rest.count - 1].id)"
    reportIssue(
      "Expected a call of \(missing.id)\(before), and there was none.\n\(told)",
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Expects that exactly these endpoints were called, in this order; `[]` for no call at all.
  public func expect(
    exactly endpoints: [Endpoint],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard calls.map(\.endpoint) != endpoints else { return }
    let expected = endpoints.isEmpty ? "no calls" : "exactly " + endpoints.map(\.id).joined(separator: ", ")
    reportIssue(
      "Expected \(expected).\n\(told)",
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  private var told: String {
    let calls = calls
    if calls.isEmpty { return "Nothing was called." }
    return (["Calls:"] + calls.enumerated().map { "\($0 + 1). \($1)" }).joined(separator: "\n")
  }

  private static func times(_ count: Int) -> String {
    count == 0 ? "no call of" : count == 1 ? "one call of" : "\(count) calls of"
  }

  private static func were(_ count: Int) -> String {
    count == 0 ? "was none" : count == 1 ? "was one" : "were \(count)"
  }
}
