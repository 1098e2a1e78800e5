import Foundation
import HTTPTypes

extension CallInterceptor {
  /// Calls the handler, or returns the first response to the same request.
  static func once(in store: any IdempotencyStore) -> CallInterceptor {
    CallInterceptor { call, next in
      var call = call
      guard let request = try await call.identify() else { return try await next(call) }
      return try await store.response(to: request) { [call] in try await next(call) }
    }
  }
}

extension InterceptedCall {
  /// The longest key in bytes, which is what a database's index limits.
  private static let longestKey = 255

  /// Returns the description of a request with a key. `nil` if it has none.
  mutating func identify() async throws -> IdempotentRequest? {
    if let keyed { return keyed }
    guard let caller, let key = head.headerFields.value(of: .idempotencyKey) else { return nil }
    guard (1...Self.longestKey).contains(key.utf8.count) else {
      throw APIError.invalidRequest([
        .korean: "Idempotency-Key는 1바이트 이상 \(Self.longestKey)바이트 이하여야 합니다.",
        .english: "The Idempotency-Key must have 1 to \(Self.longestKey) bytes.",
      ])
    }
    keyed = IdempotentRequest(caller: caller, endpoint: endpoint, key: key, fingerprint: try await fingerprint())
    return keyed
  }

  /// Returns a digest of the request without its credentials, which the caller may have renewed. The body is read into memory if
  /// it is not a stream.
  private mutating func fingerprint() async throws -> String {
    let type = MediaType(head.headerFields.value(of: .contentType) ?? "").essence
    var bytes = Data("\(head.method.rawValue)\n\(try targetWithoutCredentials)\n\(type)\n".utf8)
    // A multipart form has another boundary each time it is written, but always the same length.
    bytes.append(try await collectBody() ?? Data("\(body().length ?? -1)".utf8))
    return Digest128.hexadecimal(bytes)
  }

  /// Reads the body into memory, so that nothing after that waits for the client. Returns `nil` for a stream, which is not read.
  mutating func collectBody() async throws -> Data? {
    let (blob, limit) = (body(), matched.options.maxBodySize)
    body = { blob }
    guard !isStreamed, blob.length ?? 0 <= limit else { return nil }
    let data = try await head.collect(blob, upTo: limit)
    body = { Blob(data, contentType: blob.contentType) }
    return data
  }

  /// The path and the query without API keys.
  private var targetWithoutCredentials: String {
    get throws {
      let target = (head.path ?? "/").splitTarget
      let keys = endpoint.security.flatMap(\.parts).compactMap { part in
        if case .query(let name) = part { name } else { nil }
      }
      guard !keys.isEmpty else { return head.path ?? "/" }
      let items = try target.query.map(QueryString.items) ?? []
      return "\(target.path)?\(QueryString.encode(items.filter { !keys.contains($0.name) }))"
    }
  }

  /// Whether the body is read chunk by chunk.
  private var isStreamed: Bool {
    endpoint.parameters.contains { $0.location == .part || $0.type == Blob.self }
  }
}
