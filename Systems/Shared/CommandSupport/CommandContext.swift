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
    // The first file or connection that is opened would take the place of a closed stream, and get the output.
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) == -1 { _ = open("/dev/null", O_RDONLY) }
    let isAttended = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    let readAnswer: @Sendable () -> String? = { readLine() }
    let output = Terminal(descriptor: STDOUT_FILENO, environment: environment)
    // The parser's help needs room behind its column of options. Without it, it ends the process, or is empty (1.8).
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }) ?? output.columns, columns < 40 {
      setenv("COLUMNS", "40", 1)
    }
    return CommandContext(
      environment: environment,
      output: output,
      errors: Terminal(descriptor: STDERR_FILENO, environment: environment),
      readAnswer: isAttended ? readAnswer : nil
    )
  }
}
