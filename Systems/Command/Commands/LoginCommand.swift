public import ArgumentParser
import Foundation
import Naru
import NaruAuth
import NaruAuthLinux
public import Squirret
import SquirretSignIn

struct LoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: text("브라우저에서 로그인합니다.", "Signs in with a browser.")
  )

  @Option(
    help: ArgumentHelp(
      text("로그인 제공자: kakao, naver, google, apple.", "The provider: kakao, naver, google or apple."),
      valueName: "name"
    )
  )
  var provider = SignInProvider.kakao

  @Flag(
    help: ArgumentHelp(
      text("브라우저를 열지 않고 주소만 출력합니다.", "Print the address instead of opening a browser.")
    )
  )
  var noBrowser = false

  @OptionGroup var options: ClientOptions

  func run() async throws {
    let session = try options.session()
    let browser = LoopbackBrowser(
      path: "/auth/callback",
      open: { [noBrowser] address in !noBrowser && SystemBrowser.open(address) }
    ) {
      address,
      isOpen in
      // Not to standard output, which has only the account.
      let line =
        isOpen
        ? text("브라우저에서 로그인해 주세요. 열리지 않으면: \(address)", "Sign in with the browser. If it did not open: \(address)")
        : text("이 컴퓨터의 브라우저에서 이 주소를 열어 주세요: \(address)", "Open this address in a browser on this machine: \(address)")
      Terminal.standardError.write("\(line)\n")
    }
    let signIn = try options.signIn()
    try await session.signIn { [provider] in try await signIn(with: provider, in: browser) }
    if let problem = session.saveProblem { throw problem }
    try options.show(try await Accounts.live(options.client(with: session)).me())
  }
}

struct WhoAmICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami",
    abstract: text("로그인한 사람을 보여 줍니다.", "Shows the signed-in user.")
  )

  @OptionGroup var options: ClientOptions

  func run() async throws {
    try options.show(try await Accounts.live(options.client()).me())
  }
}

struct SessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: text("로그인한 기기를 보여 주거나 하나를 로그아웃합니다.", "Lists your sessions, or ends one.")
  )

  @Option(help: ArgumentHelp(text("로그아웃할 기기의 ID.", "The ID of the session to end."), valueName: "id"))
  var end: String?

  @OptionGroup var options: ClientOptions

  func run() async throws {
    let accounts = Accounts.live(try options.client())
    if let end {
      guard let id = UUID(uuidString: end) else {
        throw ValidationError(text("세션 ID가 아닙니다: \(end)", "“\(end)” is not the ID of a session."))
      }
      try await accounts.endSession(id: id)
      if !options.json { printLine(text("로그아웃했습니다.", "The session is ended.")) }
      return
    }
    let sessions = try await accounts.sessions()
    if options.json { return try printJSON(sessions) }
    Table(
      [
        .init(text("지금", "HERE")), .init(text("제공자", "PROVIDER")), .init(text("로그인", "SINCE")),
        .init(text("마지막", "LAST USED")), .init(text("기기", "DEVICE"), flexible: true), .init("ID"),
      ],
      rows: sessions.map { session in
        [
          session.isCurrent ? "*" : "", session.provider.rawValue, session.createdAt.day, session.lastUsedAt.day,
          session.device ?? "", session.id.uuidString.lowercased(),
        ]
      }
    ).print()
  }
}

struct LogoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: text("로그아웃합니다.", "Signs out.")
  )

  @Flag(help: ArgumentHelp(text("모든 기기에서 로그아웃합니다.", "Sign out on all devices.")))
  var everywhere = false

  @OptionGroup var options: ClientOptions

  func run() async throws {
    let session = try options.session()
    guard try await session.credential() != nil else {
      return printLine(text("로그인하지 않았습니다.", "Not signed in."))
    }
    do {
      let accounts = Accounts.live(try options.client(with: session))
      _ = try await accounts.logout(request: LogoutRequest(everywhere: everywhere))
    } catch let error as APIError where error.code == .unauthorized {
      // The session has already ended.
    } catch  where !everywhere {
      // The person is signed out here anyway, and the session will expire.
      Terminal.standardError.write(
        text("서버의 세션은 끝내지 못했습니다: ", "The session could not be ended on the server: ")
          + "\(error.localizedDescription)\n"
      )
    }
    try await session.signOut()
    if !options.json { printLine(text("로그아웃했습니다.", "Signed out.")) }
  }
}

extension SignInProvider: ExpressibleByArgument {
  /// The provider with a name in lower case, such as `kakao`.
  public init?(argument: String) {
    self.init(pathName: argument.lowercased())
  }
}

extension ClientOptions {
  /// Prints an account.
  fileprivate func show(_ account: AccountProfile) throws {
    if json { return try printJSON(account) }
    printLine(
      [account.name ?? "", account.provider.rawValue, account.email ?? ""].filter { !$0.isEmpty }.joined(
        separator: "  "
      )
    )
    printLine("ID  \(account.id.uuidString.lowercased())")
    let file = try sessionFile.path
    printLine(text("저장  \(file)", "SESSION  \(file)"))
  }
}
