import ArgumentParser
import Foundation
import Squirret
import SquirretBackend

struct AdminSessionsCommand: AsyncParsableCommand {
  static let configuration = about(
    "로그인한 기기를 보고 로그아웃합니다.",
    "Lists and ends sessions.",
    name: "sessions",
    subcommands: [List.self, End.self]
  )

  struct List: AsyncParsableCommand {
    static let configuration = about(
      "로그인한 기기를 보여 줍니다. 최근에 쓴 것이 먼저입니다.",
      "Lists the sessions, the most recently used first."
    )

    @Option(
      help: .text("한 사용자의 것만 봅니다: 사용자의 ID.", "Only for one user: the user's ID.", valueName: "id"),
      transform: parsedID
    )
    var person: UUID?

    @OptionGroup var part: PageOptions
    @OptionGroup var options: AdminOptions

    func run() async throws {
      let list = try await options.operate { try await $0.sessions(of: person, page: part.operatorsPage) }
      if options.json { return try printJSON(list.elements) }
      part.show(list.elements, total: list.total, unit: "개", empty: text("로그인한 기기가 없습니다.", "There are no sessions.")) {
        Column("이름", "NAME", flexible: true, \.name)
        Column("제공자", "PROVIDER", \.provider.rawValue)
        Column("로그인", "SINCE", \.createdAt.day)
        Column("마지막", "LAST USED", \.lastUsedAt.day)
        Column("기기", "DEVICE", flexible: true, \.device)
        Column("사용자", "USER", \.person)
        Column("ID", \.id)
      }
    }
  }

  struct End: AsyncParsableCommand {
    static let configuration = about(
      "기기 하나, 한 사용자의 모든 기기, 또는 모든 기기를 로그아웃합니다.",
      "Ends one session, all of a person, or all."
    )

    @Argument(help: .text("로그인의 ID.", "The session's ID."), transform: parsedID)
    var session: UUID?

    @Option(help: .text("이 사용자의 모든 기기.", "All sessions of this user.", valueName: "id"), transform: parsedID)
    var person: UUID?

    @Flag(help: .text("모든 사용자의 모든 기기.", "All sessions of all users."))
    var all = false

    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: AdminOptions

    func validate() throws {
      try require(
        [session != nil, person != nil, all].filter(\.self).count == 1,
        "로그인의 ID, --person, --all 가운데 하나만 지정해 주세요.",
        "Choose one of a session's ID, --person and --all."
      )
    }

    func run() async throws {
      if all { try confirmation.require("모든 사용자를 모든 기기에서 로그아웃할까요?", "End all sessions of all users?") }
      let scope = session.map(Operations.SessionScope.one) ?? person.map(Operations.SessionScope.person) ?? .all
      let count = try await options.operate { try await $0.end(scope) }
      try options.show(["ended": count], "\(count)개를 로그아웃했습니다.", "Ended \(count) sessions.")
    }
  }
}
