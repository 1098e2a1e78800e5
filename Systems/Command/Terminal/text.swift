import ArgumentParser
import Naru

/// Returns the string in the language of this process.
func text(_ korean: String, _ english: String) -> String {
  LocalizedMessage(korean: korean, english: english).description
}

/// Prints a line in the language of this process.
func printLine(_ korean: String, _ english: String) {
  printLine(text(korean, english))
}

/// Requires that the arguments of a command fit together, in `validate()`.
func require(_ condition: Bool, _ korean: String, _ english: String) throws {
  guard condition else { throw ValidationError(korean, english) }
}

/// Returns the value that an argument stands for, and requires that there is one.
func require<Value>(_ value: Value?, _ korean: String, _ english: String) throws -> Value {
  guard let value else { throw ValidationError(korean, english) }
  return value
}

extension ValidationError {
  /// Creates an error about the arguments of a command, in the language of this process.
  init(_ korean: String, _ english: String) { self.init(text(korean, english)) }
}

extension ArgumentHelp {
  /// Returns the help of an argument, in the language of this process.
  static func text(_ korean: String, _ english: String, valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp("\(LocalizedMessage(korean: korean, english: english))", valueName: valueName)
  }
}

extension CommandConfiguration {
  /// Creates the configuration of a command with its purpose, in the language of this process.
  init(
    _ korean: String,
    _ english: String,
    commandName: String? = nil,
    discussion: String = "",
    version: String = "",
    subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil,
    aliases: [String] = []
  ) {
    self.init(
      commandName: commandName,
      abstract: text(korean, english),
      discussion: discussion,
      version: version,
      subcommands: subcommands,
      defaultSubcommand: defaultSubcommand,
      aliases: aliases
    )
  }
}
