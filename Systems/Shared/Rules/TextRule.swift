import Foundation
package import Naru

/// What a text that a person typed has to be, and how it is kept: in Unicode NFC, so that text from macOS file names compares
/// like text from a keyboard, and without what nobody sees.
package struct TextRule: Sendable {
  private let name: String
  private let lengths: ClosedRange<Int>
  private let isMultiline: Bool

  /// A rule.
  ///
  /// - Parameters:
  ///   - name: the field's name on the wire, for errors.
  ///   - lengths: how many characters there may be, as a person counts them: a family emoji is one, and so is a syllable
  ///     that came as three letters.
  ///   - isMultiline: whether there may be line breaks. Without, they become spaces, and those at the ends are left out.
  package init(_ name: String, _ lengths: ClosedRange<Int>, isMultiline: Bool = false) {
    self.name = name
    self.lengths = lengths
    self.isMultiline = isMultiline
  }

  /// The text as it is kept.
  ///
  /// - Throws: `APIError` that names the field, for a text that shows nothing or has too few or too many characters.
  package func checked(_ text: String) throws(APIError) -> String {
    let clean = cleaned(text)
    guard !Self.isBlank(clean) else {
      throw APIError.invalid(
        Sentence(korean: "`\(name)` 값이 비어 있습니다.", english: "`\(name)` must not be blank.")
      )
    }
    let count = clean.count
    // A character of a thousand marks is one too; no script and no emoji needs more than 16 scalars for each.
    guard lengths.contains(count), clean.unicodeScalars.count <= lengths.upperBound * 16 else {
      throw APIError.invalid(
        Sentence(
          korean: "`\(name)` 값은 \(lengths.lowerBound)자부터 \(lengths.upperBound)자까지여야 합니다. (지금 \(count)자)",
          english: "`\(name)` must have \(lengths.lowerBound) to \(lengths.upperBound) characters, and has \(count)."
        )
      )
    }
    return clean
  }

  /// The text as it is kept. A text that shows nothing is none.
  ///
  /// - Throws: `APIError` that names the field, for a text that is too long.
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

  /// Characters that show nothing and belong to no word, and those that would turn the direction of the text around them.
  /// The joiners stay: emoji and Persian need them.
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
        // The pattern of Braille without a dot.
        || scalar.value == 0x2800
    }
  }
}
