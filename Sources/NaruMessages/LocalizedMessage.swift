/// A message for users in Korean and English, or in the languages of an app.
///
/// ```swift
/// LocalizedMessage(korean: "책을 찾을 수 없습니다.", english: "No such book.")
/// LocalizedMessage(korean: "책을 찾을 수 없습니다.", english: "No such book.", others: [.german: "Kein solches Buch."])
/// let message: LocalizedMessage = [.german: "Kein solches Buch.", .french: "Ce livre n’existe pas."]
/// ```
///
/// A server's failure is in the language that the caller prefers among those that its sentence has.
public struct LocalizedMessage: Sendable, Hashable {
  /// The Korean message. Without one, the message of ``text(in:)``.
  public let korean: String
  /// The English message. Without one, the message of ``text(in:)``.
  public let english: String
  private let others: [Language: String]
  /// The languages. `nil` means Korean, English and the languages of `others`.
  private let own: [Language]?

  /// Creates a sentence from its strings.
  ///
  /// - Parameters:
  ///   - korean: the Korean string.
  ///   - english: the English string.
  ///   - others: the strings in other languages.
  public init(korean: String, english: String, others: [Language: String] = [:]) {
    self.korean = korean
    self.english = english
    self.others = others
    own = nil
  }

  /// Creates a sentence from its strings, in any languages. Without any, it is empty.
  public init(_ texts: [Language: String]) {
    let languages = texts.keys.sorted { $0.rawValue < $1.rawValue }
    let usual = texts[.english] ?? texts[.korean] ?? languages.first.flatMap { texts[$0] } ?? ""
    korean = texts[.korean] ?? usual
    english = texts[.english] ?? usual
    others = texts.filter { !Language.allCases.contains($0.key) }
    own = Language.allCases.allSatisfy { texts[$0] != nil } ? nil : languages
  }

  /// The languages that the sentence has.
  public var languages: [Language] { own ?? Language.allCases + others.keys.sorted { $0.rawValue < $1.rawValue } }

  /// Returns the string in a language. `de-AT` is also in `de`. Without the language, the string is in English, or else in Korean, or else
  /// in the language with the first tag.
  public func text(in language: Language) -> String {
    if others.isEmpty, language == .english { return english }
    return switch self.language(for: language) {
    case .korean: korean
    case let found: others[found] ?? english
    }
  }

  /// Returns the language of the string for users who prefer a language.
  package func language(for language: Language) -> Language {
    let languages = languages
    return language.lookup(in: languages)
      ?? [.english, .korean].first(where: languages.contains) ?? languages.first ?? .english
  }

  /// Joins sentences, in all languages that one of them has.
  package static func joined(_ sentences: [LocalizedMessage]) -> LocalizedMessage {
    let languages = Set(sentences.flatMap(\.languages))
    return LocalizedMessage(
      Dictionary(
        uniqueKeysWithValues: languages.map { language in
          (language, sentences.map { $0.text(in: language) }.joined(separator: " "))
        }
      )
    )
  }
}

extension LocalizedMessage: ExpressibleByStringInterpolation {
  /// Creates a message with the same string in both languages, such as a server's message.
  public init(stringLiteral text: String) {
    self.init(korean: text, english: text)
  }
}

extension LocalizedMessage: ExpressibleByDictionaryLiteral {
  /// Creates a sentence from its strings. The last of several for the same language counts.
  public init(dictionaryLiteral texts: (Language, String)...) {
    self.init(Dictionary(texts) { _, last in last })
  }
}

extension LocalizedMessage: CustomStringConvertible {
  /// The string in the language of this process.
  public var description: String { text(in: .current) }
}
