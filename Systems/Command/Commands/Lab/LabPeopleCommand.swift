#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  import NaruLab

  struct LabPeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "people",
      abstract: text("서버의 사람들을 보고, 그 사람으로 부를 토큰을 만듭니다.", "Lists people, and makes tokens to act as one of them."),
      subcommands: [List.self, Token.self, SignOut.self],
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

    struct SignOut: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("한 사람의 모든 로그인을 끝냅니다.", "Ends all sessions of a person.")
      )

      @Argument(help: ArgumentHelp(text("사람의 ID.", "The person's ID.")))
      var id: String

      @OptionGroup var place: SpaceOption

      @OptionGroup var options: LabOptions

      func run() async throws {
        guard let id = UUID(uuidString: id) else {
          throw ValidationError(text("ID가 아닙니다: \(id)", "“\(id)” is not an ID."))
        }
        let ended = try await options.lab.endSessions(id: id, space: place.space)
        if options.isJSON { return try printJSON(ended) }
        printLine(text("끝낸 로그인: \(ended.count)", "Ended sessions: \(ended.count)"))
      }
    }
  }
#endif
