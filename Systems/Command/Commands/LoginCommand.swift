public import ArgumentParser
import Foundation
import Naru
import NaruAuth
public import Squirret
import SquirretSignIn

struct LoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: text("브라우저에서 로그인합니다.", "Signs in, in a browser.")
  )

  @Option(
    help: ArgumentHelp(
      text("무엇으로 로그인할지: kakao, naver, google, apple.", "With what: kakao, naver, google or apple."),
      valueName: "name"
    )
  )
  var provider = SignInProvider.kakao

  @Flag(
    help: ArgumentHelp(
      text("브라우저를 열지 않고 주소만 출력합니다.", "Opens no browser, and only prints the address.")
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
      // On the other stream: what is printed for programs is only the person.
      let line =
        isOpen
        ? text("브라우저에서 로그인해 주세요. 열리지 않으면: \(address)", "Sign in in the browser. If it did not open: \(address)")
        : text("이 컴퓨터의 브라우저에서 이 주소를 열어 주세요: \(address)", "Open this address in a browser on this machine: \(address)")
      Terminal.standardError.write("\(line)\n")
    }
    let signIn = try options.signIn()
    try await session.signIn { [provider] in try await signIn(with: provider, in: browser) }
    if let problem = session.saveProblem { throw problem }
    try await options.show(try await Accounts.live(options.client(with: session)).me())
  }
}

struct WhoAmICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami",
    abstract: text("누구로 로그인했는지 보여 줍니다.", "Who is signed in.")
  )

  @OptionGroup var options: ClientOptions

  func run() async throws {
    try await options.show(try await Accounts.live(options.client()).me())
  }
}

struct SessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: text("로그인한 곳들을 보여 주거나 하나를 끝냅니다.", "Lists where you are signed in, or ends one of them.")
  )

  @Option(help: ArgumentHelp(text("이 ID의 로그인을 끝냅니다.", "Ends the one with this ID."), valueName: "id"))
  var end: String?

  @OptionGroup var options: ClientOptions

  func run() async throws {
    let accounts = Accounts.live(try options.client())
    if let end {
      guard let id = UUID(uuidString: end) else {
        throw ValidationError(text("ID는 UUID입니다: \(end)", "An ID is a UUID, not \(end)."))
      }
      try await accounts.endSession(id: id)
      if !options.json { printLine(text("끝냈습니다.", "Ended.")) }
      return
    }
    let sessions = try await accounts.sessions()
    if options.json { return try printJSON(sessions) }
    Table(
      [
        .init(text("지금", "HERE")), .init(text("무엇으로", "WITH")), .init(text("로그인", "SINCE")),
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

  @Flag(help: ArgumentHelp(text("로그인한 모든 곳에서 로그아웃합니다.", "Signs out everywhere.")))
  var everywhere = false

  @OptionGroup var options: ClientOptions

  func run() async throws {
    let session = try options.session()
    guard try await session.credential() != nil else {
      return printLine(text("로그인하지 않았습니다.", "Nobody is signed in."))
    }
    do {
      let accounts = Accounts.live(try options.client(with: session))
      _ = try await accounts.logout(request: LogoutRequest(everywhere: everywhere))
    } catch let error as APIError where error.code == .unauthorized {
      // The server has ended the session already.
    } catch  where !everywhere {
      // Here the person is signed out in any case, and the server's session ends by itself.
      Terminal.standardError.write(
        text("서버에는 알리지 못했습니다: ", "The server could not be told: ") + "\(error.localizedDescription)\n"
      )
    }
    try await session.signOut()
    if !options.json { printLine(text("로그아웃했습니다.", "Signed out.")) }
  }
}

extension SignInProvider: ExpressibleByArgument {
  /// The provider with a name such as `kakao`.
  public init?(argument: String) {
    self.init(pathName: argument.lowercased())
  }
}

extension ClientOptions {
  /// Prints who somebody is.
  fileprivate func show(_ account: AccountProfile) async throws {
    if json { return try printJSON(account) }
    printLine(
      [account.name ?? "", account.provider.rawValue, account.email ?? ""].filter { !$0.isEmpty }.joined(
        separator: "  "
      )
    )
    printLine("ID  \(account.id.uuidString.lowercased())")
    let place = try await place()
    printLine(text("저장  \(place)", "KEPT IN  \(place)"))
  }
}
