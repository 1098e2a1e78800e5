import CZlib
import Foundation
import NIOCore

/// A decompressor of responses in chunks, so that memory is bounded whatever the ratio of compression.
///
/// async-http-client can also decompress, but the limit of the decompressed size belongs to the client, which all calls share. A
/// call has a limit of its own (`APIRequest.maxResponseSize`), and a streamed response has none.
final class Inflater {
  /// The maximum size of a decompressed chunk.
  private static let pieceSize = 1 << 16

  private enum State {
    /// Before the first byte.
    case unstarted
    case running
    /// At the end of a compressed member. Another may follow (RFC 1952, section 2.2).
    case between
  }

  private let isSupported: Bool
  private let isGzip: Bool
  private var stream: UnsafeMutablePointer<z_stream>
  private var state = State.unstarted
  private var input = ByteBuffer()
  /// Whether the last chunk filled its buffer, so that zlib may have more output.
  private var isFull = false

  static let accepted = "gzip, deflate"

  private static let supported: Set<String> = ["gzip", "x-gzip", "deflate"]

  /// Returns a `Content-Encoding` if it is a compression. Others, such as the charsets that some servers send, change nothing, and a call that
  /// accepts another compression reads the compressed bytes.
  static func compression(_ field: String, accepted: String?) -> String? {
    let codings = field.lowercased().filter { !$0.isWhitespace }.split(separator: ",").map(String.init)
    // Several are not undone, because a proxy may only have repeated the field.
    let encoding = codings.filter { $0 != "identity" }.joined(separator: ",")
    if supported.contains(encoding) { return encoding }
    let isOther = codings.contains { supported.contains($0) || ["br", "zstd", "compress", "x-compress"].contains($0) }
    return isOther && accepted?.lowercased().contains(encoding) != true ? encoding : nil
  }

  /// Creates a decompressor. One for an unsupported compression throws at the first bytes.
  init(_ encoding: String) {
    isSupported = Self.supported.contains(encoding)
    isGzip = encoding != "deflate"
    // On the heap, because zlib keeps its address.
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if state != .unstarted { inflateEnd(stream) }
    stream.deallocate()
  }

  /// Adds received bytes. ``next()`` decompresses them.
  func feed(_ bytes: ByteBuffer) {
    var bytes = bytes
    input.discardReadBytes()
    input.writeBuffer(&bytes)
  }

  /// Returns the next chunk. Returns `nil` if more bytes have to be fed first.
  func next() throws -> ByteBuffer? {
    while input.readableBytes > 0 || isFull {
      if state == .unstarted {
        guard try start() else { return nil }
      } else if state == .between {
        guard inflateReset(stream) == Z_OK else { throw BadCompression() }
        state = .running
      }
      var output = ByteBuffer()
      var result = Z_OK
      output.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.pieceSize) { output in
        input.readWithUnsafeMutableReadableBytes { input in
          stream.pointee.next_in = input.bindMemory(to: Bytef.self).baseAddress
          stream.pointee.avail_in = uInt(input.count)
          stream.pointee.next_out = output.bindMemory(to: Bytef.self).baseAddress
          stream.pointee.avail_out = uInt(min(output.count, Self.pieceSize))
          result = inflate(stream, Z_NO_FLUSH)
          return input.count - Int(stream.pointee.avail_in)
        }
        return min(output.count, Self.pieceSize) - Int(stream.pointee.avail_out)
      }
      isFull = output.readableBytes == Self.pieceSize && result == Z_OK
      switch result {
      case Z_OK: break
      case Z_STREAM_END: state = .between
      case Z_BUF_ERROR where output.readableBytes == 0: return nil
      default: throw BadCompression()
      }
      if output.readableBytes > 0 { return output }
    }
    return nil
  }

  /// Checks that the input is complete. An empty one is.
  func finish() throws {
    guard state != .running, input.readableBytes == 0 else { throw BadCompression() }
  }

  /// Detects the format: “deflate” should have a zlib header, but some servers send none.
  private func start() throws -> Bool {
    guard isSupported else { throw BadCompression() }
    var windowBits: CInt = 15 + 16
    if !isGzip {
      guard let start: UInt16 = input.getInteger(at: input.readerIndex) else { return false }
      windowBits = (start >> 8) & 0xF == 8 && start % 31 == 0 ? 15 : -15
    }
    let size = CInt(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, windowBits, ZLIB_VERSION, size) == Z_OK else { throw BadCompression() }
    state = .running
    return true
  }
}

/// The error for a response whose compressed data is invalid or truncated, or compressed in a way that was not asked for.
struct BadCompression: Error, CustomStringConvertible {
  var description: String {
    "The response's body does not match its Content-Encoding, is truncated, or has a compression other than gzip and deflate."
  }
}
