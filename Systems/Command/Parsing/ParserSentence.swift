import Naru

/// A sentence of the argument parser, which knows only English, in both languages.
///
/// The parser does not publish its errors, so their texts are recognised. A new text would stay English.
struct ParserSentence {
  let localizedMessage: LocalizedMessage

  /// Recognises a sentence of the parser. `nil` for any other sentence, such as one of this command.
  init?(_ english: String) {
    guard let korean = Self.korean(english) else { return nil }
    localizedMessage = LocalizedMessage(korean: korean, english: english)
  }

  private static func korean(_ text: String) -> String? {
    if let match = text.wholeMatch(of: /Unknown option '(.+?)'\. Did you mean '(.+?)'\?/) {
      return "'\(match.1)'(이)라는 옵션은 없습니다. '\(match.2)'을(를) 찾으셨나요?"
    }
    if let match = text.wholeMatch(of: /(?:Unknown|Invalid) option:? '?(.+?)'?/) {
      return "'\(match.1)'(이)라는 옵션은 없습니다."
    }
    if let match = text.wholeMatch(of: /Missing value for '(.+)'/) {
      return "'\(match.1)'의 값이 없습니다."
    }
    if let match = text.wholeMatch(of: /The option '(.+?)' does not take any value, but '(.*)' was specified\./) {
      return "'\(match.1)'은(는) 값을 받지 않습니다: '\(match.2)'"
    }
    if let match = text.wholeMatch(of: /(?:Unexpected argument|[0-9]+ unexpected arguments:) (.+)/.dotMatchesNewlines())
    {
      return "쓸 곳이 없는 인자입니다: \(match.1)"
    }
    if let match = text.wholeMatch(of: /Missing (?:expected argument|one of:) (.+)/) {
      return "\(match.1)이(가) 필요합니다."
    }
    if let match = text.wholeMatch(of: /The value '(.*?)' is invalid for '(.+?)'(.*)/.dotMatchesNewlines()) {
      return "'\(match.1)'은(는) '\(match.2)'에 쓸 수 없습니다.\(korean(values: match.3))"
    }
    if let match = text.wholeMatch(of: /Value to be set with flag (.+) had already been set with flag (.+)/) {
      return "\(match.2)와(과) \(match.1)은(는) 함께 쓸 수 없습니다."
    }
    return text == "Missing required subcommand." ? "명령이 더 필요합니다." : nil
  }

  /// The values that the parser lists after a value that is not one of them.
  private static func korean(values text: Substring) -> String {
    let quoted = text.matches(of: /'([^']+)'/).map { String($0.1) }
    let values = quoted.isEmpty ? text.matches(of: /\n  - (.+)/).map { String($0.1) } : quoted
    return values.isEmpty ? "" : " 쓸 수 있는 값: \(values.joined(separator: ", "))"
  }
}
