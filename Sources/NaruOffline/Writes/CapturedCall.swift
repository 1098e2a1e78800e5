import Naru

/// Replaces the network while a write is queued: it stores the request, and sends nothing.
final class CapturedCall: Middleware {
  struct Captured: Error {}

  private let request = Locked<APIRequest?>(nil)

  /// The request. `nil` if no call was made.
  var captured: APIRequest? { request.withLock { $0 } }

  @concurrent
  func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    self.request.withLock { $0 = $0 ?? request }
    throw Captured()
  }
}
