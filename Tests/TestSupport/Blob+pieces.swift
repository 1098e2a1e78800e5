package import Foundation
package import Naru

extension Blob {
  /// Creates a body that arrives in pieces of a size.
  package init(_ bytes: Data, inPiecesOf size: Int, contentType: String) {
    let chunks = AsyncStream<Data> { continuation in
      for start in stride(from: 0, to: bytes.count, by: size) {
        continuation.yield(bytes[start..<Swift.min(start + size, bytes.count)])
      }
      continuation.finish()
    }
    self.init(chunks: chunks, contentType: contentType)
  }
}
