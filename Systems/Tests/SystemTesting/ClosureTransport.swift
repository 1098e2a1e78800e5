import Foundation
package import HTTPTypes
package import Naru

/// A transport that is a closure.
package struct ClosureTransport: Transport {
  private let respond: @Sendable (APIRequest) async throws -> APIResponse

  /// Creates a transport.
  package init(_ respond: @escaping @Sendable (APIRequest) async throws -> APIResponse) {
    self.respond = respond
  }

  @concurrent
  package func send(_ request: APIRequest) async throws -> APIResponse { try await respond(request) }

  /// A transport to a server that can't be reached.
  package static let unreachable = ClosureTransport { _ in throw APIError(.unreachable) }

  /// A transport to a server with the same response to every request.
  package static func fixed(_ body: String, status: HTTPResponse.Status = .ok) -> ClosureTransport {
    ClosureTransport { _ in APIResponse(head: HTTPResponse(status: status), body: Data(body.utf8)) }
  }
}
