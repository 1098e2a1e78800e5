import ArgumentParser
import CommandSupport
import Foundation
import Local
import Logging
import Naru
import ServedSystem
import Squirret
import SquirretBackend
import Storage

struct PeopleCommand: AsyncParsableCommand {
  static let configuration = about(
    "서버의 계정을 보고, 정지하고, 로그아웃하고, 삭제합니다.",
    "Lists a server's accounts, disables and deletes them, and ends their sessions.",
    name: "people",
    discussion: text(
      "데이터 폴더가 있는 컴퓨터에서, 서버와 같은 환경 변수로 실행해 주세요. 서버가 켜져 있어도 되고, 바뀐 것은 바로 적용됩니다.",
      """
      Run it on the machine that has the data folder, with the server's environment variables. The server may be running; it \
      applies changes at once.
      """
    ),
    subcommands: [List.self, Disable.self, Enable.self, EndSessions.self, Delete.self]
  )

  struct List: AsyncParsableCommand {
    static let configuration = about("계정을 보여 줍니다. 새것이 먼저입니다.", "Lists the accounts, newest first.")

    @Option(help: .text("이름이나 이메일의 일부.", "A part of the name or of the e-mail address.", valueName: "text"))
    var search = ""

    @Flag(help: .text("정지한 계정만 봅니다.", "Only disabled accounts."))
    var disabled = false

    @OptionGroup var part: PageOptions
    @OptionGroup var options: OperatorOptions

    func run() async throws {
      let list = try await options.operate {
        let page = Page(number: part.page, size: part.limit)
        return try await $0.people(matching: search, isDisabled: disabled ? true : nil, page: page)
      }
      if options.json { return try printJSON(list.elements) }
      part.show(list.elements, total: list.total, unit: "명", empty: text("계정이 없습니다.", "There are no accounts.")) {
        Column("이름", "NAME", flexible: true, \.name)
        Column("이메일", "E-MAIL", flexible: true, \.email)
        Column("제공자", "PROVIDER") { $0.providers.map(\.rawValue).joined(separator: ", ") }
        Column(day: "가입", "SINCE", \.createdAt)
        Column(day: "마지막", "LAST USED", \.lastUsedAt)
        Column("로그인", "SESSIONS", number: true) { "\($0.sessions)" }
        Column("상태", "STATE") { $0.disabledAt.map { _ in text("정지", "disabled") } }
        Column("ID", \.id)
      }
    }
  }

  struct Disable: AsyncParsableCommand {
    static let configuration = about(
      "계정을 정지합니다. 모든 기기에서 로그아웃되고 다시 로그인할 수 없습니다. 데이터는 남습니다.",
      "Disables an account: ends its sessions and rejects new ones. The data stays."
    )

    @OptionGroup var account: AccountArgument
    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: OperatorOptions

    func run() async throws {
      try await options.operate { operations in
        let name = try await operations.person(account.person).title
        try confirmation.require("\(name) 계정을 정지하고 로그아웃할까요?", "Disable the account \(name) and end its sessions?")
        try await operations.setDisabled(true, person: account.person)
        try options.show(try await operations.person(account.person), "\(name) 계정을 정지했습니다.", "Disabled \(name).")
      }
    }
  }

  struct Enable: AsyncParsableCommand {
    static let configuration = about("정지한 계정을 풉니다.", "Enables a disabled account.")

    @OptionGroup var account: AccountArgument
    @OptionGroup var options: OperatorOptions

    func run() async throws {
      try await options.operate { operations in
        try await operations.setDisabled(false, person: account.person)
        let person = try await operations.person(account.person)
        try options.show(person, "\(person.title) 계정의 정지를 풀었습니다.", "Enabled \(person.title).")
      }
    }
  }

  struct EndSessions: AsyncParsableCommand {
    static let configuration = about(
      "사용자를 모든 기기에서 로그아웃합니다.",
      "Ends all sessions of a user.",
      name: "end-sessions"
    )

    @OptionGroup var account: AccountArgument
    @OptionGroup var options: OperatorOptions

    func run() async throws {
      try await options.operate { operations in
        _ = try await operations.person(account.person)
        let count = try await operations.endSessions(of: account.person)
        try options.show(["ended": count], "\(count)개를 로그아웃했습니다.", "Ended \(count) sessions.")
      }
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = about(
      "계정과 모든 데이터를 삭제합니다. 되돌릴 수 없습니다.",
      "Deletes an account and all of its data. It can't be undone."
    )

    @OptionGroup var account: AccountArgument
    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: OperatorOptions

    func run() async throws {
      try await options.operate { operations in
        let person = try await operations.person(account.person)
        try confirmation.require(
          "\(person.title) 계정과 모든 데이터를 지울까요? 되돌릴 수 없습니다.",
          "Delete the account \(person.title) and all of its data? It can't be undone."
        )
        try await operations.delete(person: account.person)
        try options.show(person, "삭제했습니다.", "Deleted.")
      }
    }
  }
}

/// The account that a command is about.
struct AccountArgument: ParsableArguments {
  @Argument(help: .text("사용자의 ID: `naru-server people list`에 있습니다.", "The user's ID, from `naru-server people list`."))
  var person: UUID
}

/// The options of all commands for the operator of a server.
struct OperatorOptions: ParsableArguments, JSONOption {
  @OptionGroup var data: DataOptions

  @Flag(help: .text("표 대신 JSON을 출력합니다.", "Print JSON instead of a table."))
  var json = false

  /// Runs work on the data folder, beside a server if it is running.
  func operate<Result>(_ work: (Operations) async throws -> Result) async throws -> Result {
    var logger = Logger(label: "naru", factory: StreamLogHandler.standardError(label:))
    logger.logLevel = .warning
    return try await LocalBackend.operate(
      data.storage,
      data.folder,
      settings: .process,
      transport: { try $0.transport() },
      logger: logger,
      busyWait: .announced,
      work
    )
  }
}

extension Operations.Person {
  /// The user in a sentence: the name, or else the ID.
  fileprivate var title: String { name ?? id }
}
