extension StringProtocol {
  /// The width in terminal columns: two for Hangul, Han characters, kana, full-width forms and emoji, none for combining marks.
  package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

  /// Returns the string with exactly `width` columns: padded after it (before it if `trailing`), or truncated with an ellipsis.
  package func fitted(to width: Int, trailing: Bool = false) -> String {
    let own = displayWidth
    if own <= width {
      let blank = String(repeating: " ", count: width - own)
      return trailing ? blank + self : self + blank
    }
    var kept = ""
    var used = 0
    for character in self {
      let next = character.displayWidth
      // The last column is for the ellipsis.
      guard used + next <= width - 1 else { break }
      kept.append(character)
      used += next
    }
    return kept + "…" + String(repeating: " ", count: Swift.max(0, width - used - 1))
  }

  /// The string without control characters, so that a server's string can't move the cursor.
  package var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
  }

  /// The JSON with an escape (`\u009B`) for each control character except blanks and line breaks, which are outside of strings.
  package var escapingControls: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      guard scalar.isControl, !["\t", "\n", "\r"].contains(scalar) else { return text.unicodeScalars.append(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}

extension Character {
  fileprivate var displayWidth: Int {
    unicodeScalars.reduce(0) { Swift.max($0, $1.displayWidth) }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    // Line and paragraph separators and bidirectional marks also move characters.
    properties.generalCategory == .control || (0x2028...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }

  /// The width by the classes W and F of East Asian Width (UAX #11), simplified to blocks.
  fileprivate var displayWidth: Int {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      2
    case 0x1160...0x11FF, 0xD7B0...0xD7FF:
      0
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: 0
      default: 1
      }
    }
  }
}
