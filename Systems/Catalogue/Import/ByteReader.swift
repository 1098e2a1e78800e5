import Foundation
import Zlib

/// A reader of a file's bytes, compressed with gzip or not, as detected from the content.
struct ByteReader: ~Copyable {
  /// The size of the file in bytes, as stored.
  let totalBytes: Int64
  private let file: gzFile
  private let path: String

  init(_ url: URL) throws(CatalogueError) {
    path = url.path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let size = attributes?[.size] as? NSNumber, attributes?[.type] as? FileAttributeType == .typeRegular,
      let file = gzopen(path, "rb")
    else { throw Self.unreadable(path) }
    gzbuffer(file, 1 << 17)
    self.file = file
    totalBytes = size.int64Value
  }

  deinit {
    gzclose(file)
  }

  /// The number of bytes read from the stored file.
  var bytesRead: Int64 { Int64(gzoffset(file)) }

  /// Fills the buffer with the next bytes; returns how many, 0 at the end.
  func read(into buffer: inout [UInt8]) throws(CatalogueError) -> Int {
    let count = buffer.withUnsafeMutableBytes { gzread(file, $0.baseAddress, UInt32($0.count)) }
    var code: Int32 = Z_OK
    gzerror(file, &code)
    // A truncated file is reported by this code, not by the count.
    switch code {
    case Z_OK, Z_STREAM_END: return Int(count)
    case Z_ERRNO: throw Self.unreadable(path)
    default: throw Self.damaged(path)
    }
  }

  private static func unreadable(_ path: String) -> CatalogueError {
    CatalogueError(
      korean: "\(path) 파일을 읽을 수 없습니다. 경로와 권한을 확인해 주세요.",
      english: "Cannot read the file \(path). Check the path and your permission to read it."
    )
  }

  private static func damaged(_ path: String) -> CatalogueError {
    CatalogueError(
      korean: "압축 파일이 잘렸거나 손상되었습니다: \(path). 파일을 다시 받아 주세요.",
      english: "The compressed file \(path) is truncated or damaged. Download it again."
    )
  }
}
