#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A language of messages for users, by its tag (BCP 47). The toolkit's own sentences are in Korean and English; an app adds
/// languages to its own:
///
/// ```swift
/// extension Language {
///   static let german = Language("de")
/// }
///
/// throw APIError(.notFound, [.german: "Kein solches Buch.", .english: "No such book."])
/// ```
public struct Language: RawRepresentable, Sendable, Hashable, CaseIterable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// 한국어.
  public static let korean = Language("ko")
  /// English.
  public static let english = Language("en")

  /// The languages of the toolkit's own sentences.
  public static let allCases: [Language] = [.korean, .english]

  /// The tag with the usual upper and lower case: `ko`, `pt-BR`, `zh-Hant`.
  public let rawValue: String

  /// Creates a language from its tag, in upper or lower case, also with `_`: `pt_br` is `pt-BR`.
  public init(_ tag: String) {
    let parts = tag.split { $0 == "-" || $0 == "_" }.enumerated().map { index, part in
      switch (index, part.count) {
      case (0, _): part.lowercased()
      case (_, 2): part.uppercased()
      case (_, 4): part.prefix(1).uppercased() + part.dropFirst().lowercased()
      default: part.lowercased()
      }
    }
    rawValue = parts.joined(separator: "-")
  }

  /// Creates a language from its tag.
  public init(rawValue: String) { self.init(rawValue) }

  /// Creates a language from its tag.
  public init(stringLiteral tag: String) { self.init(tag) }

  /// The tag.
  public var description: String { rawValue }

  /// The language of this process: the preferred language on Apple platforms, `LC_ALL`, `LC_MESSAGES` or `LANG` elsewhere.
  public static let current: Language = {
    #if canImport(Darwin)
      let name = Locale.preferredLanguages.first ?? ""
    #else
      let environment = ProcessInfo.processInfo.environment
      let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    #endif
    return Language(locale: name)
  }()

  /// Creates the language of a locale's name: `de_DE.UTF-8` is `de-DE`. Korean and English have no region, and every other name, such
  /// as `C`, is English.
  package init(locale: String) {
    let language = Language(String(locale.prefix { $0 != "." && $0 != "@" }))
    let primary = language.rawValue.prefix { $0 != "-" }
    if let own = Self.allCases.first(where: { $0.rawValue == primary }) {
      self = own
    } else {
      self = (2...3).contains(primary.count) ? language : .english
    }
  }
}

extension Language {
  /// Returns the language that fits this one best (RFC 4647, section 3.4): the same language, or a language with a shorter tag, so that
  /// `de-AT` finds `de`; without these, a language with a longer tag, so that `pt` finds `pt-BR`.
  package func lookup(in languages: some Sequence<Language>) -> Language? {
    var tag = rawValue[...]
    while !tag.isEmpty {
      if let found = languages.first(where: { $0.rawValue == tag }) { return found }
      tag = tag.lastIndex(of: "-").map { tag[..<$0] } ?? ""
      // A single letter defines the meaning of the parts after it.
      if tag.dropLast().last == "-" { tag = tag.dropLast(2) }
    }
    return languages.first { $0.rawValue.hasPrefix("\(rawValue)-") }
  }
}
