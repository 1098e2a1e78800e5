import ArgumentParser

struct OpenAPICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi",
    abstract: text(
      "계약을 OpenAPI 문서로 쓰고, 문서에서 계약을 만듭니다.",
      "Writes OpenAPI documents of contracts, and contracts of documents."
    ),
    subcommands: [OpenAPIExportCommand.self, OpenAPIImportCommand.self],
    defaultSubcommand: OpenAPIExportCommand.self
  )
}
