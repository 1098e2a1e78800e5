import AsyncHTTPClient
import NIOCore
import Naru

/// A reader of a response's body, which decompresses it. Releasing the reader ends the call.
final class ReceivedBody: @unchecked Sendable {
  // One task uses it at a time: the call's task, or the task that reads the blob.
  private var iterator: HTTPClientResponse.Body.AsyncIterator
  private let inflater: Inflater?

  init(_ body: HTTPClientResponse.Body, _ inflater: Inflater?) {
    iterator = body.makeAsyncIterator()
    self.inflater = inflater
  }

  /// Returns the next bytes, and `nil` at the end.
  // Inline, because the frame of an async function costs more than its work.
  @inline(__always)
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

  func collect(upTo limit: Int) async throws -> ByteBuffer {
    var all = ByteBuffer()
    while var bytes = try await next() {
      guard all.readableBytes + bytes.readableBytes <= limit else { throw APIError(.tooLarge) }
      if all.readableBytes == 0 { all = bytes } else { all.writeBuffer(&bytes) }
    }
    return all
  }
}
