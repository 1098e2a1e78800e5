/// A run of letters to find, as typed: whole letters, and lone consonants as the onset of any syllable.
struct SearchPattern {
  enum Element {
    /// This letter; a whole syllable if it is Hangul.
    case letter(Unicode.Scalar)
    /// Any syllable that begins with this consonant, or the lone consonant.
    case onset(Unicode.Scalar)
  }

  let elements: [Element]

  /// Reads letters made by ``SearchKey``: `ㅎㅐ` becomes 해, and joined consonants such as ㄳ are split.
  init(_ letters: [Unicode.Scalar]) {
    elements = Self.composed(letters).map { Hangul.isOnset($0) ? .onset($0) : .letter($0) }
  }

  init(elements: [Element]) {
    self.elements = elements
  }

  private static func composed(_ letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    for letter in letters {
      if let vowel = Hangul.vowelIndex(letter), let onset = result.last.flatMap(Hangul.onsets.firstIndex) {
        result[result.count - 1] = Hangul.Syllable(onset: onset, vowel: vowel).scalar
      } else if let keys = Hangul.joined[letter] {
        result += keys
      } else {
        result.append(letter)
      }
    }
    return result
  }

  // MARK: Patterns of GLOB

  /// The pattern as typed.
  var glob: String { Self.glob(elements) }

  /// The patterns for the syllables that the last, half-typed one can become with more keys. Empty if the last letter is none.
  var completions: [String] {
    guard case .letter(let last) = elements.last, let syllable = Hangul.Syllable(last) else { return [] }
    let head = elements.dropLast()
    var patterns = [Self.glob(head) + Self.oneOf(syllable.completions)]
    // The final may be the onset of the next syllable: 폩 on the way to 포터, 갃 on the way to 각성.
    if let next = Hangul.finals[syllable.final].last {
      var open = syllable
      open.final = Hangul.finals.firstIndex(of: Hangul.finals[syllable.final].dropLast()) ?? 0
      patterns.append(Self.glob(head + [.letter(open.scalar), .onset(next)]))
    }
    return patterns
  }

  /// The letters are never marks of a pattern.
  private static func glob(_ elements: some Sequence<Element>) -> String {
    elements.reduce(into: "") { pattern, element in
      switch element {
      case .letter(let letter): pattern.unicodeScalars.append(letter)
      case .onset(let onset): pattern += oneOf(Hangul.syllables(from: onset), or: onset)
      }
    }
  }

  private static func oneOf(_ ranges: [ClosedRange<Unicode.Scalar>], or letter: Unicode.Scalar? = nil) -> String {
    let parts = ranges.map { "\($0.lowerBound)-\($0.upperBound)" }
    return "[\(letter.map { "\($0)" } ?? "")\(parts.joined())]"
  }
}
