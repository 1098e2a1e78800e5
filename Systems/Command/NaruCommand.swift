import ArgumentParser
import Foundation
import Naru
import NaruOffline
import ServedSystem

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
      AuthCommand.self, RoutesCommand.self, BooksCommand.self, ShelfCommand.self, RecordsCommand.self,
      ReviewsCommand.self, ReportCommand.self, PopularCommand.self, BoardCommand.self, LedgerCommand.self,
      OutboxCommand.self, CatalogueCommand.self, DatabaseCommand.self, PeopleCommand.self, CompletionCommand.self,
    ]
  )

  static func main() async {
    let status = await run(Array(CommandLine.arguments.dropFirst()))
    Foundation.exit(status)
  }

  /// Runs the command with arguments, and prints its output or its error.
  static func run(_ arguments: [String]) async -> Int32 {
    warnAboutSettings()
    var command: any ParsableCommand
    do {
      command = try parseAsRoot(arguments.protectingNegativeNumbers)
    } catch {
      return report(error, isParsing: true, similar: similarCommand(to: arguments))
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

  /// Returns the subcommand that the first word that is none may stand for.
  private static func similarCommand(to arguments: [String]) -> String? {
    var command: any ParsableCommand.Type = Self.self
    for word in arguments where !word.hasPrefix("-") {
      let names = command.configuration.subcommands.map { $0._commandName }
      guard let next = command.configuration.subcommands.first(where: { $0._commandName == word }) else {
        return names.closest(to: word)
      }
      command = next
    }
    return nil
  }

  /// Prints a warning for each variable that is almost a setting, and for each of sign-in that is none: a server must not run with
  /// another configuration than its operator believes.
  private static func warnAboutSettings() {
    let names = Setting.allCases.map(\.rawValue)
    for name in CommandContext.current.environment.keys.sorted() where name.hasPrefix("NARU_") && !names.contains(name)
    {
      let similar = names.closest(to: name)
      guard similar != nil || name.hasPrefix("NARU_IDENTITY_") else { continue }
      let hint = similar.map { text(" 혹시 \($0)인가요?", " Did you mean \($0)?") } ?? ""
      printNotice("주의: \(name) 설정은 없습니다.\(hint)", "Warning: there is no setting \(name).\(hint)")
    }
  }

  /// Prints an error, or the help screen that was asked for.
  private static func report(_ error: any Error, isParsing: Bool, similar: String? = nil) -> Int32 {
    let code = exitCode(for: error)
    if code == .success {
      let output = Terminal.standardOutput
      output.write(fullMessage(for: error, columns: output.columns) + "\n")
    } else if error is ExitCode {
      // The command has printed its output.
    } else if code == .validationFailure {
      let hint = similar.map { text(" 혹시 \($0)인가요?", " Did you mean “\($0)”?") } ?? ""
      printError(message(for: error) + (isParsing ? hint : ""))
      // The parser's last line names the help screen.
      let help = fullMessage(for: error).split(separator: "\n").last
      if isParsing, let help { Terminal.standardError.writeLine(String(help)) }
    } else if let queued = (error as? APIError)?.underlyingError as? WriteQueued {
      let id = queued.write.localID.map { ", ID \($0.text)" } ?? ""
      Terminal.standardError.writeLine("\(queued.localizedMessage) (naru outbox\(id))")
      return ExitCode.success.rawValue
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
