import ArgumentParser
import CommandSupport
import Foundation
import Naru
import NaruAuth
import Squirret

struct AuthCommand: AsyncParsableCommand {
  static let configuration = about(
    "로그인을 관리합니다.",
    "Manages the sign-in.",
    name: "auth",
    subcommands: [LoginCommand.self, LogoutCommand.self, Status.self, Token.self, DeleteAccountCommand.self]
  )

  struct Status: ServerCommand {
    static let configuration = about(
      "어느 서버에 누구로 로그인했는지 보여 줍니다. 로그인하지 않았으면 종료 코드가 1입니다.",
      "Shows the server and the signed-in user. The exit status is 1 if no one is signed in."
    )

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let account = try await Accounts.live(server.client).me()
      if !server.isJSON { printLine(try options.server.absoluteString) }
      try await server.show(account, try options.sessionFile)
    }
  }

  struct Token: ServerCommand {
    static let configuration = about(
      "액세스 토큰을 출력합니다. 곧 만료되면 먼저 갱신합니다.",
      "Prints the access token, and renews it first if it expires soon.",
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

    func run(_ server: ServerConnection) async throws {
      guard let credential = try await server.session.credential() else { throw await server.notSignedIn }
      let token = credential.accessToken.revealed
      try options.show(["accessToken": token], token, token)
    }
  }
}

struct WhoAmICommand: ServerCommand {
  static let configuration = about("로그인한 사용자를 보여 줍니다.", "Shows the signed-in user.", name: "whoami")

  @OptionGroup var options: ClientOptions

  func run(_ server: ServerConnection) async throws {
    try await server.show(Accounts.live(server.client).me(), options.sessionFile)
  }
}

struct LogoutCommand: ServerCommand {
  static let configuration = about("로그아웃합니다.", "Signs out.", name: "logout")

  @Flag(help: .text("모든 기기에서 로그아웃합니다.", "Sign out on all devices."))
  var everywhere = false

  @OptionGroup var options: ClientOptions

  func run(_ server: ServerConnection) async throws {
    do {
      try await server.offlineStore.close()
      // Without the server, a token that has expired is an error.
      guard try await server.session.credential() != nil else {
        // A damaged file may be left.
        try await server.session.signOut()
        return try options.show(["signedOut": false], "로그인하지 않았습니다.", "Not signed in.")
      }
      _ = try await Accounts.live(server.client).logout(request: LogoutRequest(everywhere: everywhere))
    } catch let error as APIError where error.code == .unauthorized {
      // The session has already ended.
    } catch  where !everywhere {
      // The user is signed out here anyway, and the session will expire.
      let reason = Failure(error).message
      printNotice("서버의 세션은 끝내지 못했습니다: \(reason)", "The session could not be ended on the server: \(reason)")
    }
    try await server.session.signOut()
    // Not the server's response, because the session may end without one.
    try options.show(["signedOut": true], "로그아웃했습니다.", "Signed out.")
  }
}

struct SessionsCommand: ServerCommand {
  static let configuration = about(
    "로그인한 기기를 보여 주거나 하나를 로그아웃합니다.",
    "Lists your sessions, or ends one.",
    name: "sessions"
  )

  @Option(help: .text("로그아웃할 기기의 ID.", "The ID of the session to end.", valueName: "id"))
  var end: UUID?

  @OptionGroup var options: ClientOptions

  func run(_ server: ServerConnection) async throws {
    let accounts = Accounts.live(server.client)
    if let id = end {
      try await accounts.endSession(id: id)
      return try server.showRemoved(id.uuidString.lowercased(), "로그아웃했습니다.", "The session is ended.")
    }
    let sessions = try await accounts.sessions()
    try await server.show(sessions, SquirretFormat.self) {
      Table(sessions) {
        Column("지금", "HERE") { $0.isCurrent ? "*" : nil }
        Column("제공자", "PROVIDER", \.provider.rawValue)
        Column(day: "로그인", "SINCE", \.createdAt)
        Column(day: "마지막", "LAST USED", \.lastUsedAt)
        Column("기기", "DEVICE", flexible: true, \.device)
        Column(id: { $0.id.uuidString.lowercased() })
      }.print()
    }
  }
}

struct DeleteAccountCommand: ServerCommand {
  static let configuration = about(
    "계정과 모든 데이터를 삭제합니다. 되돌릴 수 없습니다.",
    "Deletes your account and all of its data. It can't be undone.",
    name: "delete-account",
    discussion: text(
      "서버가 요구하면, 삭제하기 전에 같은 제공자로 다시 로그인합니다.",
      "If the server asks for it, you sign in again with the same provider before the account is deleted."
    )
  )

  @OptionGroup var confirmation: ConfirmationOptions

  @Flag(help: .text("브라우저를 열지 않고 주소만 출력합니다.", "Print the address instead of opening a browser."))
  var noBrowser = false

  @OptionGroup var options: ClientOptions

  func run(_ server: ServerConnection) async throws {
    let accounts = Accounts.live(server.client)
    let account = try await accounts.me()
    let name = account.name ?? account.id.uuidString.lowercased()
    try confirmation.require(
      "\(name)님의 계정(\(account.provider.title))과 서재, 글, 장부를 모두 지울까요? 되돌릴 수 없습니다.",
      "Delete the account of \(name) (\(account.provider.title)) with its shelf, posts and ledger? It can't be undone."
    )
    do {
      try await accounts.deleteAccount()
    } catch let error as APIError where error.serverCode == "reauthentication_required" {
      var sign = SignInOptions()
      (sign.provider, sign.noBrowser) = (account.provider, noBrowser)
      try await options.signIn(sign, server)
      guard try await accounts.me().id == account.id else {
        throw APIError.forbidden(
          .init("다른 계정으로 로그인되어 있어 삭제하지 않았습니다.", "You signed in to another account. Nothing was deleted.")
        )
      }
      try await accounts.deleteAccount()
    }
    try await server.offlineStore.close(discarding: true)
    try await server.session.signOut()
    try server.showRemoved(account.id.uuidString.lowercased(), "계정을 삭제했습니다.", "The account is deleted.")
  }
}
