import Foundation
import Naru

/// A valid nickname.
struct Nickname: Sendable {
  /// The nickname in Unicode NFC.
  let text: String
  /// The key for comparison: two nicknames that differ only in case are equal.
  var key: String { text.lowercased() }

  /// Creates a nickname from a string.
  init(_ text: String) throws(APIError) {
    let text = text.precomposedStringWithCanonicalMapping
    guard (2...9).contains(text.unicodeScalars.count), text.unicodeScalars.allSatisfy(Self.isAllowed) else {
      throw APIError.invalidRequest([
        .korean: "닉네임은 한글, 영문자, 숫자로 된 2자 이상 9자 이하여야 합니다.",
        .english: "A nickname must be 2 to 9 Hangul syllables, Latin letters or digits.",
      ])
    }
    self.text = text
  }

  /// Returns whether a nickname may contain a character: a Hangul syllable, A to Z in either case, or 0 to 9.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "가"..."힣", "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }
}
