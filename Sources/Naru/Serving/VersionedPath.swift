import Foundation
import HTTPTypes

/// The `GET` of a path whose `ETag` is the version of the resource that writes of the same path change.
struct VersionedPath: Sendable {
  let endpoint: Endpoint
  let handler: ServedContract.Handler
  let writeLock: Turns

  /// Returns the rejection of a write that requires another version than the present one, or none. `nil` if it may be carried out.
  ///
  /// If the resource can't be read, the write's own response describes that, such as with a 404. A `PUT` with `If-Match` could create it,
  /// so it is rejected.
  fileprivate func rejection(of write: InterceptedCall) async throws -> APIError? {
    let head = write.head
    let (wanted, known) = (head.headerFields[.ifMatch], head.headerFields[.ifNoneMatch])
    guard wanted != nil || known != nil, let caller = write.caller else { return nil }
    var get = head
    get.method = .get
    get.path = head.path.map { String($0.splitTarget.path) }
    get.headerFields = head.headerFields.without(.ifMatch, .ifNoneMatch, .contentType, .contentLength, .idempotencyKey)
    let call = try IncomingCall(
      endpoint: endpoint,
      head: get,
      // The placeholders of the two endpoints may have different names.
      pathValues: zip(endpoint.path.placeholders, write.matched.pathValues).map { ($0, $1.value) },
      content: { Blob(Data()) },
      options: write.matched.options
    )
    let tag: String?
    do {
      let response = try await handler(caller, call)
      tag = response.head.status == .ok ? response.entityTag : nil
    } catch let error as APIError where error.requestDescription == nil {
      tag = nil
    }
    guard let tag else { return wanted != nil && head.method == .put ? .changedMeanwhile : nil }
    return wanted?.namesStrongTag(tag) == false || known?.namesEntityTag(tag) == true ? .changedMeanwhile : nil
  }
}

extension CallInterceptor {
  /// Calls the handler if the resource has the version that the request requires. Writes of the same resource run one after another, so it
  /// can't change between the check and the write. Writes through other paths are not covered, nor are other processes without a shared lock.
  static func checking(
    _ version: VersionedPath,
    _ store: (any IdempotencyStore)?,
    _ shared: (any WriteLock)?
  ) -> CallInterceptor {
    CallInterceptor { call, next in
      var call = call
      // Before its turn, because a client may send the body slowly.
      let request = store == nil ? nil : try await call.identify()
      if request == nil, case .collected = call.matched.route.body { _ = try await call.collectBody() }
      let ids = call.matched.pathValues.map { $0.value.removingPercentEncoding ?? String($0.value) }
      // One device may send an ID in upper case and another one in lower case.
      let key = [version.endpoint.id] + ids.map { $0.lowercased() }
      let write: @concurrent @Sendable () async throws -> APIResponse = { [call] in
        if let rejection = try await version.rejection(of: call) {
          // The version may come from the same request, whose response was lost.
          guard let store, let request, try await store.remembers(request) else { throw rejection }
        }
        return try await next(call)
      }
      guard let shared else { return try await version.writeLock.run(key, write) }
      return try await version.writeLock.run(key) { try await shared.run(key.joined(separator: "/"), write) }
    }
  }
}

/// Runs the operations of each key one after the other.
package final class Turns: Sendable {
  private struct Last {
    let number: Int
    let end: Task<Void, Never>
  }

  private let state = Locked((last: [[String]: Last](), number: 0))

  package init() {}

  /// Runs an operation when all earlier ones of the key have ended. A cancelled one does not begin.
  package func run<Value: Sendable>(
    _ key: [String],
    _ operation: @escaping @concurrent @Sendable () async throws -> Value
  ) async throws -> Value {
    let (task, number) = state.withLock { state in
      let previous = state.last[key]?.end
      state.number += 1
      let task = Task {
        await previous?.value
        try Task.checkCancellation()
        return try await operation()
      }
      state.last[key] = Last(number: state.number, end: Task { _ = await task.result })
      return (task, state.number)
    }
    defer { state.withLock { if $0.last[key]?.number == number { $0.last[key] = nil } } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

extension APIError {
  /// The 412 for a write that requires a version which is not the present one.
  static let changedMeanwhile = APIError(
    .conflict,
    LocalizedMessage(
      korean: "그사이 다른 곳에서 바뀌었습니다. 다시 불러온 뒤 시도해 주세요.",
      english: "This was changed elsewhere in the meantime. Load it again, and then retry."
    ),
    status: .preconditionFailed
  )
}
