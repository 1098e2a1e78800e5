import AsyncHTTPClient
import Foundation
import NIOCore
import Naru

/// Reads the body of an answer, decompressed. Letting go of it ends the call.
final class ReceivedBody: @unchecked Sendable {
  // One task has it at a time: that of a call, or the one that reads a blob.
  private var iterator: HTTPClientResponse.Body.AsyncIterator
  private let inflater: Inflater?

  init(_ body: HTTPClientResponse.Body, _ inflater: Inflater?) {
    iterator = body.makeAsyncIterator()
    self.inflater = inflater
  }

  /// The next bytes; `nil` at the end.
  func next() async throws -> ByteBuffer? {
    guard let inflater else { return try await iterator.next() }
    while true {
      if let bytes = try inflater.next() { return bytes }
      guard let bytes = try await iterator.next() else {
        try inflater.finish()
        return nil
      }
      inflater.feed(bytes)
    }
  }

  /// All bytes.
  func collect(upTo limit: Int) async throws -> ByteBuffer {
    var all = ByteBuffer()
    while var bytes = try await next() {
      guard all.readableBytes + bytes.readableBytes <= limit else { throw APIError(.tooLarge) }
      all.writeBuffer(&bytes)
    }
    return all
  }
}
