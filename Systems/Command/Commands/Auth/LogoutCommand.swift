import ArgumentParser
import Naru
import NaruAuth
import Squirret

struct LogoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: text("로그아웃합니다.", "Signs out.")
  )

  @Flag(help: ArgumentHelp(text("모든 기기에서 로그아웃합니다.", "Sign out on all devices.")))
  var everywhere = false

  @OptionGroup var options: ClientOptions

  func run() async throws {
    let server = try options.connect()
    guard try await server.session.credential() != nil else {
      return try show(false, text("로그인하지 않았습니다.", "Not signed in."))
    }
    try await server.memory.close()
    do {
      _ = try await Accounts.live(server.client).logout(request: LogoutRequest(everywhere: everywhere))
    } catch let error as APIError where error.code == .unauthorized {
      // The session has already ended.
    } catch  where !everywhere {
      // The person is signed out here anyway, and the session will expire.
      Terminal.standardError.writeLine(
        text("서버의 세션은 끝내지 못했습니다: ", "The session could not be ended on the server: ") + Failure(error).localizedMessage
      )
    }
    try await server.session.signOut()
    try show(true, text("로그아웃했습니다.", "Signed out."))
  }

  /// Prints whether a session was ended: a sentence, or JSON, because the session may end without an answer of the server.
  private func show(_ isSignedOut: Bool, _ localizedMessage: String) throws {
    if options.json { try printJSON(["signedOut": isSignedOut]) } else { printLine(localizedMessage) }
  }
}
