import NIOCore
import NIOFoundationCompat
import Naru

/// The body of a request that is sent in pieces.
final class SentBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  /// The error for a blob that could not be read.
  struct BlobFailure: Error {
    let underlyingError: any Error
  }

  private struct State {
    var reading: Task<Bool, Never>?
    var isCancelled = false
  }

  /// The maximum size of a piece in bytes.
  private static let pieceSize = 1 << 16

  private let blob: Blob
  private let onSend: (@Sendable (_ bytes: Int, _ total: Int?) -> Void)?
  private let state = Locked(State())

  init(_ blob: Blob, onSend: (@Sendable (_ bytes: Int, _ total: Int?) -> Void)?) {
    self.blob = blob
    self.onSend = onSend
  }

  /// The number of bytes. `nil` if it is known only at the end.
  var length: Int? { blob.length }

  /// Stops waiting for a blob that doesn't continue. The client doesn't do that when a call ends.
  func cancel() {
    let reading = state.withLock { state in
      state.isCancelled = true
      return state.reading
    }
    reading?.cancel()
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(body: self, blob: blob.makeAsyncIterator())
  }

  final class Iterator: AsyncIteratorProtocol, @unchecked Sendable {
    // Only the client asks for the next piece, and only after it has the one before.
    private let body: SentBody
    private var blob: Blob.AsyncIterator
    private var rest = ByteBuffer()
    private var failure: (any Error)?
    private var count = 0

    fileprivate init(body: SentBody, blob: Blob.AsyncIterator) {
      self.body = body
      self.blob = blob
    }

    func next() async throws -> ByteBuffer? {
      while rest.readableBytes == 0 {
        guard try await read() else { return nil }
      }
      let piece = rest.readSlice(length: Swift.min(rest.readableBytes, SentBody.pieceSize))
      if let piece, let onSend = body.onSend {
        count += piece.readableBytes
        onSend(count, body.blob.length)
      }
      return piece
    }

    /// Waits for a chunk in a task that can be cancelled. Returns whether there was one.
    private func read() async throws -> Bool {
      let reading = Task {
        do {
          guard let chunk = try await blob.next() else { return false }
          rest = ByteBuffer(data: chunk)
          return true
        } catch {
          failure = error
          return false
        }
      }
      let isCancelled = body.state.withLock { state in
        state.reading = reading
        return state.isCancelled
      }
      if isCancelled { reading.cancel() }
      let hasMore = await reading.value
      if let failure { throw BlobFailure(underlyingError: failure) }
      return hasMore
    }
  }
}
