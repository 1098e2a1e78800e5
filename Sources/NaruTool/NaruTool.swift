import ArgumentParser

/// The command of the plugin: `swift package naru import openapi.yaml`.
@main
struct NaruTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "naru",
    abstract: "Tools for contracts.",
    subcommands: [ImportCommand.self, ExportCommand.self, CheckCommand.self, HistoryCommand.self, ExpandCommand.self]
  )
}
