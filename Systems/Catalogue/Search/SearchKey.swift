import Foundation

/// The search key of a string: its letters and digits, folded so that spelling habits do not matter.
enum SearchKey {
  /// The words of a string: runs of letters and digits, in NFC and lower case, compatibility forms (`Ａ`, `Ⅱ`, `①`) as
  /// their plain letters. Spaces, punctuation, symbols and emoji separate the words and are left out.
  static func words(of text: String) -> [[Unicode.Scalar]] {
    var words: [[Unicode.Scalar]] = []
    var word: [Unicode.Scalar] = []
    for scalar in text.composed.unicodeScalars {
      let count = word.count
      append(scalar, to: &word)
      if word.count == count, !word.isEmpty, !isIgnorable(scalar) {
        words.append(word)
        word = []
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// The letters of a string without the spaces between its words.
  static func letters(of text: String) -> [Unicode.Scalar] {
    var letters: [Unicode.Scalar] = []
    for scalar in text.composed.unicodeScalars { append(scalar, to: &letters) }
    return letters
  }

  /// The keys of a title.
  struct Title {
    /// The title without its heading.
    let proper: String
    /// The title with its heading. Nil without one.
    let whole: String?
    /// The title without its bracketed parts, so that 인의재발견 finds `인(仁)의 재발견`. Nil if it does not differ.
    let plain: String?
    /// `main rest heading plain`, which sorts like the title proper, whatever the heading.
    let order: String
    /// The length of the main title, then of the whole one, as one number.
    let length: Int

    init(_ title: String) {
      let parts = TitleParts(title)
      let main = letters(of: parts.proper)
      let heading = letters(of: parts.heading ?? "")
      let rest = letters(of: title).dropFirst(heading.count + main.count)
      var plain = title.withoutBrackets.map(letters) ?? []
      if plain == main + rest { plain = [] }
      proper = string((main + rest)[...])
      whole = heading.isEmpty ? nil : string((heading + main + rest)[...])
      self.plain = plain.isEmpty ? nil : string(plain[...])
      order = [main[...], rest, heading[...], plain[...]].map(string).joined(separator: " ")
      length = main.count << 32 + order.unicodeScalars.count
    }
  }

  /// Returns the names of a statement.
  static func names(_ statement: String) -> [String] {
    statement.composed.unicodeScalars.split(whereSeparator: { ",;:/|".unicodeScalars.contains($0) })
      .map { letters(of: String($0)) }.filter { !$0.isEmpty }.map { string($0[...]) }
  }

  static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private static func append(_ scalar: Unicode.Scalar, to letters: inout [Unicode.Scalar]) {
    switch scalar.value {
    case 0x61...0x7A, 0x30...0x39, 0xAC00...0xD7A3, 0x4E00...0x9FFF, 0x3131...0x3163: letters.append(scalar)
    case 0x41...0x5A: letters.append(Unicode.Scalar(UInt8(scalar.value + 32)))
    case 0...0x7F: return
    // The old vowel ㆍ is used as a middle dot, and U+3164 is a blank.
    case 0x3164, 0x318D: return
    case 0x1100...0x1112: letters.append(Hangul.onsets[Int(scalar.value - 0x1100)])
    case 0x1161...0x1175: letters.append(Unicode.Scalar(scalar.value - 0x1161 + 0x314F) ?? scalar)
    case 0x11A8...0x11C2: letters.append(contentsOf: Hangul.finals[Int(scalar.value - 0x11A8) + 1])
    default:
      let plain = String(scalar).precomposedStringWithCompatibilityMapping.lowercased()
      letters.append(contentsOf: plain.unicodeScalars.filter(isLetter))
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// Whether a character is invisible, so that it does not separate words.
  private static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .nonspacingMark
  }
}

extension String {
  /// The string without its bracketed parts; nil if it has none. An unpaired bracket is a letter like others.
  fileprivate var withoutBrackets: String? {
    let pairs: [Unicode.Scalar: Unicode.Scalar] = [")": "(", "]": "[", "〕": "〔", "）": "（", "］": "［"]
    let openings = Set(pairs.values)
    guard unicodeScalars.contains(where: openings.contains) else { return nil }
    var kept: [Unicode.Scalar] = []
    // The places of the open brackets among the remaining scalars.
    var open: [(bracket: Unicode.Scalar, place: Int)] = []
    for scalar in unicodeScalars {
      if openings.contains(scalar) {
        open.append((scalar, kept.count))
      } else if let opening = pairs[scalar], let index = open.lastIndex(where: { $0.bracket == opening }) {
        kept.removeSubrange(open[index].place...)
        open.removeSubrange(index...)
        continue
      }
      kept.append(scalar)
    }
    return SearchKey.string(kept[...])
  }

  /// The string in NFC. Foundation, which is slow, converts only strings that may not be in NFC already.
  var composed: String {
    let isComposed = unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0..<0x300, 0x2010..<0x2100, 0x3000..<0x3099, 0x3100..<0xA000, 0xAC00...0xD7A3, 0xFF00...0xFFEF: true
      default: false
      }
    }
    return isComposed ? self : precomposedStringWithCanonicalMapping
  }
}
