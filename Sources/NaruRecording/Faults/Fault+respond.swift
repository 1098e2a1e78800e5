import Foundation
import HTTPTypes
package import Naru

extension Fault.Injected {
  /// Responds to a call with the fault.
  ///
  /// - Parameters:
  ///   - failure: makes a response of a failure.
  ///   - patience: how long a client waits for a response, or for more of its body.
  ///   - clock: the clock of all waits.
  ///   - handle: handles the call.
  /// - Returns: the response.
  /// - Throws: `APIError` for a closed connection and after a wait for nothing.
  package func respond(
    failure: (APIError) -> APIResponse,
    patience: Duration,
    _ clock: ErasedClock,
    handle: () async throws -> APIResponse
  ) async throws -> APIResponse {
    let closed = APIError(.unreachable, underlyingError: self)
    let stall: @concurrent @Sendable () async throws -> Void = {
      do { try await clock.sleep(for: patience) } catch { throw APIError(.cancelled) }
      throw APIError(.timedOut, underlyingError: self)
    }
    switch fault.kind {
    // The lab holds a call by itself.
    case .delay, .holdsRequest, .holdsResponse: return try await handle()
    case .status:
      let status = HTTPResponse.Status(code: fault.code ?? 503)
      let sentence: LocalizedMessage = "The call fails with \(status.code), because of a rule."
      let retryAfter = fault.retryAfter.map { Duration.seconds($0) }
      return failure(APIError(APIError.Code(status: status), sentence, status: status, retryAfter: retryAfter))
    case .expiredToken: return failure(.invalidToken)
    case .closesImmediately: throw closed
    case .acceptsSilently:
      try await stall()
      throw closed
    case .responseLost:
      _ = try await handle()
      throw closed
    case .neverResponds:
      _ = try await handle()
      try await stall()
      throw closed
    case .closesInBody: return try await handle().cut(\.firstHalf) { throw closed }
    case .closesInCharacter: return try await handle().cut(\.upToHalfCharacter) { throw closed }
    case .stallsInBody: return try await handle().cut(\.firstHalf, end: stall)
    case .slowBody: return try await handle().slowed(to: fault.bytesPerSecond ?? 1, clock)
    case .wrongCharset:
      var response = try await handle()
      if let type = response.head.headerFields[.contentType] {
        response.head.headerFields[.contentType] = "\(MediaType(type).essence); charset=euc-kr"
      }
      return response
    case .brokenJSON:
      var response = try await handle()
      if let last = response.body.indices.last { response.body[last] = UInt8(ascii: ",") }
      return response
    case .captivePortal:
      return APIResponse(
        head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/html; charset=utf-8"]),
        body: Data("<!doctype html><title>Wi-Fi</title><p>로그인이 필요합니다.</p>".utf8)
      )
    }
  }
}

extension APIResponse {
  /// The body as a stream.
  private var chunks: Blob {
    stream ?? Blob(body, contentType: head.headerFields[.contentType] ?? "application/octet-stream")
  }

  /// Returns the response with a part of its first chunk, followed by the error at the `end`, which is thrown at once without a body.
  fileprivate func cut(
    _ part: @escaping @Sendable (Data) -> Data,
    end: @escaping @concurrent @Sendable () async throws -> Void
  ) async throws -> APIResponse {
    if stream == nil, body.isEmpty { try await end() }
    return streaming(chunks) { blob in
      var iterator: Blob.AsyncIterator? = blob.makeAsyncIterator()
      return {
        if let chunk = try await iterator?.next() {
          iterator = nil
          return part(chunk)
        }
        try await end()
        return nil
      }
    }
  }

  /// Returns the response with a body that takes its time, in ten pieces a second.
  fileprivate func slowed(to bytesPerSecond: Int, _ clock: ErasedClock) -> APIResponse {
    guard stream != nil || !body.isEmpty else { return self }
    let size = max(1, bytesPerSecond / 10)
    return streaming(chunks) { blob in
      var iterator = blob.makeAsyncIterator()
      var rest = Data()
      return {
        while rest.isEmpty {
          guard let chunk = try await iterator.next() else { return nil }
          rest = chunk
        }
        let piece = rest.prefix(size)
        rest = rest.dropFirst(size)
        try await clock.sleep(for: .seconds(Double(piece.count) / Double(bytesPerSecond)))
        return piece
      }
    }
  }

  private func streaming(
    _ blob: Blob,
    _ start: @escaping @Sendable (Blob) -> @concurrent () async throws -> Data?
  ) -> APIResponse {
    var response = self
    response.body = Data()
    response.stream = Blob(length: blob.length, contentType: blob.contentType, filename: blob.filename) { start(blob) }
    return response
  }
}
