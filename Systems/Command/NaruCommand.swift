import ArgumentParser
import Foundation
import Naru
import NaruOffline

/// The `naru` command: runs the local backend, and calls a server.
@main
struct NaruCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "naru",
    abstract: text(
      "로컬 백엔드를 띄우고, 생성된 클라이언트로 호출합니다.",
      "Runs the local backend, and calls it with the generated clients."
    ),
    discussion: text(
      "날짜는 모두 한국 시간(KST)입니다. 서버의 주소는 --url이나 환경 변수 NARU_URL로 정합니다.",
      "All days are in Korean time (KST). The server's address is in --url or in the environment variable NARU_URL."
    ),
    version: "0.1.0",
    subcommands: [
      ServeCommand.self, LoginCommand.self, LogoutCommand.self, WhoAmICommand.self, SessionsCommand.self,
      AuthCommand.self, RoutesCommand.self, OpenAPICommand.self, ImportCommand.self, CallCommand.self,
      CheckCommand.self, BooksCommand.self, ShelfCommand.self,
      RecordsCommand.self, ReviewsCommand.self, ReportCommand.self, PopularCommand.self, BoardCommand.self,
      LedgerCommand.self, OutboxCommand.self, CatalogueCommand.self, DatabaseCommand.self, AdminCommand.self,
      CompletionCommand.self,
    ] + lab
  )

  #if Lab
    private static let lab: [any ParsableCommand.Type] = [LabCommand.self]
  #else
    private static let lab: [any ParsableCommand.Type] = []
  #endif

  static func main() async {
    let status = await run(Array(CommandLine.arguments.dropFirst()))
    Foundation.exit(status)
  }

  /// Runs the command with arguments, and prints its output or its error.
  static func run(_ arguments: [String]) async -> Int32 {
    var command: any ParsableCommand
    do {
      try CommandNames.check(arguments, in: Self.self)
      command = try parseAsRoot(arguments.protectingNegativeNumbers)
    } catch {
      return report(error, isParsing: true)
    }
    do {
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return ExitCode.success.rawValue
    } catch {
      return report(error, isParsing: false)
    }
  }

  /// Prints an error, or the help screen that was asked for.
  private static func report(_ error: any Error, isParsing: Bool) -> Int32 {
    let code = exitCode(for: error)
    let full = fullMessage(for: error, columns: ParserText.unbroken)
    if code == .success {
      let output = Terminal.standardOutput
      // Not the version and a completion script.
      let isHelp = full.hasPrefix("OVERVIEW: ") || full.hasPrefix("USAGE: ")
      output.write((isHelp ? ParserText(full).rendered(in: .current, columns: output.columns ?? 80) : full) + "\n")
    } else if error is ExitCode {
      // The command has printed its output.
    } else if code == .validationFailure {
      let message = message(for: error)
      let known = ParserSentence(message)
      printError(known?.localizedMessage.description ?? message)
      if isParsing, !(error is ValidationError) { printUsage(full, message, isWhole: known != nil) }
    } else if let kept = (error as? APIError)?.underlyingError as? WriteQueued {
      Terminal.standardError.writeLine("\(kept.localizedMessage) (naru outbox)")
      return ExitCode.success.rawValue
    } else {
      printError(Failure(error).localizedMessage)
    }
    return code.rawValue
  }

  /// Prints an error in a line of its own.
  static func printError(_ localizedMessage: String) {
    Terminal.standardError.writeLine("\(text("오류", "Error")): \(localizedMessage)")
  }

  /// Prints what the parser adds to an error: the help and the usage of a command. For a value that the command refused, only the
  /// last line, which names the help screen.
  private static func printUsage(_ full: String, _ message: String, isWhole: Bool) {
    let rest = full.dropFirst("\(_errorPrefix)\(message)\n".count)
    let shown = isWhole ? String(rest) : String(rest.split(separator: "\n").last ?? "")
    let errors = Terminal.standardError
    errors.write(ParserText(shown).rendered(in: .current, columns: errors.columns ?? 80) + "\n")
  }
}

/// Returns the text in the language of this process.
func text(_ korean: String, _ english: String) -> String {
  LocalizedMessage(korean: korean, english: english).description
}
