import CZlib
import Foundation

extension Data {
  /// The formats of compressed bodies.
  enum Compression: CInt {
    /// RFC 1952: `gzip`.
    case gzip = 31
    /// RFC 1950: `deflate` according to the standard.
    case zlib = 15
    /// RFC 1951: `deflate` of some servers.
    case raw = -15
  }

  /// Returns the compressed bytes.
  func compressed(_ compression: Compression) -> Data {
    var stream = z_stream()
    let size = CInt(MemoryLayout<z_stream>.size)
    var result = deflateInit2_(&stream, 9, Z_DEFLATED, compression.rawValue, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    precondition(result == Z_OK, "zlib can't compress: \(result)")
    defer { deflateEnd(&stream) }
    var output = Data(count: Int(deflateBound(&stream, UInt(count))))
    var input = self
    input.withUnsafeMutableBytes { input in
      output.withUnsafeMutableBytes { output in
        stream.next_in = input.bindMemory(to: Bytef.self).baseAddress
        stream.avail_in = uInt(input.count)
        stream.next_out = output.bindMemory(to: Bytef.self).baseAddress
        stream.avail_out = uInt(output.count)
        result = deflate(&stream, Z_FINISH)
      }
    }
    precondition(result == Z_STREAM_END, "zlib can't compress: \(result)")
    return output.prefix(Int(stream.total_out))
  }
}
