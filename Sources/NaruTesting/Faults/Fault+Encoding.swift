import Foundation
import Naru

/// Compressed responses.
extension Fault {
  /// The correct response is compressed with gzip.
  package static let gzip = Fault("gzip", "The response is compressed with gzip.", nil, .passes) { body in
    [.readHead, .readBody, .answer(fields: ["Content-Encoding: gzip"], body: body.compressed(.gzip))]
  }

  /// The correct response is compressed with deflate.
  package static let deflate = Fault("deflate", "The response is compressed with deflate.", nil, .passes) { body in
    [.readHead, .readBody, .answer(fields: ["Content-Encoding: deflate"], body: body.compressed(.zlib))]
  }

  /// The correct response is compressed with deflate, without a zlib header, as some servers do.
  package static let rawDeflate = Fault(
    "rawDeflate",
    "The response is compressed with deflate without a zlib header.",
    nil,
    .passes
  ) {
    body in
    [.readHead, .readBody, .answer(fields: ["Content-Encoding: deflate"], body: body.compressed(.raw))]
  }

  /// The body has 64 kB, and 64 MB after decompression: `tooLarge`, if the limit of the call is smaller.
  package static let gzipBomb = Fault(
    "gzipBomb",
    "The body has 64 kB, and 64 MB after decompression.",
    .tooLarge,
    .losesAnswer
  ) { _ in [.readHead, .readBody, .answer(fields: ["Content-Encoding: gzip"], body: bomb)] }

  /// The compressed data is cut, but the response has the announced length: `decodingFailed`.
  package static let gzipCut = Fault(
    "gzipCut",
    "The response is compressed with gzip, and the data is cut.",
    .decodingFailed,
    .damagesBody(\.firstHalf),
    status: 200
  ) { body in
    [.readHead, .readBody, .answer(fields: ["Content-Encoding: gzip"], body: body.compressed(.gzip).dropLast(12))]
  }

  /// The response claims to be compressed, but is not: `decodingFailed`.
  package static let gzipBroken = Fault(
    "gzipBroken",
    "The response claims to be compressed with gzip, but is not.",
    .decodingFailed,
    .damagesBody { Data($0.reversed()) },
    status: 200
  ) { body in [.readHead, .readBody, .answer(fields: ["Content-Encoding: gzip"], body: Data(body.reversed()))] }

  private static let bomb = Data(repeating: UInt8(ascii: " "), count: 64 << 20).compressed(.gzip)
}
