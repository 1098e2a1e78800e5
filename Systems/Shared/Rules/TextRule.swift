import Foundation
package import Naru

/// A rule for a string that a user typed: it is not blank. The contract has the limits of its length. The rule also normalizes
/// the string: to Unicode NFC, so that strings from macOS file names equal strings from a keyboard, and without invisible characters.
package struct TextRule: Sendable {
  private let name: FieldName
  private let isMultiline: Bool

  /// Creates a rule.
  package init(_ name: String, isMultiline: Bool = false) {
    self.name = FieldName(name)
    self.isMultiline = isMultiline
  }

  /// Returns the normalized string.
  package func checked(_ text: String) throws(APIError) -> String {
    let clean = cleaned(text)
    guard !Self.isBlank(clean) else {
      throw APIError.invalidRequest(
        LocalizedMessage(korean: "\(name.object) 입력해 주세요.", english: "\(name.subject) must not be blank.")
      )
    }
    return clean
  }

  /// Returns the normalized string, or `nil` if there is no string or it is blank.
  package func cleanedIfAny(_ text: String?) -> String? {
    guard let clean = text.map(cleaned), !Self.isBlank(clean) else { return nil }
    return clean
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

  /// Whether a character is invisible and not part of a word, or changes the direction of the characters around it.
  /// The joiners stay, because emoji and Persian need them.
  private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200B, 0x2060, 0xFEFF: true
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  package static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
        // The Braille pattern without dots.
        || scalar.value == 0x2800
    }
  }
}
