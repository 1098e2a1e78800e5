extension LocalizedMessage {
  private static let translations = Locked<[Language: [String: String]]>([:])

  /// Adds a language to the toolkit's own sentences. Call it when the app or the server starts; sentences that exist already stay as
  /// they are.
  ///
  /// ```swift
  /// LocalizedMessage.translate(into: .german, [
  ///   "unreachable": "Der Server ist nicht erreichbar. Prüfe das Netz und versuche es noch einmal.",
  ///   "missing": "„{0}“ fehlt.",
  /// ])
  /// ```
  ///
  /// The keys are the names of `APIError.Code` (`"notFound"`), and the names of the messages about a request:
  ///
  /// | key | values |
  /// | --- | --- |
  /// | `missing`, `repeated` | `{0}`: the name of the parameter |
  /// | `malformed` | `{0}`: the name, `{1}`: the value |
  /// | `unknownPath` | `{0}`: the path |
  /// | `unexpected` | `{0}`: the number of the error in the server's log |
  ///
  /// A sentence without a translation stays in Korean and English. A server has its own sentences about limits with
  /// `ServingOptions.describe`.
  ///
  /// - Parameters:
  ///   - language: the language.
  ///   - texts: the strings by their keys. They replace earlier ones with the same keys.
  public static func translate(into language: Language, _ texts: [String: String]) {
    translations.withLock { $0[language, default: [:]].merge(texts) { _, new in new } }
  }

  /// Adds the app's translations of a sentence of the toolkit.
  package func translated(_ key: String, _ values: String...) -> LocalizedMessage {
    let others = Self.translations.withLock { $0.compactMapValues { $0[key] } }
    guard !others.isEmpty else { return self }
    let texts = others.mapValues { text in
      values.enumerated().reduce(text) { $0.replacing("{\($1.offset)}", with: $1.element) }
    }
    return LocalizedMessage(korean: korean, english: english, others: texts)
  }
}
