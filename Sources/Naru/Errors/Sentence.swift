#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A language of the sentences for people.
public enum Language: String, Sendable, Hashable, CaseIterable {
  /// 한국어.
  case korean = "ko"
  /// English.
  case english = "en"

  /// The language of this process: the preferred language on Apple platforms, `LC_ALL`, `LC_MESSAGES` or `LANG` elsewhere.
  public static let current: Language = {
    #if canImport(Darwin)
      let name = Locale.preferredLanguages.first ?? ""
    #else
      let environment = ProcessInfo.processInfo.environment
      let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    #endif
    return name.hasPrefix("ko") ? .korean : .english
  }()
}

/// A sentence for people, in Korean and in English.
public struct Sentence: Sendable, Hashable {
  /// The Korean text.
  public let korean: String
  /// The English text.
  public let english: String

  /// Creates a sentence from its two texts.
  public init(korean: String, english: String) {
    self.korean = korean
    self.english = english
  }

  /// Returns the text in a language.
  public func text(in language: Language) -> String {
    switch language {
    case .korean: korean
    case .english: english
    }
  }
}

extension Sentence: ExpressibleByStringInterpolation {
  /// Creates a sentence with the same text in both languages, such as one from a server.
  public init(stringLiteral text: String) {
    self.init(korean: text, english: text)
  }
}

extension Sentence: CustomStringConvertible {
  /// The text in the language of this process.
  public var description: String { text(in: .current) }
}
