import ArgumentParser
import Naru
import Squirret

struct WhoAmICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami",
    abstract: text("로그인한 사람을 보여 줍니다.", "Shows the signed-in user.")
  )

  @OptionGroup var options: ClientOptions

  func run() async throws {
    let server = try options.connect()
    server.show(try await Accounts.live(server.client).me(), try options.sessionFile)
  }
}
