import ArgumentParser
import Catalogue
import Foundation
import Naru

/// The `naru` command: runs the local backend, and calls a server.
@main
struct NaruCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "naru",
    abstract: text(
      "로컬 백엔드를 띄우고, 생성된 클라이언트로 호출합니다.",
      "Runs the local backend, and calls it with the generated clients."
    ),
    subcommands: [
      ServeCommand.self, LoginCommand.self, WhoAmICommand.self, SessionsCommand.self, LogoutCommand.self,
      RoutesCommand.self, BooksCommand.self, ShelfCommand.self,
      RecordsCommand.self, ReviewsCommand.self, ReportCommand.self, PopularCommand.self, BoardCommand.self,
      LedgerCommand.self, CatalogueCommand.self, AdminCommand.self,
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

  /// Returns the sentence to print for an error. `nil` for the errors of ArgumentParser: wrong usage, help and a clean exit.
  private static func sentence(for error: any Error) -> String? {
    switch error {
    case let error as APIError where error.code == .unauthorized:
      "\(error.localizedDescription) " + text("`naru login`으로 로그인하세요.", "Sign in with `naru login`.")
    case let error as APIError where error.code == .unreachable && error.message == nil:
      "\(error.localizedDescription) " + text("서버는 `naru serve`로 켭니다.", "Start the server with `naru serve`.")
    // The errors of ArgumentParser have other codes.
    default: exitCode(for: error) == .failure ? error.localizedDescription : nil
    }
  }
}

/// Returns the text in the language of this process.
func text(_ korean: String, _ english: String) -> String {
  Sentence(korean: korean, english: english).description
}
