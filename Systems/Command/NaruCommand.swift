import ArgumentParser
import CommandSupport
import Foundation
import Naru
import NaruOffline

/// The `naru` command, which calls a server with the generated clients.
@main
struct NaruCommand: Program {
  static let configuration = CommandConfiguration(
    commandName: "naru",
    abstract: text("생성된 클라이언트로 서버를 호출합니다.", "Calls a server with the generated clients."),
    discussion: text(
      "날짜는 모두 한국 시간(KST)입니다. 서버의 주소는 --url이나 환경 변수 NARU_URL로 정합니다. 서버를 여는 프로그램은 naru-server입니다.",
      """
      All days are in Korean time (KST). The server's address is in --url or in the environment variable NARU_URL. The program \
      naru-server runs a server.
      """
    ),
    version: "0.1.0",
    subcommands: [
      LoginCommand.self, LogoutCommand.self, WhoAmICommand.self, SessionsCommand.self, AuthCommand.self,
      BooksCommand.self, ShelfCommand.self, RecordsCommand.self, ReviewsCommand.self, ReportCommand.self,
      PopularCommand.self, BoardCommand.self, PicturesCommand.self, LedgerCommand.self, OutboxCommand.self,
      CompletionCommand<Self>.self,
    ]
  )

  static let settings = ["NARU_URL"]
  static let strictPrefixes: [String] = []
  /// The commands of `naru-server`.
  static let serverCommands: Set = ["serve", "routes", "catalogue", "database", "people"]

  static func main() async {
    let status = await run(Array(CommandLine.arguments.dropFirst()))
    Foundation.exit(status)
  }

  static func explained(_ error: any Error) -> any Error {
    let unsent = ((error as? APIError)?.underlyingError as? WriteQueued).map { ChangeQueued($0.write) }
    guard let queued = error as? ChangeQueued ?? unsent else { return error }
    Terminal.standardError.writeLine(queued.notice)
    return ExitCode.success
  }

  static func advice(about word: String) -> String? {
    switch word {
    case _ where serverCommands.contains(word):
      text("서버의 명령입니다: `naru-server \(word)`.", "It is a command of the server: `naru-server \(word)`.")
    // Commands of earlier versions.
    case "admin": text("naru admin은 naru-server people로 바뀌었습니다.", "`naru admin` is now `naru-server people`.")
    case "lab":
      text(
        "naru lab은 없어졌습니다. 서버의 /lab 페이지나 /lab/api를 사용해 주세요.",
        "`naru lab` is gone. Use the server's page /lab, or /lab/api."
      )
    default: nil
    }
  }
}
