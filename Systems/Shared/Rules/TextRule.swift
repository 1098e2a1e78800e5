import Foundation
package import Naru

/// A rule for text that a person typed. It also normalizes the text: to Unicode NFC, so that text from macOS file names
/// equals text from a keyboard, and without invisible characters.
package struct TextRule: Sendable {
  private let name: FieldName
  private let lengths: ClosedRange<Int>
  private let isMultiline: Bool

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - name: the field's name on the wire; see ``FieldName``.
  ///   - lengths: the allowed numbers of characters as a person counts them: a family emoji is one character, and so is
  ///     a syllable that was sent as three letters.
  ///   - isMultiline: whether line breaks are allowed. If not, they become spaces, and the text is trimmed.
  package init(_ name: String, _ lengths: ClosedRange<Int>, isMultiline: Bool = false) {
    self.name = FieldName(name)
    self.lengths = lengths
    self.isMultiline = isMultiline
  }

  /// Returns the normalized text.
  ///
  /// - Throws: `APIError` that names the field if the text is blank, too short or too long.
  package func checked(_ text: String) throws(APIError) -> String {
    let clean = cleaned(text)
    guard !Self.isBlank(clean) else {
      throw APIError.invalid(
        Sentence(korean: "\(name.object) 입력해 주세요.", english: "\(name.subject) must not be blank.")
      )
    }
    let count = clean.count
    // A character with a thousand combining marks counts as one. No script and no emoji needs more than 16 scalars.
    guard lengths.contains(count), clean.unicodeScalars.count <= lengths.upperBound * 16 else {
      throw APIError.invalid(
        Sentence(
          korean: "\(name.topic) \(lengths.lowerBound)자부터 \(lengths.upperBound)자까지여야 합니다. (지금 \(count)자)",
          english:
            "\(name.subject) must have \(lengths.lowerBound) to \(lengths.upperBound) characters, and has \(count)."
        )
      )
    }
    return clean
  }

  /// Returns the normalized text, or `nil` if there is no text or it is blank.
  ///
  /// - Throws: `APIError` that names the field if the text is too short or too long.
  package func checkedIfAny(_ text: String?) throws(APIError) -> String? {
    guard let text, !Self.isBlank(cleaned(text)) else { return nil }
    return try checked(text)
  }

  private func cleaned(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.replacing("\r\n", with: "\n").unicodeScalars where !Self.isLeftOut(scalar) {
      switch scalar {
      case "\n", "\t": scalars.append(isMultiline ? scalar : " ")
      case _ where scalar.properties.generalCategory == .control: continue
      default: scalars.append(scalar)
      }
    }
    let composed = String(scalars).precomposedStringWithCanonicalMapping
    return isMultiline ? composed : composed.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Whether a character is invisible and not part of a word, or changes the direction of the text around it.
  /// The joiners stay, because emoji and Persian need them.
  private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200B, 0x2060, 0xFEFF: true
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
        // The Braille pattern without dots.
        || scalar.value == 0x2800
    }
  }
}
