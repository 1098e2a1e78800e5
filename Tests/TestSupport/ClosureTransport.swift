package import Foundation
package import HTTPTypes
package import Naru

/// A transport that is a closure.
package struct ClosureTransport: Transport {
  private let respond: @Sendable (APIRequest) async throws -> APIResponse

  package init(_ respond: @escaping @Sendable (APIRequest) async throws -> APIResponse) {
    self.respond = respond
  }

  @concurrent
  package func send(_ request: APIRequest) async throws -> APIResponse { try await respond(request) }

  /// A transport to a server that can't be reached.
  package static let unreachable = ClosureTransport { _ in throw APIError(.unreachable) }

  /// Responds to every request with a status and a body.
  package static func status(_ code: Int, _ body: String = "", _ fields: HTTPFields = [:]) -> ClosureTransport {
    status(code, Data(body.utf8), fields)
  }

  /// Responds to every request with a status and bytes.
  package static func status(_ code: Int, _ body: Data, _ fields: HTTPFields = [:]) -> ClosureTransport {
    ClosureTransport { _ in
      APIResponse(head: HTTPResponse(status: .init(code: code), headerFields: fields), body: body)
    }
  }
}
