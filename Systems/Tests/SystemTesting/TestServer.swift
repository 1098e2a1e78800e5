package import Foundation
import HTTPTypes
package import Naru
import Rules

/// A server of contracts without a socket. A person's token is their name.
package struct TestServer: Sendable {
  /// The way to the contracts.
  package let transport: InMemoryTransport

  /// Creates a server of contracts, which must use ``options``.
  package init(_ contracts: [ServedContract]) {
    transport = InMemoryTransport(contracts)
  }

  /// Options with which the token is the person's name. The token `bad` is invalid. Messages are those of the local backend.
  package static let options = ServingOptions(
    authenticator: TokenIsName(),
    language: .korean,
    describe: \.sentenceForPeople
  )

  /// Returns the user with a name. Only its first 16 bytes count.
  package static func user(_ name: String) -> Caller.User {
    let bytes = Array(name.utf8.prefix(16)) + Array(repeating: 0, count: 16)
    return Caller.User(id: bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }, name: name)
  }

  /// Returns a client of a person, or of a guest.
  package func client(_ name: String? = nil) -> APIClient {
    APIClient(
      InMemoryTransport.url,
      transport: transport,
      middleware: [BearerAuthentication { name.map { Secret($0) } }]
    )
  }

  /// Sends a raw request.
  package func send(
    _ method: String,
    _ path: String,
    _ body: String? = nil,
    as name: String? = nil,
    in language: String? = nil,
    key: String? = nil
  ) async throws -> RawAnswer {
    var head = HTTPRequest(
      method: HTTPRequest.Method(rawValue: method) ?? .get,
      scheme: "http",
      authority: "naru.invalid",
      path: path
    )
    if let name { head.headerFields[.authorization] = "Bearer \(name)" }
    if let language { head.headerFields[.acceptLanguage] = language }
    if body != nil { head.headerFields[.contentType] = "application/json" }
    if let key, let name = HTTPField.Name("Idempotency-Key") { head.headerFields[name] = key }
    let request = APIRequest(endpoint: Endpoint("Raw", "raw", .get, "/"), head: head, body: Data((body ?? "").utf8))
    let response = try await transport.send(request)
    return RawAnswer(
      status: response.head.status.code,
      text: String(decoding: response.body, as: UTF8.self),
      isReplayed: response.isReplayed
    )
  }
}

extension TestServer {
  /// Sends a request with a key, does something else, and sends the request again.
  ///
  /// The repeated request gets the first response, whatever happened to the resource meanwhile.
  package func isReplayed(
    _ method: String,
    _ path: String,
    _ body: String,
    as name: String,
    after change: () async throws -> Void
  ) async throws -> Bool {
    let first = try await send(method, path, body, as: name, key: "key \(path)")
    try await change()
    let again = try await send(method, path, body, as: name, key: "key \(path)")
    return (200..<300).contains(first.status) && !first.isReplayed && again.isReplayed
      && again.status == first.status && again.text == first.text
  }
}

/// A raw response.
package struct RawAnswer: Sendable {
  /// The status.
  package let status: Int
  /// The body.
  package let text: String
  /// Whether it is the remembered response to an earlier request with the same `Idempotency-Key`.
  package let isReplayed: Bool

  /// Creates a response.
  package init(status: Int, text: String, isReplayed: Bool = false) {
    (self.status, self.text, self.isReplayed) = (status, text, isReplayed)
  }

  /// The body as JSON.
  package var json: NSObject? {
    try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? NSObject
  }

  /// The value at a path in the body, such as `items.0.content`.
  package subscript(path: String) -> NSObject? {
    path.split(separator: ".").reduce(json) { value, key in
      if let index = Int(key) {
        (value as? [NSObject]).flatMap { $0.indices.contains(index) ? $0[index] : nil }
      } else {
        (value as? [String: NSObject])?[String(key)]
      }
    }
  }

  /// The names of the fields of the body.
  package var names: Set<String> { Set((json as? [String: NSObject] ?? [:]).keys) }
}

/// Runs a call that must fail, and returns its error.
package func failure(_ call: () async throws -> some Any) async throws -> APIError {
  do {
    _ = try await call()
  } catch let error as APIError {
    return error
  }
  throw APIError(.unknown, "The call succeeded.")
}
