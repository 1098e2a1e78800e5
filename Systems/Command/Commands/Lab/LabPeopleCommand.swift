#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  @_spi(Lab) import NaruLab

  struct LabPeopleCommand: AsyncParsableCommand {
    static let configuration = about(
      "서버의 사용자를 보고, 그 사용자로 호출할 토큰을 만듭니다.",
      "Lists people, and makes tokens to act as one of them.",
      name: "people",
      subcommands: [List.self, Token.self, Sessions.self, End.self, SignOut.self, Expire.self],
      default: List.self
    )

    struct List: AsyncParsableCommand {
      static let configuration = about("사용자를 보여 줍니다.", "Lists the users.")

      @OptionGroup var options: LabOptions

      func run() async throws {
        try options.show(try await options.lab.people(), empty: text("아무도 없습니다.", "There is nobody.")) {
          Column("이름", "NAME", flexible: true, \.name)
          Column("로그인", "SESSIONS", number: true) { "\($0.sessions)" }
          Column(id: { $0.id.uuidString.lowercased() })
        }
      }
    }

    struct Token: AsyncParsableCommand {
      static let configuration = about(
        "모의 로그인으로 이 이름의 사용자를 로그인시키고 액세스 토큰을 출력합니다.",
        "Signs a name in with a stand-in, and prints the access token."
      )

      @Argument(help: .text("이름.", "The name."))
      var name: String

      @OptionGroup var options: LabOptions

      func run() async throws {
        let tokens = try await options.lab.signIn(person: LabAPI.PersonName(name: name))
        try options.show(tokens, tokens.accessToken.revealed, tokens.accessToken.revealed)
      }
    }

    struct Sessions: AsyncParsableCommand {
      static let configuration = about("한 사용자의 로그인을 보여 줍니다.", "Lists a user's active sessions.")

      @Argument(help: .text("사용자의 ID.", "The user's ID."), transform: parsedID)
      var id: UUID

      @OptionGroup var options: LabOptions

      func run() async throws {
        try options.show(try await options.lab.sessions(id: id), empty: text("로그인이 없습니다.", "There are no sessions.")) {
          Column("제공자", "PROVIDER", \.provider)
          Column("기기", "DEVICE", flexible: true, \.device)
          Column("시작", "STARTED") { $0.startedAt.formatted(.iso8601) }
          Column("마지막 사용", "LAST USED") { $0.lastUsedAt.formatted(.iso8601) }
          Column(id: { $0.id.uuidString.lowercased() })
        }
      }
    }

    struct End: AsyncParsableCommand {
      static let configuration = about("로그인 하나를 끝냅니다.", "Ends one session.")

      @Argument(help: .text("로그인의 ID.", "The session's ID."), transform: parsedID)
      var id: UUID

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await options.lab.endSession(id: id)
        try options.show(["ended": id.uuidString.lowercased()], "로그인을 끝냈습니다.", "Ended the session.")
      }
    }

    struct Expire: AsyncParsableCommand {
      static let configuration = about(
        "요청 하나의 토큰을 만료된 것으로 거절하게 합니다.",
        "Rejects the token of an exchange as expired, so that the app renews it."
      )

      @Argument(help: .text("요청의 ID(naru lab log).", "The exchange's ID (naru lab log)."))
      var id: Int

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await options.lab.expireToken(id: id)
        try options.show(["expired": id], "이제 만료된 것으로 거절합니다.", "It is now rejected as expired.")
      }
    }

    struct SignOut: AsyncParsableCommand {
      static let configuration = about("한 사용자의 모든 로그인을 끝냅니다.", "Ends all of a user's sessions.")

      @Argument(help: .text("사용자의 ID.", "The user's ID."), transform: parsedID)
      var id: UUID

      @OptionGroup var options: LabOptions

      func run() async throws {
        let ended = try await options.lab.endSessions(id: id)
        try options.show(ended, "끝낸 로그인: \(ended.count)", "Ended sessions: \(ended.count)")
      }
    }
  }
#endif
