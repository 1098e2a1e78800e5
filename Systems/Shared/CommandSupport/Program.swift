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
    // Spaces are no value either, and messages name the value that is empty.
    let arguments = arguments.map { $0.allSatisfy(\.isWhitespace) ? "" : $0 }
    do {
      command = try parseAsRoot(commandFirst(arguments.protectingNegativeNumbers))
    } catch  where error is UsageError || exitCode(for: error) == .validationFailure {
      let usage = error as? UsageError ?? UsageError(error, of: Self.self)
      printError(usage.message)
      printNotice("  사용법은 `\(usage.command) --help`에 있습니다.", "  See `\(usage.command) --help` for more information.")
      return ExitCode.validationFailure.rawValue
    } catch {
      return report(error)
    }
    do {
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return report(ExitCode.success)
    } catch {
      return report(explained(error))
    }
  }

  /// Returns the arguments with the words of the command first: options may be before them as well, and `help` anywhere among them.
  ///
  /// - Throws: `UsageError` for the first word that is none of the commands. The parser would blame an option after it, or ignore it.
  private static func commandFirst(_ arguments: [String]) throws -> [String] {
    // The parser's own options for shells.
    guard !["---completion", "--generate-completion-script"].contains(arguments.first) else { return arguments }
    var path: [any ParsableCommand.Type] = [self]
    var (words, options, rest) = ([String](), [String](), arguments[...])
    while let word = rest.first, word != "--", let command = path.last, !command.configuration.subcommands.isEmpty {
      rest.removeFirst()
      if word.hasPrefix("-") {
        options.append(word)
        // The parser names an option that no command has.
        guard let takesValue = Self.options(of: command)[word.prefix { $0 != "=" }] else { break }
        if takesValue, !word.contains("="), let value = rest.popFirst() { options.append(value) }
      } else if word == "help" {
        words.insert(word, at: 0)
      } else if let next = command.configuration.subcommands.first(where: {
        ([$0._commandName] + $0.configuration.aliases).contains(word)
      }) {
        (words, path) = (words + [word], path + [next])
      } else {
        throw UsageError(word, at: path, advice: path.count == 1 ? advice(about: word) : nil)
      }
    }
    return words + options + rest
  }

  /// The options of a command and of the commands below it, and whether each takes a value.
  private static func options(of command: any ParsableCommand.Type) -> [Substring: Bool] {
    let own = command.helpMessage().matches(of: /[\s\/](--?\w[\w-]*)( <)?/).map { ($0.1, $0.2 != nil) }
    return command.configuration.subcommands.reduce(into: Dictionary(own) { $0 || $1 }) {
      $0.merge(options(of: $1)) { $0 || $1 }
    }
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

  /// Prints an error, or the help screen that was asked for, and returns the exit status.
  private static func report(_ error: any Error) -> Int32 {
    let (code, output) = (exitCode(for: error), Terminal.standardOutput)
    if error is ExitCode {
      // The command has printed its output.
    } else if code == .success {
      output.write(fullMessage(for: error) + "\n")
    } else {
      printError(code == .validationFailure ? message(for: error) : Failure(error).message)
    }
    guard code == .success, let loss = output.lossOfOutput else { return code.rawValue }
    printError(text("출력을 쓰지 못했습니다: \(loss)", "The output can't be written: \(loss)"))
    return ExitCode.failure.rawValue
  }

  /// Prints an error in a line of its own.
  private static func printError(_ message: String) {
    Terminal.standardError.writeLine("\(text("오류", "Error")): \(message)")
  }
}
