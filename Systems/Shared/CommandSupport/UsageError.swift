import ArgumentParser
import Foundation

/// A wrong command line: what is wrong with it, and the command whose help has more.
struct UsageError: Error {
  let message: String
  let command: String

  /// Creates the error for a word that is none of a command's subcommands.
  init(_ word: String, at path: [any ParsableCommand.Type], advice: String?) {
    command = path.map { $0._commandName }.joined(separator: " ")
    let names = path.last?.configuration.subcommands.map { $0._commandName } ?? []
    let typed = word.lowercased()
    let synonym = Self.synonyms.filter { $0.contains(typed) }.joined().first(where: names.contains)
    let meant = synonym ?? names.closest(to: typed) ?? names.first { $0.hasPrefix(typed) || typed.hasPrefix($0) }
    let next =
      advice ?? meant.map { text("혹시 \($0)인가요?", "Did you mean “\($0)”?") }
      ?? text("명령은 \(names.joined(separator: ", "))입니다.", "The commands are: \(names.joined(separator: ", ")).")
    message = text("`\(command)`에 “\(word)” 명령은 없습니다. \(next)", "“\(word)” is not a command of `\(command)`. \(next)")
  }

  /// Creates the error for an error of the argument parser. Its types are not public, and its messages are in English and often no sentences.
  init(_ error: any Error, of program: any ParsableCommand.Type) {
    let lines = program.fullMessage(for: error).components(separatedBy: "\n")
    let command = lines.last?.firstMatch(of: /'(.+) -\S+'/).map { String($0.1) } ?? program._commandName
    let sentences = [
      ("^(?:Unknown|Invalid) option:? '?([^' ]+)'?", "`\(command)`에 $1 옵션은 없습니다", "`\(command)` has no option $1"),
      (" Did you mean '(.+)'\\?$", " 혹시 $1인가요?", " Did you mean “$1”?"),
      ("^Missing expected argument '(.+?)(?: \\.{3})?'$", "`\(command)`에 $1 값이 필요합니다", "`\(command)` needs $1"),
      ("^Missing value for '(\\S+) (.+)'$", "$1 옵션에 $2 값이 필요합니다", "The option $1 needs $2"),
      (
        "^(?:U|\\d+ u)nexpected arguments?:? (.+)$",
        "`\(command)`에 쓸 수 없는 인수가 있습니다: $1. 띄어쓰기가 있는 값은 따옴표로 묶어 주세요",
        "`\(command)` does not take $1. Quote a value that contains spaces"
      ),
      ("^The value '(.*)' is invalid for '([^']+)'", "$2에 “$1” 값은 쓸 수 없습니다", "“$1” is not a value of $2"),
      ("Please provide one of(?: the following:\n  -)?", "다음 가운데 하나를 입력해 주세요:", "Choose one of:"),
      ("\n  - ", ", ", ", "), ("' or '", "', '", "' or '"),
      (
        "^The option '(.+)' does not take any value, but '(.*)' .+", "$1 옵션은 값을 받지 않습니다: $2",
        "The option $1 takes no value, but has “$2”"
      ),
      ("^Value to be set with flag '(.+)' had .+ '(.+)'$", "$2, $1 가운데 하나만 써 주세요", "Use $2 or $1, not both"),
    ]
    let sentence = sentences.reduce(program.message(for: error)) {
      $0.replacingOccurrences(of: $1.0, with: text($1.1, $1.2), options: .regularExpression)
    }
    // The parser's explanation of the argument.
    let meaning = lines.first { $0.hasPrefix("Help:") }?.components(separatedBy: "  ").last
    let isClosed = sentence.hasSuffix("?") || sentence.hasSuffix(".")
    message = sentence + (meaning.map { isClosed ? " \($0)" : ": \($0)" } ?? (isClosed ? "" : "."))
    self.command = command
  }

  /// The words of other programs for the same commands.
  private static let synonyms = [
    ["list", "ls"], ["show", "view", "get"], ["add", "write", "create", "new"], ["edit", "update", "change", "set"],
    ["remove", "discard", "delete", "drop", "rm"], ["search", "find"], ["login", "signin", "sign-in"],
    ["logout", "signout", "sign-out"], ["whoami", "me"], ["shelf", "shelves"],
  ]
}
