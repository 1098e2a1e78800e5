#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  import NaruLab

  struct LabPeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "people",
      abstract: text("서버의 사람들을 보고, 그 사람으로 부를 토큰을 만듭니다.", "Lists people, and makes tokens to act as one of them."),
      subcommands: [List.self, Token.self, Sessions.self, End.self, SignOut.self, Expire.self],
      defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
      static let configuration = CommandConfiguration(abstract: text("사람들을 보여 줍니다.", "Lists the people."))

      @OptionGroup var place: SpaceOption

      @OptionGroup var options: LabOptions

      func run() async throws {
        let people = try await options.lab.people(space: place.space)
        if options.isJSON { return try printJSON(people) }
        guard !people.isEmpty else { return printLine(text("아무도 없습니다.", "There is nobody.")) }
        Table(
          [.init(text("이름", "NAME"), flexible: true), .init(text("로그인", "SESSIONS"), number: true), .id],
          rows: people.map { [$0.name ?? "", "\($0.sessions)", $0.id.uuidString.lowercased()] }
        ).print()
      }
    }

    struct Token: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text(
          "이름을 대역 로그인으로 로그인시키고 액세스 토큰을 출력합니다.",
          "Signs a name in with a stand-in, and prints the access token."
        )
      )

      @Argument(help: ArgumentHelp(text("이름.", "The name.")))
      var name: String

      @OptionGroup var place: SpaceOption

      @OptionGroup var options: LabOptions

      func run() async throws {
        let tokens = try await options.lab.signIn(person: Lab.PersonName(name: name), space: place.space)
        if options.isJSON { return try printJSON(tokens) }
        printLine(tokens.accessToken.revealed)
      }
    }

    struct Sessions: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("한 사람의 로그인을 보여 줍니다.", "Lists the active sessions of a person.")
      )

      @Argument(help: ArgumentHelp(text("사람의 ID.", "The person's ID.")), transform: parsedID)
      var id: UUID

      @OptionGroup var place: SpaceOption

      @OptionGroup var options: LabOptions

      func run() async throws {
        let sessions = try await options.lab.sessions(id: id, space: place.space)
        if options.isJSON { return try printJSON(sessions) }
        guard !sessions.isEmpty else { return printLine(text("로그인이 없습니다.", "There are no sessions.")) }
        Table(
          [
            .init(text("제공자", "PROVIDER")), .init(text("기기", "DEVICE"), flexible: true),
            .init(text("시작", "STARTED")), .init(text("마지막 사용", "LAST USED")), .id,
          ],
          rows: sessions.map { session in
            [
              session.provider ?? "", session.device ?? "", session.startedAt.formatted(.iso8601),
              session.lastUsedAt.formatted(.iso8601), session.id.uuidString.lowercased(),
            ]
          }
        ).print()
      }
    }

    struct End: AsyncParsableCommand {
      static let configuration = CommandConfiguration(abstract: text("로그인 하나를 끝냅니다.", "Ends one session."))

      @Argument(help: ArgumentHelp(text("로그인의 ID.", "The session's ID.")), transform: parsedID)
      var id: UUID

      @OptionGroup var place: SpaceOption

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await options.lab.endSession(id: id, space: place.space)
        if options.isJSON {
          try printJSON(["ended": id.uuidString.lowercased()])
        } else {
          printLine(text("로그인을 끝냈습니다.", "Ended the session."))
        }
      }
    }

    struct Expire: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text(
          "요청 하나의 토큰을 만료된 것으로 거절하게 합니다.",
          "Refuses the token of an exchange as expired, so that the app renews it."
        )
      )

      @Argument(help: ArgumentHelp(text("요청의 ID(naru lab log).", "The exchange's ID (naru lab log).")))
      var id: Int

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await options.lab.expireToken(id: id)
        if options.isJSON {
          try printJSON(["expired": id])
        } else {
          printLine(text("이제 만료된 것으로 거절합니다.", "It is now refused as expired."))
        }
      }
    }

    struct SignOut: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("한 사람의 모든 로그인을 끝냅니다.", "Ends all sessions of a person.")
      )

      @Argument(help: ArgumentHelp(text("사람의 ID.", "The person's ID.")), transform: parsedID)
      var id: UUID

      @OptionGroup var place: SpaceOption

      @OptionGroup var options: LabOptions

      func run() async throws {
        let ended = try await options.lab.endSessions(id: id, space: place.space)
        if options.isJSON { return try printJSON(ended) }
        printLine(text("끝낸 로그인: \(ended.count)", "Ended sessions: \(ended.count)"))
      }
    }
  }
#endif
