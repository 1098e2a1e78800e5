package import Foundation
import HTTPTypes

/// Collects the head, the `ETag` and the age of the successful responses to a task's calls.
package final class ResponseNotes: Sendable {
  private let outer: ResponseNotes?
  private let state = Locked((head: HTTPResponse?.none, cachedAt: Date?.none))

  package init(below outer: ResponseNotes? = nil) {
    self.outer = outer
  }

  /// The `ETag` of the last response. `nil` if it had none.
  package var tag: EntityTag? { head?.headerFields[.eTag].flatMap(EntityTag.init(_:)) }

  /// The head of the last response. `nil` before there is one.
  var head: HTTPResponse? { state.withLock { $0.head } }

  /// When the server said the oldest of the values, if it was not asked for all of them now. `nil` if it was.
  package var cachedAt: Date? { state.withLock { $0.cachedAt } }

  /// Makes calls, and notes their responses.
  package func of<Value, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await CallOptions(notes: self).apply(isolation: isolation, body)
  }

  func add(_ response: APIResponse) {
    state.withLock { state in
      state.head = response.head
      if let cachedAt = response.cachedAt { state.cachedAt = min(state.cachedAt ?? cachedAt, cachedAt) }
    }
    outer?.add(response)
  }
}
