import ArgumentParser
import Foundation
import Squirret
import SquirretBackend

struct AdminSessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: text("로그인한 기기를 보고 로그아웃합니다.", "Lists and ends sessions."),
    subcommands: [List.self, End.self]
  )

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("로그인한 기기를 보여 줍니다. 최근에 쓴 것이 먼저입니다.", "Lists the sessions, the most recently used first.")
    )

    @Option(help: ArgumentHelp(text("한 사람의 것만 봅니다: 사람의 ID.", "Only of one person: the person's ID."), valueName: "id"))
    var person: String?

    @OptionGroup var part: PageOptions

    @OptionGroup var options: AdminOptions

    func run() async throws {
      let person = try person.map(parsedID)
      let list = try await options.operate { try await $0.sessions(of: person, page: part.operatorsPage) }
      try options.show(list, part, unit: "개", empty: text("로그인한 기기가 없습니다.", "There are no sessions.")) { sessions in
        Table(
          [
            .init(text("이름", "NAME"), flexible: true), .init(text("제공자", "PROVIDER")),
            .init(text("로그인", "SINCE")), .init(text("마지막", "LAST USED")),
            .init(text("기기", "DEVICE"), flexible: true), .init(text("사람", "PERSON")), .init("ID"),
          ],
          rows: sessions.map { session in
            [
              session.name ?? "", session.provider.rawValue, session.createdAt.day, session.lastUsedAt.day,
              session.device ?? "", session.person, session.id,
            ]
          }
        )
      }
    }
  }

  struct End: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text(
        "기기 하나, 한 사람의 모든 기기, 또는 모두를 로그아웃합니다.",
        "Ends one session, all of a person, or all."
      )
    )

    @Argument(help: ArgumentHelp(text("로그인의 ID.", "The session's ID.")))
    var session: String?

    @Option(help: ArgumentHelp(text("이 사람의 모든 기기.", "All sessions of this person."), valueName: "id"))
    var person: String?

    @Flag(help: ArgumentHelp(text("모든 사람의 모든 기기.", "All sessions of everybody.")))
    var all = false

    @OptionGroup var confirmation: ConfirmationOptions

    @OptionGroup var options: AdminOptions

    func validate() throws {
      guard [session != nil, person != nil, all].filter(\.self).count == 1 else {
        throw ValidationError(
          text(
            "로그인의 ID, --person, --all 가운데 하나만 지정해 주세요.",
            "Choose one of a session's ID, --person and --all."
          )
        )
      }
    }

    func run() async throws {
      let scope: Operations.SessionScope
      if let session {
        scope = .one(try parsedID(session))
      } else if let person {
        scope = .person(try parsedID(person))
      } else {
        scope = .all
        try confirmation.require(
          text("모든 사람을 모든 기기에서 로그아웃할까요?", "End all sessions of everybody?")
        )
      }
      let count = try await options.operate { try await $0.end(scope) }
      if options.json { return try printJSON(["ended": count]) }
      printLine(text("\(count)개를 로그아웃했습니다.", "Ended \(count) sessions."))
    }
  }
}
