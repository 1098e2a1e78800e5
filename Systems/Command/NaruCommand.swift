import ArgumentParser
import Catalogue
import Foundation
import Naru
import NaruAuth
import SquirretBackend
import Local

/// The `naru` command: the local backend, and a client of it.
@main
struct NaruCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "naru",
    abstract: text(
      "로컬 백엔드를 띄우고, 만들어진 클라이언트로 불러 봅니다.",
      "Runs the local backend, and calls it through the generated client."
    ),
    subcommands: [
      ServeCommand.self, LoginCommand.self, WhoAmICommand.self, SessionsCommand.self, LogoutCommand.self,
      RoutesCommand.self, BooksCommand.self, ShelfCommand.self,
      RecordsCommand.self, ReviewsCommand.self, ReportCommand.self, PopularCommand.self, BoardCommand.self,
      LedgerCommand.self, CatalogueCommand.self,
    ]
  )

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      guard let sentence = sentence(for: error) else { exit(withError: error) }
      Terminal.standardError.write("\(text("오류", "Error")): \(sentence)\n")
      exit(withError: ExitCode.failure)
    }
  }

  /// One sentence for a person. `nil` for what ArgumentParser says better: usage, help, a clean exit.
  private static func sentence(for error: any Error) -> String? {
    switch error {
    case let error as APIError where error.code == .unauthorized:
      "\(error.localizedDescription) "
        + text(
          "`naru login`으로 로그인하세요.",
          "Sign in with `naru login`."
        )
    case let error as APIError where error.code == .unreachable && error.message == nil:
      "\(error.localizedDescription) " + text("서버는 `naru serve`로 켭니다.", "Start the server with `naru serve`.")
    case let error as APIError: error.localizedDescription
    case let error as LocalError: error.localizedDescription
    case let error as SignInError: error.localizedDescription
    case let error as TokenStoreError: error.localizedDescription
    case let error as IdentityError: error.localizedDescription
    case let error as CatalogueError: error.localizedDescription
    // Wrong use, help and the like have other codes than that of a failure.
    default: exitCode(for: error) == .failure ? error.localizedDescription : nil
    }
  }
}

/// A text in the language of this process.
func text(_ korean: String, _ english: String) -> String {
  Sentence(korean: korean, english: english).description
}
