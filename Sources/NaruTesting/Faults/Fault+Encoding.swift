import Foundation
import Naru

/// Answers that are compressed.
extension Fault {
  /// A right answer that is compressed with gzip.
  public static let gzip = Fault("gzip", "The answer is compressed with gzip.", nil, .passes) { body in
    [.readHead, .readBody, .answer(fields: ["Content-Encoding: gzip"], body: body.compressed(.gzip))]
  }

  /// A right answer that is compressed with deflate.
  public static let deflate = Fault("deflate", "The answer is compressed with deflate.", nil, .passes) { body in
    [.readHead, .readBody, .answer(fields: ["Content-Encoding: deflate"], body: body.compressed(.zlib))]
  }

  /// A right answer that is compressed with deflate without the envelope that belongs around it, as some servers do.
  public static let rawDeflate = Fault("rawDeflate", "The answer is compressed with bare deflate.", nil, .passes) {
    body in
    [.readHead, .readBody, .answer(fields: ["Content-Encoding: deflate"], body: body.compressed(.raw))]
  }

  /// 64 kB that are 64 MB when they are decompressed: `tooLarge`, if the limit of the call is less.
  public static let gzipBomb = Fault(
    "gzipBomb",
    "64 kB come that are 64 MB when they are decompressed.",
    .tooLarge,
    .losesAnswer
  ) { _ in [.readHead, .readBody, .answer(fields: ["Content-Encoding: gzip"], body: bomb)] }

  /// A compressed answer that breaks off, though the answer is as long as it says: `undecodable`.
  public static let gzipCut = Fault(
    "gzipCut",
    "The answer is compressed with gzip and breaks off.",
    .undecodable,
    .damagesBody(\.firstHalf),
    status: 200
  ) { body in
    [.readHead, .readBody, .answer(fields: ["Content-Encoding: gzip"], body: body.compressed(.gzip).dropLast(12))]
  }

  /// An answer that says that it is compressed, and is not: `undecodable`.
  public static let gzipBroken = Fault(
    "gzipBroken",
    "The answer says that it is compressed with gzip, and is not.",
    .undecodable,
    .damagesBody { Data($0.reversed()) },
    status: 200
  ) { body in [.readHead, .readBody, .answer(fields: ["Content-Encoding: gzip"], body: Data(body.reversed()))] }

  private static let bomb = Data(repeating: UInt8(ascii: " "), count: 64 << 20).compressed(.gzip)
}
