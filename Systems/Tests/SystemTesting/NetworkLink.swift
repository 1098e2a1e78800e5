package import Naru
package import Support

/// A way to a server that can be closed, or lose the answers to writes.
package final class NetworkLink: Transport {
  /// Whether the server can't be reached.
  package let isDown = Locked(false)
  /// Whether the server carries writes out, and the answers are lost.
  package let losesAnswers = Locked(false)
  private let server: any Transport

  package init(_ server: any Transport) {
    self.server = server
  }

  @concurrent
  package func send(_ request: APIRequest) async throws -> APIResponse {
    guard !isDown.withLock({ $0 }) else { throw APIError(.unreachable) }
    let response = try await server.send(request)
    if request.endpoint.method != .get, losesAnswers.withLock({ $0 }) { throw APIError(.unreachable) }
    return response
  }
}
