package import Foundation
package import HTTPTypes
package import Naru

extension Transport {
  /// Sends a request to a server as a client without a contract could.
  package func send(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ fields: HTTPFields = [:],
    _ body: Data = Data(),
    to server: URL = InMemoryTransport.url
  ) async throws -> APIResponse {
    let authority = (server.host() ?? "") + (server.port.map { ":\($0)" } ?? "")
    let head = HTTPRequest(method: method, scheme: "http", authority: authority, path: path, headerFields: fields)
    return try await send(APIRequest(endpoint: Endpoint("Tests", "any", .get, "/"), head: head, body: body))
  }

  /// The transport, which first shows each request to a closure.
  package func watched(_ look: @escaping @Sendable (APIRequest) async -> Void) -> ClosureTransport {
    ClosureTransport { request in
      await look(request)
      return try await send(request)
    }
  }
}

extension APIResponse {
  /// The body as text.
  package var text: String { String(decoding: body, as: UTF8.self) }
}
