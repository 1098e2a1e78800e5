import ArgumentParser
import CommandSupport
import Foundation
import Naru
import NaruAuth
import NaruAuthDesktop
import Squirret
import SquirretSignIn

struct LoginCommand: ServerCommand {
  static let configuration = about(
    "브라우저에서 로그인합니다.",
    "Signs in with a browser.",
    name: "login",
    discussion: text(
      "이미 로그인했으면, 새로 로그인한 다음 전의 로그인을 끝냅니다.",
      "If you are signed in already, the new sign-in ends the previous one."
    )
  )

  @OptionGroup var sign: SignInOptions
  @OptionGroup var options: ClientOptions

  func run(_ server: ServerConnection) async throws {
    try await options.signIn(sign, server)
    try await server.show(Accounts.live(server.client).me(), options.sessionFile)
  }
}

/// The options of a sign-in.
struct SignInOptions: ParsableArguments {
  @Option(help: .choice(text("로그인 제공자", "The provider"), valueName: "name", default: SignInProvider.kakao))
  var provider: SignInProvider?

  @Flag(help: .text("브라우저를 열지 않고 주소만 출력합니다.", "Print the address instead of opening a browser."))
  var noBrowser = false
}

extension ClientOptions {
  /// Signs a user in with a browser, and ends the previous session.
  func signIn(_ sign: SignInOptions, _ server: ServerConnection) async throws {
    // Otherwise the browser would show an error, and the command would wait for ever.
    try await withCallOptions(timeout: .milliseconds(2500)) { _ = try await Accounts.live(server.client).keys() }
    let previous = try? await withCallOptions(timeout: .seconds(5)) { try await server.session.credential() }
    let browser = LoopbackBrowser(
      path: "/auth/callback",
      open: { [noBrowser = sign.noBrowser] address in !noBrowser && SystemBrowser.open(address) }
    ) { address, isOpen in
      // Not to standard output, which has only the account.
      Terminal.standardError.writeLine(
        isOpen
          ? text("브라우저에서 로그인해 주세요. 열리지 않으면: \(address)", "Sign in with the browser. If it did not open: \(address)")
          : text("이 컴퓨터의 브라우저에서 이 주소를 열어 주세요: \(address)", "Open this address in a browser on this machine: \(address)")
      )
    }
    let signIn = try signIn()
    try await server.session.signIn { [provider = sign.provider] in
      try await signIn(with: provider ?? .kakao, in: browser)
    }
    if let problem = server.session.persistenceError { throw problem }
    if let previous { await end(previous) }
  }

  /// Ends a session on the server. Without success it expires, so that only a notice is printed.
  private func end(_ credential: Credential) async {
    do {
      let client = APIClient(
        try server,
        transport: LocalizedTransport.current,
        middleware: [BearerAuthentication { credential.accessToken }],
        timeout: .seconds(5),
        allowsInsecureHTTP: allowHttp
      )
      _ = try await Accounts.live(client).logout(request: LogoutRequest())
    } catch let error as APIError where error.code == .unauthorized {
      // It has already ended.
    } catch {
      let reason = Failure(error).message
      printNotice("전의 로그인은 끝내지 못했습니다: \(reason)", "The previous session could not be ended: \(reason)")
    }
  }
}

extension ServerConnection {
  /// Prints the account of the signed-in user.
  func show(_ account: AccountProfile, _ sessionFile: URL) async throws {
    let facts = [account.name, account.provider.rawValue, account.email]
    try await show(account, SquirretFormat.self, facts, id: account.id.uuidString.lowercased())
    if !isJSON { printLine("저장  \(sessionFile.path)", "SESSION  \(sessionFile.path)") }
  }
}
