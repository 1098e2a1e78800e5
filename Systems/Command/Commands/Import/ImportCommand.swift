import ArgumentParser

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: text(
      "OpenAPI 문서, HAR 기록이나 Postman 컬렉션에서 계약과 모델을 만듭니다.",
      "Writes contracts and payloads of an OpenAPI document, a recording or a Postman collection."
    ),
    discussion: text(
      "태그마다 계약 하나를 씁니다. 손으로 고친 파일은 그대로 두고, 새 버전을 그 옆에 .new로 씁니다.",
      """
      Each tag becomes a contract. A file with changes by hand is kept, and its new version is written beside it as .new.
      """
    )
  )

  @OptionGroup var options: ImportOptions

  func run() async throws { try options.run() }
}
