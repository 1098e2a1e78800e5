import ArgumentParser
import Foundation
import Local
import Logging
import Naru
import NaruAsyncHTTPClient
import ServedSystem
import SquirretBackend
import Storage

struct AdminCommand: AsyncParsableCommand {
  static let configuration = about(
    "서버를 운영합니다: 사용자, 로그인, 감사 기록, 키.",
    "Operates a server: people, sessions, the audit log and keys.",
    name: "admin",
    discussion: text(
      "데이터 폴더가 있는 컴퓨터에서, 서버와 같은 환경 변수로 실행해 주세요. 서버가 켜져 있어도 되고, 바뀐 것은 바로 적용됩니다.",
      """
      Run it on the machine that has the data folder, with the server's environment variables. The server may be running; it \
      applies changes at once.
      """
    ),
    subcommands: [
      AdminPeopleCommand.self, AdminSessionsCommand.self, AdminAuditCommand.self, AdminKeysCommand.self,
    ]
  )
}

/// The options of all commands for the operator of a server.
struct AdminOptions: ParsableArguments, JSONOption {
  @OptionGroup var data: DataOptions

  @Flag(help: .text("표 대신 JSON을 출력합니다.", "Print JSON instead of a table."))
  var json = false

  /// The operator in the audit log.
  var name: String { "naru admin (\(NSUserName()))" }

  var logger: Logger {
    var logger = Logger(label: "naru", factory: StreamLogHandler.standardError(label:))
    logger.logLevel = .warning
    return logger
  }

  /// Runs work on the data folder, beside a server if it is running.
  func operate<Result>(_ work: (Operations) async throws -> Result) async throws -> Result {
    try await LocalBackend.operate(
      data.storage,
      data.folder,
      settings: .process,
      transport: AsyncHTTPClientTransport(),
      operator: name,
      logger: logger,
      work
    )
  }
}

/// The flag of commands that can't be undone.
struct ConfirmationOptions: ParsableArguments {
  @Flag(help: .text("묻지 않고 합니다.", "Do it without asking."))
  var yes = false

  /// Asks the question, unless `--yes` is set.
  func require(_ korean: String, _ english: String) throws {
    guard try !yes && !confirm(text(korean, english), flag: "--yes") else { return }
    throw MessageError("취소했습니다. 바뀐 것은 없습니다.", "Cancelled. Nothing was changed.")
  }
}

extension PageOptions {
  var operatorsPage: Operations.Page { Operations.Page(number: page, size: limit) }
}

/// Returns the ID in an argument.
func parsedID(_ argument: String) throws -> UUID {
  let example = "0f8fad5b-d9cb-469f-a165-70867728950e"
  return try require(UUID(uuidString: argument), "ID가 아닙니다: \(argument) (예: \(example))", "“\(argument)” is not an ID.")
}

/// Asks the user a yes-or-no question. Any other input, or none, means no.
func confirm(_ question: String, flag: String) throws -> Bool {
  let context = CommandContext.current
  guard let readAnswer = context.readAnswer else {
    throw ValidationError("\(question) 확인 없이 진행하려면 `\(flag)` 옵션을 붙여 주세요.", "\(question) Add \(flag) to answer yes.")
  }
  context.errors.write("\(question.printable) [y/N] ")
  let answer = (readAnswer() ?? "").trimmingCharacters(in: .whitespaces).lowercased()
  return ["y", "yes", "예", "네", "ㅛ"].contains(answer)
}
