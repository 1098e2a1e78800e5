import ArgumentParser
import CommandSupport
import Foundation
import Local
import Logging
import Naru
import ServedSystem
import Storage

/// The `naru-server` command: runs the local backend, and manages its data.
@main
struct NaruServerCommand: Program {
  static let configuration = CommandConfiguration(
    commandName: "naru-server",
    abstract: text("로컬 백엔드를 띄우고 데이터를 관리합니다.", "Runs the local backend, and manages its data."),
    version: "0.1.0",
    subcommands: [
      ServeCommand.self, RoutesCommand.self, CatalogueCommand.self, DatabaseCommand.self, PeopleCommand.self,
      CompletionCommand<Self>.self,
    ]
  )

  static let settings = Setting.allCases.map(\.rawValue)
  static let strictPrefixes = ["IDENTITY_", "SERVER_", "METRICS", "SEARCH_SECONDS"].map { "NARU_" + $0 }

  static func main() async {
    let status = await run(Array(CommandLine.arguments.dropFirst()))
    Foundation.exit(status)
  }

  static func explained(_ error: any Error) -> any Error {
    // Other errors have been logged.
    DatabaseFailure(error) == nil ? error : MessageError.explained(error, Logger(label: "naru"))
  }

  static func advice(about word: String) -> String? { nil }
}

extension CommandContext {
  /// The settings in the environment.
  var settings: Settings { Settings(environment: environment) }
}
