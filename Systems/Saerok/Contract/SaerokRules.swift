import Foundation
package import Naru
import Rules

/// The rule for a nickname.
package struct Nickname: Sendable {
  /// The nickname in Unicode NFC.
  package let text: String
  /// What is compared: two nicknames that differ in case are the same.
  package var key: String { text.lowercased() }

  /// A nickname that may be chosen.
  ///
  /// - Throws: `APIError` that says what is wrong.
  package init(_ text: String) throws(APIError) {
    let text = text.precomposedStringWithCanonicalMapping
    guard (2...9).contains(text.unicodeScalars.count), text.unicodeScalars.allSatisfy(Self.isAllowed) else {
      throw APIError.invalid(
        Sentence(
          korean: "`nickname` 값은 한글, 영문자, 숫자로 된 2자부터 9자까지여야 합니다.",
          english: "`nickname` must be 2 to 9 Hangul syllables, Latin letters or digits."
        )
      )
    }
    self.text = text
  }

  /// Whether a nickname may have a character: a Hangul syllable, A to Z in either case, or 0 to 9.
  package static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "가"..."힣", "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }
}

extension PostDraft {
  /// The text as it is kept.
  ///
  /// - Throws: `APIError` that names the field.
  package func checked() throws(APIError) -> String {
    try TextRule("content", 1...2000, isMultiline: true).checked(content)
  }
}

extension CommentDraft {
  /// The text as it is kept.
  ///
  /// - Throws: `APIError` that names the field.
  package func checked() throws(APIError) -> String {
    try TextRule("content", 1...500, isMultiline: true).checked(content)
  }
}

extension Comment {
  /// What stands in the place of a text that was deleted: the server says so, and an app may at once.
  public static let deletedText = "삭제된 댓글입니다."
}
