/// The tokens of the search indexes, separated by spaces.
///
/// * The text index has a token for each letter: the letter, then the keys of the next one (해리 is 해ㄹㅣ). A whole
///   syllable is a whole token, and a half-typed one is a prefix of it.
/// * The initials index has a token for each letter: its initial and the next two (ㅎㄹㅍ).
/// * The pairs index has a token for each letter but the last: its initial and the keys of the next one (해리 is ㅎㄹㅣ). A
///   phrase of them has every letter but the first, and the first letter's initial.
///
/// Markers are the places that a search can be anchored to. They and the keys are written as two-byte characters that
/// are neither letters nor digits, so no key contains them.
enum IndexText {
  /// A place in an indexed string.
  enum Marker: Unicode.Scalar {
    /// The start of a name, or of a title without its heading.
    case start = "\u{A1}"
    /// The start of a title's heading.
    case heading = "\u{A2}"
    /// The end of a title or name.
    case end = "\u{A3}"
  }

  /// An index, with the name of its table.
  enum Table: String, CaseIterable {
    case text = "catalogue_text"
    case initials = "catalogue_initials"
    case pairs = "catalogue_pairs"
  }

  /// The number of letters of a title that are indexed again without its heading.
  private static let properLimit = 12

  /// The tokens of a key made by ``SearchKey/title(_:)``.
  static func title(_ key: String, for table: Table) -> String {
    let title = titleRuns(key)
    var bytes: [UInt8] = []
    if let whole = title.whole {
      append([Marker.heading.rawValue] + whole + [Marker.end.rawValue], for: table, to: &bytes)
      append([Marker.start.rawValue] + title.proper.prefix(properLimit), for: table, to: &bytes)
    } else {
      append([Marker.start.rawValue] + title.proper + [Marker.end.rawValue], for: table, to: &bytes)
    }
    if let plain = title.plain {
      append([Marker.start.rawValue] + plain + [Marker.end.rawValue], for: table, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The letters of a key made by ``SearchKey/title(_:)``: of the title without its heading, with it if there is one, and of
  /// the title without its bracketed parts if it differs.
  static func titleRuns(
    _ key: String
  ) -> (proper: [Unicode.Scalar], whole: [Unicode.Scalar]?, plain: [Unicode.Scalar]?) {
    let parts = split(key)
    let proper = Array(parts.prefix(2).joined())
    func part(_ index: Int) -> [Unicode.Scalar]? {
      parts.indices.contains(index) && !parts[index].isEmpty ? parts[index] : nil
    }
    return (proper, part(2).map { $0 + proper }, part(3))
  }

  /// The tokens of a key made by ``SearchKey/names(_:)``.
  static func names(_ key: String, for table: Table) -> String {
    var bytes: [UInt8] = []
    for name in split(key) {
      append([Marker.start.rawValue] + name + [Marker.end.rawValue], for: table, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The parts of a key, each as letters.
  static func split(_ key: String) -> [[Unicode.Scalar]] {
    var parts: [[Unicode.Scalar]] = [[]]
    for scalar in key.unicodeScalars {
      if scalar == " " { parts.append([]) } else { parts[parts.count - 1].append(scalar) }
    }
    return parts
  }

  private static func append(_ letters: [Unicode.Scalar], for table: Table, to bytes: inout [UInt8]) {
    for index in letters.indices.dropLast() {
      switch table {
      case .text: appendPair(letters[index], letters[index + 1], to: &bytes)
      case .initials:
        for next in index..<min(index + 3, letters.count) { appendInitial(letters[next], to: &bytes) }
      case .pairs:
        // A marker is in one token with the pair next to it: with a letter alone, it would be in many more strings, and a search may have
        // only the initial of that letter.
        let isLast = letters[index + 1] == Marker.end.rawValue
        let one = index == 0 ? 1 : isLast ? index - 1 : index
        guard one > 0, one + 1 < letters.count, letters[one + 1] != Marker.end.rawValue else { continue }
        if index == 0 || isLast { append(isLast ? letters[index + 1] : letters[0], to: &bytes) }
        appendInitial(letters[one], to: &bytes)
        appendKeys(letters[one + 1], to: &bytes)
      }
      bytes.append(space)
    }
  }
}

// MARK: - Phrases to search by

extension IndexText {
  /// Returns the phrase for consecutive letters in the text index.
  static func textPhrase(
    _ letters: [Unicode.Scalar],
    isOpen: Bool = false,
    onset: Unicode.Scalar? = nil
  ) -> IndexExpression {
    var tokens = zip(letters, letters.dropFirst()).map { one, next in token { appendPair(one, next, to: &$0) } }
    if let onset, let last = letters.last {
      tokens.append(token { appendPair(last, onset, to: &$0) })
    } else if letters.count == 1 {
      tokens.append(token { append(letters[0], to: &$0) })
    }
    return .phrase(tokens, isPrefix: isOpen || onset != nil || letters.count == 1)
  }

  /// Returns the phrase for consecutive initials in the initials index.
  static func initialsPhrase(_ letters: [Unicode.Scalar]) -> IndexExpression {
    let tokens = (0..<max(letters.count - 2, 1)).map { index in
      token { bytes in
        for letter in letters[index..<min(index + 3, letters.count)] { appendInitial(letter, to: &bytes) }
      }
    }
    return .phrase(tokens, isPrefix: letters.count < 3)
  }

  /// Returns the phrase for consecutive letters in the pairs index.
  static func pairsPhrase(
    _ letters: [Unicode.Scalar],
    from start: Marker?,
    to end: Marker?,
    isOpen: Bool
  ) -> IndexExpression {
    var tokens = zip(letters, letters.dropFirst()).map { one, next in
      token { bytes in
        appendInitial(one, to: &bytes)
        appendKeys(next, to: &bytes)
      }
    }
    let marked = { (marker: Marker, pair: String) in token { append(marker.rawValue, to: &$0) } + pair }
    if let end { tokens.append(marked(end, tokens[tokens.count - 1])) }
    if let start { tokens.insert(marked(start, tokens[0]), at: 0) }
    return .phrase(tokens, isPrefix: isOpen)
  }

  private static func token(_ append: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    append(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - Bytes

extension IndexText {
  private static let space = UInt8(ascii: " ")

  /// The places of the keys of each vowel and final among ``Hangul/keys``, the second in the upper byte; 0xFF is none.
  /// Numbers, not arrays: millions of them are looked up for an index.
  private static let vowelKeys = Hangul.vowels.map(pair)
  private static let finalKeys = Hangul.finals.map(pair)

  private static func pair(_ keys: [Unicode.Scalar]) -> UInt16 {
    keys.reversed().reduce(0xFFFF) { $0 << 8 | UInt16(Hangul.keys.firstIndex(of: $1) ?? 0xFF) }
  }

  /// A key is one of the characters from U+0080 on, in UTF-8.
  private static func append(keys: UInt16, to bytes: inout [UInt8]) {
    let (first, second) = (UInt8(keys & 0xFF), UInt8(keys >> 8))
    guard first != 0xFF else { return }
    bytes.append(0xC2)
    bytes.append(0x80 + first)
    guard second != 0xFF else { return }
    bytes.append(0xC2)
    bytes.append(0x80 + second)
  }

  private static func appendPair(_ one: Unicode.Scalar, _ next: Unicode.Scalar, to bytes: inout [UInt8]) {
    append(one, to: &bytes)
    appendKeys(next, to: &bytes)
  }

  private static func appendKeys(_ letter: Unicode.Scalar, to bytes: inout [UInt8]) {
    appendInitial(letter, to: &bytes)
    if let syllable = Hangul.Syllable(letter) {
      append(keys: vowelKeys[syllable.vowel], to: &bytes)
      append(keys: finalKeys[syllable.final], to: &bytes)
    }
  }

  private static func appendInitial(_ letter: Unicode.Scalar, to bytes: inout [UInt8]) {
    if let syllable = Hangul.Syllable(letter) {
      append(keys: 0xFF00 | UInt16(syllable.onset), to: &bytes)
    } else if let key = Hangul.keyIndex(letter) {
      append(keys: 0xFF00 | UInt16(key), to: &bytes)
    } else {
      append(letter, to: &bytes)
    }
  }

  private static func append(_ letter: Unicode.Scalar, to bytes: inout [UInt8]) {
    let value = letter.value
    switch value {
    case 0..<0x80: bytes.append(UInt8(value))
    case 0x800..<0x10000:
      bytes.append(UInt8(0xE0 | value >> 12))
      bytes.append(UInt8(0x80 | value >> 6 & 0x3F))
      bytes.append(UInt8(0x80 | value & 0x3F))
    default: bytes.append(contentsOf: String(letter).utf8)
    }
  }
}
