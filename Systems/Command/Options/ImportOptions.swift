import ArgumentParser
import Foundation
import Naru
import NaruOpenAPI

/// The options of an import, and what it prints.
struct ImportOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      text(
        "OpenAPI 문서(JSON, YAML), HAR 기록 또는 Postman 컬렉션.",
        "An OpenAPI document (JSON or YAML), a recording (HAR) or a Postman collection."
      ),
      valueName: "file"
    )
  )
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

  @Option(
    help: ArgumentHelp(
      text(
        "기록에서 이 주소의 호출만 읽습니다. (기본값: 호출이 가장 많은 서버)",
        "Read only the calls of this address in a recording. (default: the busiest server)"
      ),
      valueName: "url"
    )
  )
  var url: String?

  func run() throws {
    let imported = try OpenAPIImport(
      contentsOf: URL(fileURLWithPath: file),
      baseURL: try url.map { try ServerAddress.url($0) },
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
