/// Hangul as typed on a two-set (두벌식) keyboard.
enum Hangul {
  /// The letters that begin a syllable, in code order.
  static let onsets = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
  /// The keys pressed for each vowel, in code order.
  static let vowels = [
    "ㅏ", "ㅐ", "ㅑ", "ㅒ", "ㅓ", "ㅔ", "ㅕ", "ㅖ", "ㅗ", "ㅗㅏ", "ㅗㅐ", "ㅗㅣ", "ㅛ", "ㅜ", "ㅜㅓ", "ㅜㅔ", "ㅜㅣ", "ㅠ", "ㅡ", "ㅡㅣ", "ㅣ",
  ].map { Array($0.unicodeScalars) }
  /// The keys pressed for each final, in code order; the first is none.
  static let finals = [
    "", "ㄱ", "ㄲ", "ㄱㅅ", "ㄴ", "ㄴㅈ", "ㄴㅎ", "ㄷ", "ㄹ", "ㄹㄱ", "ㄹㅁ", "ㄹㅂ", "ㄹㅅ", "ㄹㅌ", "ㄹㅍ", "ㄹㅎ", "ㅁ", "ㅂ", "ㅂㅅ", "ㅅ", "ㅆ",
    "ㅇ",
    "ㅈ", "ㅊ", "ㅋ", "ㅌ", "ㅍ", "ㅎ",
  ].map { Array($0.unicodeScalars) }
  /// The letters that only end a syllable or that an input method joins, such as ㄳ, with their keys.
  static let joined: [Unicode.Scalar: [Unicode.Scalar]] = Dictionary(
    uniqueKeysWithValues: zip("ㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄ".unicodeScalars, finals.filter { $0.count == 2 })
  )

  /// Returns the syllables that begin with a consonant.
  static func syllables(from onset: Unicode.Scalar) -> [ClosedRange<Unicode.Scalar>] {
    guard let index = onsets.firstIndex(of: onset) else { return [] }
    let first = Syllable(onset: index, vowel: 0).scalar
    return [first...Syllable(onset: index, vowel: vowels.count - 1, final: finals.count - 1).scalar]
  }

  static func isOnset(_ scalar: Unicode.Scalar) -> Bool {
    (0x3131...0x314E).contains(scalar.value) && onsets.contains(scalar)
  }

  /// Returns the index in ``vowels`` of one of the letters ㅏ to ㅣ, including joined ones.
  static func vowelIndex(_ scalar: Unicode.Scalar) -> Int? {
    (0x314F...0x3163).contains(scalar.value) ? Int(scalar.value - 0x314F) : nil
  }
}

extension Hangul {
  /// The parts of a syllable, as indices in the tables of ``Hangul``.
  struct Syllable: Equatable {
    var onset: Int
    var vowel: Int
    var final: Int

    init(onset: Int, vowel: Int, final: Int = 0) {
      self.onset = onset
      self.vowel = vowel
      self.final = final
    }

    /// Splits a syllable; nil if the scalar is not one of the 11,172 syllables.
    init?(_ scalar: Unicode.Scalar) {
      guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
      let code = Int(scalar.value - 0xAC00)
      self.init(onset: code / 588, vowel: code % 588 / 28, final: code % 28)
    }

    var scalar: Unicode.Scalar {
      // The parts come from the tables, so the sum stays within the block of syllables.
      Unicode.Scalar(UInt32(0xAC00 + onset * 588 + vowel * 28 + final)) ?? "\u{FFFD}"
    }

    /// The syllables that the keys so far can become with more keys, itself first: with a vowel, another one may follow (ㅗ, ㅘ, ㅙ, ㅚ) and
    /// any final, with a final, more of it (ㅂ and ㅄ).
    var completions: [ClosedRange<Unicode.Scalar>] {
      func syllables(_ vowel: Int, _ finals: ClosedRange<Int>) -> ClosedRange<Unicode.Scalar> {
        let ends = [finals.lowerBound, finals.upperBound].map { Self(onset: onset, vowel: vowel, final: $0).scalar }
        return ends[0]...ends[1]
      }
      guard final == 0 else {
        let finals = Hangul.finals.indices.filter { Hangul.finals[$0].starts(with: Hangul.finals[final]) }
        return finals.map { syllables(vowel, $0...$0) }
      }
      let vowels = Hangul.vowels.indices.filter { Hangul.vowels[$0].starts(with: Hangul.vowels[vowel]) }
      return vowels.map { syllables($0, 0...(Hangul.finals.count - 1)) }
    }
  }
}
