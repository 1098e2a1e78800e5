import Foundation
import Naru
import NaruAsyncHTTPClient
import ServedSystem

/// What a command uses of its surroundings. Tests replace it.
struct CommandContext: Sendable {
  /// The environment variables.
  var environment: [String: String]
  /// Standard output.
  var output: Terminal
  /// Standard error.
  var errors: Terminal
  /// Reads a line that a person types. `nil` if no person is there to ask, as in a script.
  var readAnswer: (@Sendable () -> String?)?
  /// The transport of all calls.
  var transport: any Transport

  /// The surroundings of the running command.
  @TaskLocal static var current = CommandContext.process

  /// The surroundings of this process.
  private static var process: CommandContext {
    let environment = ProcessInfo.processInfo.environment
    let isAttended = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    let readAnswer: @Sendable () -> String? = { readLine() }
    return CommandContext(
      environment: environment,
      output: Terminal(descriptor: STDOUT_FILENO, environment: environment),
      errors: Terminal(descriptor: STDERR_FILENO, environment: environment),
      readAnswer: isAttended ? readAnswer : nil,
      transport: AsyncHTTPClientTransport()
    )
  }

  /// The settings in the environment.
  var settings: Settings { Settings(environment: environment) }
}
