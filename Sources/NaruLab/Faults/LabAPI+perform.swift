import Foundation
import HTTPTypes
import Naru

extension LabAPI.Fault {
  /// The longest duration of a fault that lasts until the client gives up.
  private static let longest = Duration.seconds(600)

  /// Responds to a call with the fault.
  func perform(
    on call: InterceptedCall,
    _ clock: ErasedClock,
    handle: () async -> APIResponse
  ) async -> APIResponse {
    switch self {
    case .delay:
      return await handle()
    case .status(let code, let retryAfter):
      let status = HTTPResponse.Status(code: code)
      return Self.failure(
        APIError(
          APIError.Code(status: status),
          "The lab returns \(code), because of a rule.",
          status: status,
          retryAfter: retryAfter.map { .seconds($0) }
        ),
        call
      )
    case .expiredToken:
      return Self.failure(.invalidToken, call)
    case .closesImmediately:
      return .dropped
    case .responseLost:
      _ = await handle()
      return .dropped
    case .neverResponds:
      _ = await handle()
      // A cancelled wait ends early; the client is gone then.
      try? await clock.sleep(for: Self.longest)
      return .dropped
    case .closesInBody:
      return await handle().cut(\.firstHalf)
    case .closesInCharacter:
      return await handle().cut(\.upToHalfCharacter)
    case .stallsInBody:
      return await handle().cut(\.firstHalf) { try await clock.sleep(for: Self.longest) }
    case .slowBody(let bytesPerSecond):
      return await handle().slowed(to: bytesPerSecond, clock)
    case .wrongCharset:
      var response = await handle()
      if let type = response.head.headerFields[.contentType] {
        response.head.headerFields[.contentType] = "\(MediaType(type).essence); charset=euc-kr"
      }
      return response
    case .brokenJSON:
      var response = await handle()
      if let last = response.body.indices.last { response.body[last] = UInt8(ascii: ",") }
      return response
    case .captivePortal:
      return APIResponse(
        head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/html; charset=utf-8"]),
        body: Data("<!doctype html><title>Wi-Fi</title><p>로그인이 필요합니다.</p>".utf8)
      )
    }
  }

  private static func failure(_ error: APIError, _ call: InterceptedCall) -> APIResponse {
    APIResponse(failure: error, format: call.endpoint.format, language: call.language)
  }
}

extension APIResponse {
  /// The body as a stream.
  private var chunks: Blob {
    stream ?? Blob(body, contentType: head.headerFields[.contentType] ?? "application/octet-stream")
  }

  /// Returns the response with a part of its first chunk, followed by an error. A response without a body is dropped.
  fileprivate func cut(
    _ part: @escaping @Sendable (Data) -> Data,
    wait: @escaping @concurrent @Sendable () async throws -> Void = {}
  ) -> APIResponse {
    guard stream != nil || !body.isEmpty else { return .dropped }
    return streaming(chunks) { blob in
      var iterator: Blob.AsyncIterator? = blob.makeAsyncIterator()
      return {
        if let chunk = try await iterator?.next() {
          iterator = nil
          return part(chunk)
        }
        try await wait()
        throw APIError(.unreachable)
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
