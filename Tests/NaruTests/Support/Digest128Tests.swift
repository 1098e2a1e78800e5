import Foundation
import Testing

@testable import Naru

struct Digest128Tests {
  /// Known digests of MurmurHash3 (x64, 128 bits, seed 0), also of a part of other bytes.
  @Test(arguments: [
    ("", "00000000000000000000000000000000"), ("hello", "cbd8a7b341bd9b025b1e906a48ae1d19"),
    ("hello, world", "342fac623a5ebc8e4cdcbc079642414d"),
    ("The quick brown fox jumps over the lazy dog.", "cd99481f9ee902c9695da1a38987b6e7"),
  ])
  func theDigestIsThatOfMurmurHash3(text: String, digest: String) {
    #expect(Digest128.hexadecimal(Data(text.utf8)) == digest)
    #expect(Digest128.hexadecimal(Data("xx\(text)".utf8).dropFirst(2)) == digest)
  }
}
