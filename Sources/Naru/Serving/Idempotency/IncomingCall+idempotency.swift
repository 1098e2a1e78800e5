import Foundation
import HTTPTypes

extension IncomingCall {
  /// The longest key in bytes, which is what a database's index limits.
  private static let longestKey = 255

  /// The request's `Idempotency-Key`. `nil` if it has none, and for a request that only reads.
  var idempotencyKey: String? {
    get throws {
      guard endpoint.method != .get, endpoint.method != .head, let key = head.headerFields.value(of: .idempotencyKey)
      else {
        return nil
      }
      guard (1...Self.longestKey).contains(key.utf8.count) else {
        throw APIError.invalidRequest(
          LocalizedMessage(
            korean: "Idempotency-Key는 1바이트 이상 \(Self.longestKey)바이트 이하여야 합니다.",
            english: "The Idempotency-Key must have 1 to \(Self.longestKey) bytes."
          )
        )
      }
      return key
    }
  }

  /// Returns a digest of the request without its credentials, which the caller may have renewed. The body is read into memory if
  /// it is not a stream.
  mutating func fingerprint() async throws -> String {
    let type = MediaType(head.headerFields.value(of: .contentType) ?? "").essence
    var bytes = Data("\(head.method.rawValue)\n\(targetWithoutCredentials)\n\(type)\n".utf8)
    let blob = content()
    if isStreamed || blob.length ?? 0 > limits.body {
      // A multipart form has another boundary each time it is written, but always the same length.
      bytes.append(contentsOf: "\(blob.length ?? -1)".utf8)
    } else {
      let body = try await collected()
      readBody?.withLock { $0.isRead = false }
      content = { Blob(body, contentType: blob.contentType) }
      bytes.append(body)
    }
    return Digest128.hexadecimal(bytes)
  }

  /// The path and the query without API keys.
  private var targetWithoutCredentials: String {
    let target = head.path ?? "/"
    let keys = endpoint.security.flatMap(\.parts).compactMap { part in
      if case .query(let name) = part { name } else { nil }
    }
    guard !keys.isEmpty else { return target }
    let items = query.filter { !keys.contains($0.name) }
    return "\(target.splitTarget.path)?\(QueryString.encode(items))"
  }

  /// Whether the body is read chunk by chunk.
  private var isStreamed: Bool {
    endpoint.parameters.contains { $0.location == .part || $0.type == Blob.self }
  }
}
