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
      return report(error, hint: hint(for: arguments))
    }
    do {
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return ExitCode.success.rawValue
    } catch {
      return report(error)
    }
  }

  /// Returns what replaces a subcommand of an earlier version, or the subcommand that the first word that is none may stand for.
  private static func hint(for arguments: [String]) -> String {
    switch arguments.first {
    case "admin": return text(" naru admin은 naru people로 바뀌었습니다.", " `naru admin` is now `naru people`.")
    case "lab":
      return text(
        " naru lab은 없어졌습니다. 서버의 /lab 페이지나 /lab/api를 사용해 주세요.",
        " `naru lab` is gone. Use the server's page /lab, or /lab/api."
      )
    default:
      let similar = similarCommand(to: arguments)
      return similar.map { text(" 혹시 \($0)인가요?", " Did you mean “\($0)”?") } ?? ""
    }
  }

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

  /// Prints a warning for each variable that is almost a setting, and for each of a server that is none or no more: it must not run with
  /// another configuration than its operator believes.
  private static func warnAboutSettings() {
    let names = Setting.allCases.map(\.rawValue)
    for name in CommandContext.current.environment.keys.sorted() where name.hasPrefix("NARU_") && !names.contains(name)
    {
      let similar = names.closest(to: name)
      let isOfServer = ["NARU_IDENTITY_", "NARU_SERVER_", "NARU_METRICS", "NARU_SEARCH_SECONDS"].contains(
        where: name.hasPrefix
      )
      guard similar != nil || isOfServer else { continue }
      let hint = similar.map { text(" 혹시 \($0)인가요?", " Did you mean \($0)?") } ?? ""
      printNotice("주의: \(name) 설정은 없습니다.\(hint)", "Warning: there is no setting \(name).\(hint)")
    }
  }

  /// Prints an error, or the help screen that was asked for.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - hint: The remedy for arguments that can't be parsed. `nil` for an error of a command.
  /// - Returns: The exit status.
  private static func report(_ error: any Error, hint: String? = nil) -> Int32 {
    let code = exitCode(for: error)
    if code == .success {
      let output = Terminal.standardOutput
      output.write(fullMessage(for: error, columns: output.columns) + "\n")
    } else if error is ExitCode {
      // The command has printed its output.
    } else if code == .validationFailure {
      printError(message(for: error) + (hint ?? ""))
      // The parser's last line names the help screen.
      let help = fullMessage(for: error).split(separator: "\n").last
      if hint != nil, let help { Terminal.standardError.writeLine(String(help)) }
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
