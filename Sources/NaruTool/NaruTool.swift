import ArgumentParser

/// The command of the plugin: `swift package naru import openapi.yaml`.
@main
struct NaruTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "naru",
    abstract: "Tools for contracts.",
    version: "0.1.0",
    subcommands: [ImportCommand.self, ExportCommand.self, CheckCommand.self, HistoryCommand.self, ExpandCommand.self]
  )
}
