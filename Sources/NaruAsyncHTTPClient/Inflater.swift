import CZlib
import Foundation
import NIOCore

/// Decompresses an answer piece by piece, so that no more is in memory than was asked for, whatever the ratio.
final class Inflater {
  /// How many bytes are given at once.
  private static let pieceSize = 1 << 16

  private enum State {
    /// Nothing has come yet.
    case unstarted
    case running
    /// At the end of a compressed part. Another may follow (RFC 1952, section 2.2).
    case between
  }

  private let isGzip: Bool
  private var stream: UnsafeMutablePointer<z_stream>
  private var state = State.unstarted
  private var input = ByteBuffer()
  /// Whether the last bytes filled their buffer, so that zlib may hold more back.
  private var isFull = false

  /// What answers may be compressed with.
  static let accepted = "gzip, deflate"

  /// Whether a `Content-Encoding` is one of them.
  static func knows(_ encoding: String?) -> Bool {
    guard let encoding else { return false }
    return ["gzip", "x-gzip", "deflate"].contains(encoding.lowercased())
  }

  /// `nil` where an answer is not compressed, or with something that was not asked for.
  init?(_ encoding: String?) {
    guard let encoding, Self.knows(encoding) else { return nil }
    isGzip = encoding.lowercased() != "deflate"
    // On the heap, because zlib remembers where it is.
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if state != .unstarted { inflateEnd(stream) }
    stream.deallocate()
  }

  /// Adds what came. It is decompressed by ``next()``.
  func feed(_ bytes: ByteBuffer) {
    var bytes = bytes
    input.discardReadBytes()
    input.writeBuffer(&bytes)
  }

  /// The next bytes. `nil` where more has to be fed first.
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

  /// Checks that what was fed is complete. An answer without a body is.
  func finish() throws {
    guard state != .running, input.readableBytes == 0 else { throw BadCompression() }
  }

  /// Finds out which form it is: “deflate” should have an envelope, and some servers send it without.
  private func start() throws -> Bool {
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

/// An answer says that it is compressed, and is not, or not all of it came.
struct BadCompression: Error, CustomStringConvertible {
  var description: String { "The answer is not what its Content-Encoding says, or not all of it." }
}
