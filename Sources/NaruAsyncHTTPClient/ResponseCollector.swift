import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Naru

/// The receiver of one whole response, which is decompressed, up to a limit.
final class ResponseCollector: HTTPClientResponseDelegate, @unchecked Sendable {
  // The client calls all methods on the event loop of the request.
  private let limit: Int
  private let inflates: Bool
  private var head = HTTPResponse(status: .ok)
  private var inflater: Inflater?
  private var body = ByteBuffer()

  /// Creates a receiver of a body of at most `limit` bytes.
  init(limit: Int, inflates: Bool) {
    self.limit = limit
    self.inflates = inflates
  }

  func didReceiveHead(task: HTTPClient.Task<APIResponse>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
    let encoding: String?
    (self.head, encoding) = HTTPResponse.received(head.status, head.headers, inflates: inflates)
    inflater = Inflater(encoding)
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didReceiveBodyPart(task: HTTPClient.Task<APIResponse>, _ bytes: ByteBuffer) -> EventLoopFuture<Void> {
    do {
      if let inflater {
        inflater.feed(bytes)
        while let bytes = try decompressed({ try inflater.next() }) { try add(bytes) }
      } else {
        try add(bytes)
      }
      return task.eventLoop.makeSucceededVoidFuture()
    } catch {
      return task.eventLoop.makeFailedFuture(error)
    }
  }

  func didFinishRequest(task: HTTPClient.Task<APIResponse>) throws -> APIResponse {
    if let inflater { try decompressed { try inflater.finish() } }
    return APIResponse(head: head, body: Data(buffer: body, byteTransferStrategy: .noCopy))
  }

  private func add(_ bytes: ByteBuffer) throws {
    guard bytes.readableBytes <= limit - body.readableBytes else { throw APIError(.tooLarge) }
    // Most responses have one part, which is not copied.
    if body.readableBytes == 0 { body = bytes } else { body.writeImmutableBuffer(bytes) }
  }

  private func decompressed<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch {
      throw APIError(.decodingFailed, status: head.status, underlyingError: error)
    }
  }
}

extension HTTPResponse {
  /// Returns the head of a response, and the encoding of its body if it has to be decompressed.
  static func received(
    _ status: HTTPResponseStatus,
    _ headers: HTTPHeaders,
    inflates: Bool
  ) -> (head: HTTPResponse, encoding: String?) {
    var head = HTTPResponse(status: .init(code: Int(status.code), reasonPhrase: status.reasonPhrase))
    head.headerFields.reserveCapacity(headers.count)
    for (name, value) in headers {
      if let name = HTTPField.Name(received: name) { head.headerFields.append(HTTPField(name: name, value: value)) }
    }
    let encoding = inflates ? head.headerFields.value(of: .contentEncoding) : nil
    guard Inflater.knows(encoding) else { return (head, nil) }
    // They describe the compressed body.
    head.headerFields[.contentEncoding] = nil
    head.headerFields[.contentLength] = nil
    return (head, encoding)
  }
}

extension HTTPField.Name {
  /// The names of most fields. Checking a name and making its lowercase form takes longer than finding it here.
  private static let usual: [HTTPField.Name] = [
    .contentType, .contentLength, .eTag, .date, .server, .cacheControl, .connection, .transferEncoding, .vary,
  ]

  fileprivate init?(received name: String) {
    guard let usual = Self.usual.first(where: { $0.rawName == name }) ?? HTTPField.Name(name) else { return nil }
    self = usual
  }
}
