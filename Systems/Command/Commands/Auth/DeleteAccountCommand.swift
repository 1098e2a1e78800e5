import ArgumentParser
import Foundation
import Naru
import NaruAuth
import Squirret

struct DeleteAccountCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "계정과 모든 데이터를 지웁니다. 되돌릴 수 없습니다.",
    "Deletes your account and all of its data. It can't be undone.",
    commandName: "delete-account",
    discussion: text(
      "서버가 요구하면, 지우기 전에 같은 제공자로 다시 로그인합니다.",
      "If the server asks for it, you sign in again with the same provider before the account is deleted."
    )
  )

  @Flag(help: .text("묻지 않고 지웁니다.", "Delete without asking."))
  var yes = false

  @Flag(help: .text("브라우저를 열지 않고 주소만 출력합니다.", "Print the address instead of opening a browser."))
  var noBrowser = false

  @OptionGroup var options: ClientOptions

  func run(_ server: ServerConnection) async throws {
    let accounts = Accounts.live(server.client)
    let account = try await accounts.me()
    let name = account.name ?? account.id.uuidString.lowercased()
    let question = text(
      "\(name)님의 계정(\(account.provider.title))과 서재, 글, 장부를 모두 지울까요? 되돌릴 수 없습니다.",
      "Delete the account of \(name) (\(account.provider.title)) with its shelf, posts and ledger? It can't be undone."
    )
    try require(yes || confirm(question, flag: "--yes"), "지우지 않았습니다.", "Nothing was deleted.")
    do {
      try await accounts.deleteAccount()
    } catch let error as APIError where error.serverCode == "reauthentication_required" {
      var sign = SignInOptions()
      (sign.provider, sign.noBrowser) = (account.provider, noBrowser)
      try await options.signIn(sign, server)
      guard try await accounts.me().id == account.id else {
        throw APIError.forbidden(
          LocalizedMessage(
            korean: "다른 계정으로 로그인했습니다. 지우지 않았습니다.",
            english: "You signed in to another account. Nothing was deleted."
          )
        )
      }
      try await accounts.deleteAccount()
    }
    try await server.offlineStore.close(discarding: true)
    try await server.session.signOut()
    try server.showRemoved(account.id.uuidString.lowercased(), "계정을 지웠습니다.", "The account is deleted.")
  }
}
