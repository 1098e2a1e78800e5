import Foundation
import HTTPTypes
public import Naru

/// A middleware that records the calls of a client, for the expectations of a test.
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
/// A failed expectation fails the test (of Swift Testing or XCTest) at its line, and lists all calls. Before `Retry` in the list of
/// middleware, the recorder has each call once; after it, each attempt.
public final class CallRecorder: Middleware {
  private let kept = Locked<[RecordedCall]>([])

  /// Creates a recorder without calls.
  public init() {}

  /// All calls, in the order of their starts.
  public var calls: [RecordedCall] { kept.withLock { $0 } }

  /// The calls of one endpoint, in the order of their starts.
  public func calls(to endpoint: Endpoint) -> [RecordedCall] {
    calls.filter { $0.endpoint == endpoint }
  }

  /// Removes all calls. Call it while no call is in flight.
  public func reset() {
    kept.withLock { $0 = [] }
  }

  /// Forwards a call and records it.
  @concurrent
  public func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
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
  /// Expects a number of calls of an endpoint.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - times: the expected number of calls.
  ///   - fileID: where to report a failure; the line of the call by default.
  ///   - filePath: see `fileID`.
  ///   - line: see `fileID`.
  ///   - column: see `fileID`.
  ///   - isIncluded: selects the calls to count; all by default. A call that makes it throw does not count, and the failure has its
  ///     error.
  /// - Returns: the counted calls.
  @discardableResult
  public func expect(
    _ endpoint: Endpoint,
    times: Int = 1,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    where isIncluded: (RecordedCall) throws -> Bool = { _ in true }
  ) -> [RecordedCall] {
    var problems = ""
    let found = calls(to: endpoint).filter { call in
      do {
        return try isIncluded(call)
      } catch {
        problems += "\nNot readable: \(call): \(error.localizedDescription)"
        return false
      }
    }
    if found.count != times {
      report(
        "Expected \(Self.calls(times)) of \(endpoint.id), but there \(Self.were(found.count)).\(problems)\n\(listing)",
        at: (fileID, filePath, line, column)
      )
    }
    return found
  }

  /// Expects calls of endpoints in an order. Other calls before, between and after them are allowed.
  ///
  /// - Parameters:
  ///   - endpoints: the endpoints.
  ///   - fileID: where to report a failure; the line of the call by default.
  ///   - filePath: see `fileID`.
  ///   - line: see `fileID`.
  ///   - column: see `fileID`.
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
    report(
      "Expected a call of \(missing.id)\(before), but there was none.\n\(listing)",
      at: (fileID, filePath, line, column)
    )
  }

  /// Expects exactly these calls, in this order.
  ///
  /// - Parameters:
  ///   - endpoints: the endpoints; `[]` for no call.
  ///   - fileID: where to report a failure; the line of the call by default.
  ///   - filePath: see `fileID`.
  ///   - line: see `fileID`.
  ///   - column: see `fileID`.
  public func expect(
    exactly endpoints: [Endpoint],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard calls.map(\.endpoint) != endpoints else { return }
    let expected = endpoints.isEmpty ? "no calls" : "exactly " + endpoints.map(\.id).joined(separator: ", ")
    report("Expected \(expected).\n\(listing)", at: (fileID, filePath, line, column))
  }

  private var listing: String {
    let calls = calls
    if calls.isEmpty { return "There were no calls." }
    return (["Calls:"] + calls.enumerated().map { "\($0 + 1). \($1)" }).joined(separator: "\n")
  }

  private static func calls(_ count: Int) -> String {
    count == 0 ? "no call" : count == 1 ? "one call" : "\(count) calls"
  }

  private static func were(_ count: Int) -> String {
    count == 0 ? "was none" : count == 1 ? "was one" : "were \(count)"
  }
}
