/// A run of letters to find, as typed: whole letters, and lone consonants as the onset of any syllable.
struct SearchPattern: Equatable {
  enum Element: Equatable {
    /// This letter; a whole syllable if it is Hangul.
    case letter(Unicode.Scalar)
    /// Any syllable that begins with this consonant, or the lone consonant.
    case onset(Unicode.Scalar)
  }

  let elements: [Element]
  /// The index that suffices for the pattern alone; nil for a mixed pattern, such as ㅎ리ㅍ터, which needs two and a look at the
  /// string.
  let table: IndexText.Table?

  /// Reads letters made by ``SearchKey``: `ㅎㅐ` becomes 해, and joined consonants such as ㄳ are split.
  init(_ letters: [Unicode.Scalar]) {
    self.init(elements: Self.composed(letters).map { Hangul.isOnset($0) ? .onset($0) : .letter($0) })
  }

  init(elements: [Element]) {
    self.elements = elements
    let isOnset = elements.map { if case .onset = $0 { true } else { false } }
    let onsets = isOnset.count { $0 }
    let hasSyllable = elements.contains { element in
      if case .letter(let letter) = element { Hangul.Syllable(letter) != nil } else { false }
    }
    if onsets == 0 {
      table = .text
    } else if !hasSyllable {
      table = .initials
    } else if onsets == 1, isOnset.last == true {
      table = .text
    } else if !isOnset.dropFirst().dropLast().contains(true) {
      table = .pairs
    } else {
      table = nil
    }
  }

  /// Returns whether the pattern matches a string at a position.
  func matches(_ letters: [Unicode.Scalar], at start: Int) -> Bool {
    guard start + elements.count <= letters.count else { return false }
    return elements.indices.allSatisfy { index in
      let letter = letters[start + index]
      switch elements[index] {
      case .letter(let wanted): return letter == wanted
      case .onset(let wanted):
        return letter == wanted || Hangul.Syllable(letter).map { Hangul.onsets[$0.onset] == wanted } ?? false
      }
    }
  }

  /// Returns whether the pattern matches anywhere in a string.
  func isFound(in letters: [Unicode.Scalar]) -> Bool {
    letters.indices.contains { matches(letters, at: $0) }
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
}

// MARK: - Expressions

extension SearchPattern {
  typealias Marker = IndexText.Marker

  /// Returns the expression that finds the pattern as typed in its ``table``, between the markers if any.
  ///
  /// The expression of a mixed pattern is for the initials index and finds too much.
  func expression(from start: Marker? = nil, to end: Marker? = nil) -> IndexExpression {
    let from = start.map { [$0.rawValue] } ?? []
    let to = end.map { [$0.rawValue] } ?? []
    let letters = elements.map { element in
      switch element {
      case .letter(let letter), .onset(let letter): letter
      }
    }
    let onset: Unicode.Scalar? = if case .onset(let onset) = elements.last { onset } else { nil }
    switch table {
    case .initials, nil: return IndexText.initialsPhrase(from + letters + to)
    // The rest of the last syllable is unknown if only its onset is known, so nothing after it can be in the expression.
    case .text where onset != nil: return IndexText.textPhrase(from + letters.dropLast(), onset: onset)
    case .text: return IndexText.textPhrase(from + letters + to)
    case .pairs: return IndexText.pairsPhrase(letters, from: start, to: onset == nil ? end : nil, isOpen: onset != nil)
    }
  }

  /// Returns the expression for the syllables in the text index that the last, half-typed syllable can become with more
  /// keys; nil if the pattern is mixed or does not end in a syllable.
  func completion(from start: Marker? = nil) -> IndexExpression? {
    guard table == .text, case .letter(let last) = elements.last, let syllable = Hangul.Syllable(last) else {
      return nil
    }
    let letters = elements.dropLast().compactMap { element in
      if case .letter(let letter) = element { letter } else { nil }
    }
    let head = (start.map { [$0.rawValue] } ?? []) + letters
    var phrases: [IndexExpression]
    if head.isEmpty {
      phrases = syllable.openVowels.flatMap { vowel in
        (syllable.final == 0 || vowel == syllable.vowel ? syllable.openFinals : []).map { final in
          IndexText.textPhrase([Hangul.Syllable(onset: syllable.onset, vowel: vowel, final: final).scalar])
        }
      }
    } else {
      phrases = [IndexText.textPhrase(head + [last], isOpen: true)]
    }
    // The final may be the onset of the next syllable: 폩 on the way to 포터, 갃 on the way to 각성.
    if let next = Hangul.finals[syllable.final].last {
      var open = syllable
      open.final = Hangul.finals.firstIndex(of: Hangul.finals[syllable.final].dropLast()) ?? 0
      phrases.append(IndexText.textPhrase(head + [open.scalar], onset: next))
    }
    return .any(phrases)
  }

  /// Returns the expressions for the text index of a mixed pattern's runs of whole letters; each must match.
  var runs: [IndexExpression] {
    var runs: [[Unicode.Scalar]] = [[]]
    for element in elements {
      if case .letter(let letter) = element { runs[runs.count - 1].append(letter) } else { runs.append([]) }
    }
    return runs.filter { !$0.isEmpty }.map { IndexText.textPhrase($0) }
  }
}
