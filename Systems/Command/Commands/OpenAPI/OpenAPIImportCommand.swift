import ArgumentParser

struct OpenAPIImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: text("OpenAPI 3 문서에서 계약과 모델을 만듭니다.", "Writes contracts and payloads of an OpenAPI 3 document."),
    discussion: ImportCommand.configuration.discussion
  )

  @OptionGroup var options: ImportOptions

  func run() async throws { try options.run() }
}
