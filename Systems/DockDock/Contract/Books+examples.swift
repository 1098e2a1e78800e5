extension Books {
  /// Searches that find books of the shipped catalogue, to suggest where a search found nothing: a word, initial consonants,
  /// and a half-typed syllable.
  public static let examples = ["논어", "ㅎㄹㅍㅌ", "해리포ㅌ"]
}
