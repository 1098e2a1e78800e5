public import ArgumentParser
import CommandSupport
public import DockDock
public import Dori
public import Naru
public import Squirret

/// One of a few values. A user writes its name in Korean or in English, in any case and with or without spaces and hyphens:
/// `결혼식`, `wedding`, `다 읽은 책`, `first-birthday`.
public protocol Choice: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {
  /// The name that is shown.
  var title: LocalizedMessage { get }
}

extension Choice {
  /// The value with a name.
  public init?(argument: String) {
    let letters = argument.choiceLetters
    let found = Self.allCases.first { choice in
      [choice.rawValue, choice.title.korean, choice.title.english].contains { $0.choiceLetters == letters }
    }
    guard let found else { return nil }
    self = found
  }

  /// The name to write in the language of this process, as one word.
  fileprivate var word: String {
    let english = rawValue.contains(where: \.isLowercase) ? rawValue : rawValue.lowercased()
    return text(title.korean.filter { !$0.isWhitespace }, english)
  }

  /// The names to write.
  public static var allValueStrings: [String] { allCases.map(\.word) }

  /// None: a list of names is short enough without.
  public static var allValueDescriptions: [String: String] { [:] }

  /// Completes the names.
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension String {
  /// The letters that names are compared by.
  fileprivate var choiceLetters: String {
    lowercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }
  }
}

extension ArgumentHelp {
  /// The help of an option that is one of a few values. The parser would name the default value as it is in JSON.
  static func choice<Value: Choice>(_ meaning: String, valueName: String? = nil, default standard: Value)
    -> ArgumentHelp
  {
    ArgumentHelp("\(meaning)\(LocalizedMessage("(기본값: ", " (default: "))\(standard.word)).", valueName: valueName)
  }
}

extension Gift.Direction: Choice {}
extension Gift.Event: Choice {}
extension Relationship: Choice {}
extension ReadingStatus: Choice {}
extension RecordType: Choice {}

extension SignInProvider: Choice {
  /// The provider's name. Users also write Apple's in Korean.
  public var title: LocalizedMessage { self == .apple ? LocalizedMessage("애플", "Apple") : name }
}
