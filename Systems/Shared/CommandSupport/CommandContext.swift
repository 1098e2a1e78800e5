import Foundation

/// The environment and the streams that a command uses. Tests replace them.
package struct CommandContext: Sendable {
  /// The environment variables.
  package var environment: [String: String]
  /// Standard output.
  package var output: Terminal
  /// Standard error.
  package var errors: Terminal
  /// Reads a line that the user types. `nil` if the command is not in a terminal, as in a script.
  package var readAnswer: (@Sendable () -> String?)?

  /// The context of the running command.
  @TaskLocal package static var current = CommandContext.process

  /// Creates a context.
  package init(
    environment: [String: String],
    output: Terminal,
    errors: Terminal,
    readAnswer: (@Sendable () -> String?)?
  ) {
    (self.environment, self.output, self.errors, self.readAnswer) = (environment, output, errors, readAnswer)
  }

  /// The context of this process.
  private static var process: CommandContext {
    let environment = ProcessInfo.processInfo.environment
    let isAttended = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    let readAnswer: @Sendable () -> String? = { readLine() }
    return CommandContext(
      environment: environment,
      output: Terminal(descriptor: STDOUT_FILENO, environment: environment),
      errors: Terminal(descriptor: STDERR_FILENO, environment: environment),
      readAnswer: isAttended ? readAnswer : nil
    )
  }
}
