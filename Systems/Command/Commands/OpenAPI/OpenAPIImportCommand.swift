import ArgumentParser
import Foundation
import Naru
import NaruOpenAPI

struct OpenAPIImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: text("OpenAPI 3 문서에서 계약과 모델을 만듭니다.", "Writes contracts and payloads of an OpenAPI 3 document."),
    discussion: text(
      "태그마다 계약 하나를 씁니다. 손으로 고친 파일은 그대로 두고, 새 버전을 그 옆에 .new로 씁니다.",
      """
      Each tag becomes a contract. A file with changes by hand is kept, and its new version is written beside it as .new.
      """
    )
  )

  @Argument(help: ArgumentHelp(text("문서: JSON 또는 YAML 파일.", "The document, in JSON or YAML."), valueName: "file"))
  var file: String

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(text("파일을 쓸 폴더.", "The folder to write into."), valueName: "folder")
  )
  var output = "."

  @Option(
    name: .customLong("contract"),
    help: ArgumentHelp(
      text("만들 계약. 여러 번 쓸 수 있습니다. (기본값: 전부)", "A contract to write; may be repeated. (default: all)"),
      valueName: "name"
    )
  )
  var contracts: [String] = []

  func run() async throws {
    let imported = try OpenAPIImport(
      contentsOf: URL(fileURLWithPath: file),
      contracts: contracts.isEmpty ? nil : Set(contracts)
    )
    let errors = Terminal.standardError
    for note in imported.notes { errors.writeLine("\(note)") }
    let outcomes = try imported.write(to: URL(fileURLWithPath: output, isDirectory: true))
    for (name, outcome) in outcomes where outcome == .kept {
      errors.writeLine(
        text(
          "\(name)에 손으로 고친 곳이 있어 그대로 두었습니다. 새 버전은 \(name).new입니다: diff \(name) \(name).new",
          "\(name) has changes by hand and is kept. The new version is \(name).new: diff \(name) \(name).new"
        )
      )
    }
    printLine(
      text(
        "작업 \(imported.operations)개 가운데 \(imported.imported)개를 파일 \(imported.files.count)개로 가져왔습니다.",
        "Imported \(imported.imported) of \(imported.operations) operations into \(imported.files.count) files."
      )
    )
    if outcomes.contains(where: { $0.outcome == .kept }) { throw ExitCode.failure }
  }
}
