public import ArgumentParser
public import Foundation
package import Naru

/// Returns the string in the language of this process.
package func text(_ korean: String, _ english: String) -> String {
  LocalizedMessage(korean, english).description
}

extension LocalizedMessage {
  package init(_ korean: String, _ english: String) { self.init(korean: korean, english: english) }
}

/// Prints a line in the language of this process.
package func printLine(_ korean: String, _ english: String) {
  printLine(text(korean, english))
}

/// Prints a line to standard error in the language of this process.
package func printNotice(_ korean: String, _ english: String) {
  Terminal.standardError.writeLine(text(korean, english))
}

/// Requires that the arguments of a command fit together, in `validate()`.
package func require(_ condition: Bool, _ korean: String, _ english: String) throws {
  guard condition else { throw ValidationError(korean, english) }
}

/// Throws a usage error unless at least one change is given.
package func requireOne(of changes: KeyValuePairs<String, Any?>) throws {
  let names = changes.map(\.key)
  try require(
    changes.contains { $0.value != nil },
    "바꿀 값을 지정해 주세요: \(names.joined(separator: ", ")).",
    "Name a value to change: \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")."
  )
}

/// The name of an argument with words, in ``requireOne(of:)``.
package var newText: String { text("새 내용", "the text") }

/// Returns the value that an argument stands for, and requires that there is one.
package func require<Value>(_ value: Value?, _ korean: String, _ english: String) throws -> Value {
  guard let value else { throw ValidationError(korean, english) }
  return value
}

/// Returns an argument that names an item, which must not be blank.
package func notBlank(_ argument: String) throws -> String {
  try require(argument.isEmpty ? nil : argument, "빈 값입니다.", "it must not be blank.")
}

extension UUID: @retroactive ExpressibleByArgument {
  /// Reads the 36 characters of an ID.
  public init?(argument: String) { self.init(uuidString: argument) }
}

extension ValidationError {
  /// Creates an error about the arguments of a command, in the language of this process.
  package init(_ korean: String, _ english: String) { self.init(text(korean, english)) }
}

extension ArgumentHelp {
  /// Returns the help of an argument, in the language of this process.
  package static func text(_ korean: String, _ english: String, valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(LocalizedMessage(korean, english).description, valueName: valueName)
  }
}

extension ParsableCommand {
  /// Returns the configuration of a command with its purpose, in the language of this process.
  package static func about(
    _ korean: String,
    _ english: String,
    name: String? = nil,
    discussion: String = "",
    subcommands: [any ParsableCommand.Type] = [],
    default: (any ParsableCommand.Type)? = nil,
    aliases: [String] = []
  ) -> CommandConfiguration {
    CommandConfiguration(
      commandName: name,
      abstract: text(korean, english),
      discussion: discussion,
      subcommands: subcommands,
      defaultSubcommand: `default`,
      aliases: aliases
    )
  }
}
