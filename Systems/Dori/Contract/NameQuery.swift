import Foundation

/// A search for a part of a Korean name, which may be typed as initial consonants.
package struct NameQuery: Sendable {
  private let letters: [Unicode.Scalar]

  /// Creates a query from user input. Spaces and case are ignored.
  package init(_ text: String) {
    letters = Self.letters(text)
  }

  /// Returns whether a name contains the query. A lone consonant matches every syllable that begins with it.
  package func matches(_ name: String) -> Bool {
    guard !letters.isEmpty else { return true }
    let name = Self.letters(name)
    guard name.count >= letters.count else { return false }
    return (0...(name.count - letters.count)).contains { start in
      zip(letters, name[start...]).allSatisfy { $0 == $1 || $0 == Self.initial($1) }
    }
  }

  private static func letters(_ text: String) -> [Unicode.Scalar] {
    text.lowercased().precomposedStringWithCanonicalMapping.unicodeScalars.filter { scalar in
      !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Returns the initial consonant of a syllable.
  private static func initial(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
    return initials[Int(scalar.value - 0xAC00) / 588]
  }

  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
}
