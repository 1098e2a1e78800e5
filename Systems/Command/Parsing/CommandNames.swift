import ArgumentParser
import Foundation
import Naru

/// The names of the commands.
enum CommandNames {
  /// Checks the names of commands at the beginning of the arguments.
  static func check(_ arguments: [String], in root: any ParsableCommand.Type) throws {
    var rest = arguments[...]
    if rest.first == "help" { rest.removeFirst() }
    var path = [root._commandName]
    var command = root
    while let name = rest.popFirst(), !name.hasPrefix("-") {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty else { return }
      guard let next = commands.first(where: { $0.names.contains(name) }) else {
        throw unknown(name, path.joined(separator: " "), commands)
      }
      path.append(next._commandName)
      command = next
    }
  }

  private static func unknown(
    _ name: String,
    _ group: String,
    _ commands: [any ParsableCommand.Type]
  ) -> ValidationError {
    func below(_ match: @escaping ([String]) -> String?) -> String? {
      commands.lazy.compactMap { command in
        match(command.configuration.subcommands.flatMap { $0.names }).map { "\(command._commandName) \($0)" }
      }.first
    }
    let suggestion =
      below { $0.first { $0 == name } } ?? commands.flatMap { $0.names }.closest(to: name)
      ?? below { $0.closest(to: name) }
    guard let suggestion else {
      return ValidationError(
        text(
          "'\(name)'(이)라는 명령은 없습니다. 명령 목록: `\(group) --help`",
          "There is no command “\(name)”. `\(group) --help` lists the commands."
        )
      )
    }
    return ValidationError(
      text(
        "'\(name)'(이)라는 명령은 없습니다. `\(group) \(suggestion)`을(를) 찾으셨나요?",
        "There is no command “\(name)”. Did you mean `\(group) \(suggestion)`?"
      )
    )
  }
}

extension ParsableCommand {
  /// The name and the aliases.
  fileprivate static var names: [String] { [_commandName] + configuration.aliases }
}
