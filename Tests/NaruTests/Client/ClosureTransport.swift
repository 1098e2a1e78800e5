import Foundation
import HTTPTypes
import Naru

/// A transport that is a closure.
struct ClosureTransport: Transport {
  let respond: @Sendable (APIRequest) async throws -> APIResponse

  func send(_ request: APIRequest) async throws -> APIResponse {
    try await respond(request)
  }

  /// Responds to every request with a status and a body.
  static func status(_ code: Int, _ body: String = "") -> ClosureTransport {
    ClosureTransport { _ in
      APIResponse(head: HTTPResponse(status: .init(code: code)), body: Data(body.utf8))
    }
  }
}
