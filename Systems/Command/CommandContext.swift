import Foundation
import HTTPTypes
import Naru
import NaruAsyncHTTPClient
import ServedSystem

/// The environment, the streams and the transport that a command uses. Tests replace them.
struct CommandContext: Sendable {
  /// The environment variables.
  var environment: [String: String]
  /// Standard output.
  var output: Terminal
  /// Standard error.
  var errors: Terminal
  /// Reads a line that the user types. `nil` if the command is not in a terminal, as in a script.
  var readAnswer: (@Sendable () -> String?)?
  /// The transport of all calls.
  var transport: any Transport

  /// The context of the running command.
  @TaskLocal static var current = CommandContext.process

  /// The context of this process.
  private static var process: CommandContext {
    let environment = ProcessInfo.processInfo.environment
    let isAttended = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    let readAnswer: @Sendable () -> String? = { readLine() }
    return CommandContext(
      environment: environment,
      output: Terminal(descriptor: STDOUT_FILENO, environment: environment),
      errors: Terminal(descriptor: STDERR_FILENO, environment: environment),
      readAnswer: isAttended ? readAnswer : nil,
      transport: LocalizedTransport(transport: AsyncHTTPClientTransport())
    )
  }

  /// The settings in the environment.
  var settings: Settings { Settings(environment: environment) }
}

/// Asks servers for sentences in the language of the command.
struct LocalizedTransport: Transport {
  let transport: any Transport
  var language = Language.current

  @concurrent
  func send(_ request: APIRequest) async throws -> APIResponse {
    var request = request
    if !request.head.headerFields.contains(.acceptLanguage) {
      request.head.headerFields[.acceptLanguage] = language.rawValue
    }
    return try await transport.send(request)
  }
}
