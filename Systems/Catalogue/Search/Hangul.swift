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
  /// Every key of the keyboard: the onsets, then the single vowels.
  static let keys = onsets + vowels.filter { $0.count == 1 }.map { $0[0] }

  /// The letters that only end a syllable or that an input method joins, such as ㄳ, with their keys.
  static let joined: [Unicode.Scalar: [Unicode.Scalar]] = Dictionary(
    uniqueKeysWithValues: zip("ㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄ".unicodeScalars, finals.filter { $0.count == 2 })
  )

  /// Returns the index of a lone letter in ``keys``; nil if it is not one of them.
  static func keyIndex(_ scalar: Unicode.Scalar) -> Int? {
    (0x3131...0x3163).contains(scalar.value) ? keys.firstIndex(of: scalar) : nil
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

    /// The vowels that the keys so far can become with another vowel key, itself first: ㅗ, ㅘ, ㅙ, ㅚ.
    var openVowels: [Int] {
      Hangul.vowels.indices.filter { Hangul.vowels[$0].starts(with: Hangul.vowels[vowel]) }
    }

    /// The finals that the keys so far can become, itself first: every one for none, ㅂ and ㅄ for ㅂ.
    var openFinals: [Int] {
      Hangul.finals.indices.filter { Hangul.finals[$0].starts(with: Hangul.finals[final]) }
    }
  }
}
