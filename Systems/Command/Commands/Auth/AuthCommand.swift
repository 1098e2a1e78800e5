import ArgumentParser
import Foundation
import Naru
import NaruAuth
import Squirret

struct AuthCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "auth",
    abstract: text("로그인을 관리합니다.", "Manages the sign-in."),
    subcommands: [LoginCommand.self, LogoutCommand.self, Status.self, Token.self, DeleteAccountCommand.self]
  )

  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text(
        "어느 서버에 누구로 로그인했는지 보여 줍니다. 로그인하지 않았으면 종료 코드가 1입니다.",
        "Shows the server and the signed-in user. The exit status is 1 if nobody is signed in."
      )
    )

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let account = try await Accounts.live(server.client).me()
      if !server.isJSON { printLine(try options.server.absoluteString) }
      server.show(account, try options.sessionFile)
    }
  }

  struct Token: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text(
        "액세스 토큰을 출력합니다. 곧 만료되면 먼저 갱신합니다.",
        "Prints the access token, and renews it first if it expires soon."
      ),
      discussion: text(
        """
        예: curl -H "Authorization: Bearer $(naru auth token)" http://127.0.0.1:8080/api/v1/reading-books
        토큰이 있으면 누구나 나로서 서버를 쓸 수 있으니, 기록에 남기지 마세요.
        """,
        """
        Example: curl -H "Authorization: Bearer $(naru auth token)" http://127.0.0.1:8080/api/v1/reading-books
        Whoever has the token can use the server as you, so keep it out of logs.
        """
      )
    )

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      guard let credential = try await server.session.credential() else { throw APIError(.unauthorized) }
      let token = credential.accessToken.revealed
      if server.isJSON { try printJSON(["accessToken": token]) } else { printLine(token) }
    }
  }
}
