package import Foundation
import HTTPTypes
package import Naru

/// The contracts of an app's backend without a socket. People are their tokens.
package struct TestServer: Sendable {
  private let transport: InMemoryTransport

  /// Serves the contracts that are made with ``options``.
  package init(_ contracts: [ServedContract]) {
    transport = InMemoryTransport(contracts)
  }

  /// Options with which the token is the person's name, and `bad` is no token.
  package static let options = ServingOptions(authenticator: TokenIsName())

  /// The person with a name of at most 16 bytes.
  package static func user(_ name: String) -> Caller.User {
    let bytes = Array(name.utf8.prefix(16)) + Array(repeating: 0, count: 16)
    return Caller.User(id: bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }, name: name)
  }

  /// A client that asks as a person, or as nobody.
  package func client(_ name: String? = nil) -> APIClient {
    APIClient(
      InMemoryTransport.url,
      transport: transport,
      middleware: [BearerAuthentication { name.map { Secret($0) } }]
    )
  }

  /// Sends a request as any client may write it.
  package func send(
    _ method: String,
    _ path: String,
    _ body: String? = nil,
    as name: String? = nil
  ) async throws -> RawAnswer {
    var head = HTTPRequest(
      method: HTTPRequest.Method(rawValue: method) ?? .get,
      scheme: "http",
      authority: "naru.invalid",
      path: path
    )
    if let name { head.headerFields[.authorization] = "Bearer \(name)" }
    if body != nil { head.headerFields[.contentType] = "application/json" }
    let request = APIRequest(endpoint: Endpoint("Raw", "raw", .get, "/"), head: head, body: Data((body ?? "").utf8))
    let response = try await transport.send(request)
    return RawAnswer(
      status: response.head.status.code,
      text: String(decoding: response.body, as: UTF8.self)
    )
  }

  private struct TokenIsName: Authenticator {
    func user(for token: Secret) async throws -> Caller.User? {
      token.revealed == "bad" ? nil : TestServer.user(token.revealed)
    }
  }
}

/// An answer as it goes over the wire.
package struct RawAnswer: Sendable {
  /// The status.
  package let status: Int
  /// The body.
  package let text: String

  /// An answer with a status and a body.
  package init(status: Int, text: String) {
    (self.status, self.text) = (status, text)
  }

  /// The body as JSON.
  package var json: NSObject? {
    try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? NSObject
  }

  /// A field of the body, or of what is at a path such as `items.0.content`.
  package subscript(path: String) -> NSObject? {
    path.split(separator: ".").reduce(json) { value, key in
      if let index = Int(key) {
        (value as? [NSObject]).flatMap { $0.indices.contains(index) ? $0[index] : nil }
      } else {
        (value as? [String: NSObject])?[String(key)]
      }
    }
  }

  /// The names of the body's fields.
  package var names: Set<String> { Set((json as? [String: NSObject] ?? [:]).keys) }
}

/// The error that a call fails with.
package func failure(_ call: () async throws -> some Any) async throws -> APIError {
  do {
    _ = try await call()
  } catch let error as APIError {
    return error
  }
  throw APIError(.failed, "The call succeeded.")
}
