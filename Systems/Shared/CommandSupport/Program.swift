package import ArgumentParser
import Foundation
import Naru

/// A program with commands, which prints everything in the language of its process.
package protocol Program: AsyncParsableCommand {
  /// The names of the environment variables that the program reads.
  static var settings: [String] { get }

  /// The beginnings of the names of variables that must not be misspelled, and of those that an earlier version had.
  static var strictPrefixes: [String] { get }

  /// Returns the error to print for an error of a command: the same one, another one with the remedy, or an `ExitCode` if everything has
  /// been printed.
  static func explained(_ error: any Error) -> any Error

  /// Returns the advice for a word that is none of the commands. `nil` if there is none.
  static func advice(about word: String) -> String?
}

extension Program {
  /// Runs a command with arguments, prints its output or its error, and returns the exit status.
  package static func run(_ arguments: [String]) async -> Int32 {
    warnAboutSettings()
    var command: any ParsableCommand
    do {
      command = try parseAsRoot(arguments.protectingNegativeNumbers)
    } catch {
      return report(error, isParsing: true, hint: hint(for: arguments))
    }
    do {
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return ExitCode.success.rawValue
    } catch {
      return report(explained(error), isParsing: false)
    }
  }

  /// Returns the advice about the first word that is almost a command, or means one.
  package static func hint(for arguments: [String]) -> String {
    var command: any ParsableCommand.Type = Self.self
    for word in arguments where !word.hasPrefix("-") {
      let subcommands = command.configuration.subcommands
      if let next = subcommands.first(where: { $0._commandName == word }) {
        command = next
        continue
      }
      let names = subcommands.map { $0._commandName }
      let meant = synonyms.first { $0.contains(word) }?.first(where: names.contains)
      let advice =
        (command == Self.self ? advice(about: word) : nil)
        ?? (meant ?? names.closest(to: word)).map { text("혹시 \($0)인가요?", "Did you mean “\($0)”?") }
      if let advice { return " \(advice)" }
    }
    return ""
  }

  /// The words of other programs for the same commands.
  private static var synonyms: [[String]] {
    [
      ["list", "ls"], ["show", "view", "get"], ["add", "write", "create", "new"],
      ["edit", "update", "change", "set"], ["remove", "delete", "rm"], ["discard", "drop", "remove", "delete"],
      ["search", "find"],
    ]
  }

  /// Prints a warning for each variable that is almost a setting, and for each with a strict prefix that is none: a server must not run
  /// with another configuration than its operator believes.
  private static func warnAboutSettings() {
    for name in CommandContext.current.environment.keys.sorted()
    where name.hasPrefix("NARU_") && !settings.contains(name) {
      let similar = settings.closest(to: name)
      guard similar != nil || strictPrefixes.contains(where: name.hasPrefix) else { continue }
      let hint = similar.map { text(" 혹시 \($0)인가요?", " Did you mean \($0)?") } ?? ""
      printNotice("주의: \(name) 설정은 없습니다.\(hint)", "Warning: there is no setting \(name).\(hint)")
    }
  }

  /// Prints an error, or the help screen that was asked for.
  private static func report(_ error: any Error, isParsing: Bool, hint: String = "") -> Int32 {
    let code = exitCode(for: error)
    if error is ExitCode {
      // The command has printed its output.
    } else if code == .success {
      let output = Terminal.standardOutput
      output.write(fullMessage(for: error, columns: output.columns) + "\n")
    } else if code == .validationFailure {
      printError(message(for: error) + hint)
      // The parser's last line names the help screen.
      let help = fullMessage(for: error).split(separator: "\n").last
      if isParsing, let help { Terminal.standardError.writeLine(String(help)) }
    } else {
      printError(Failure(error).message)
    }
    return code.rawValue
  }

  /// Prints an error in a line of its own.
  private static func printError(_ message: String) {
    Terminal.standardError.writeLine("\(text("오류", "Error")): \(message)")
  }
}
