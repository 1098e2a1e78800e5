import ArgumentParser
import Foundation
import Local
import Naru
import NaruOpenAPI

struct OpenAPIExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: text("계약을 OpenAPI 3.1 문서로 씁니다.", "Writes an OpenAPI 3.1 document of contracts.")
  )

  @Option(
    name: .customLong("contract"),
    help: ArgumentHelp(
      text("문서에 넣을 계약. 여러 번 쓸 수 있습니다. (기본값: 전부)", "A contract to describe; may be repeated. (default: all)"),
      valueName: "name"
    )
  )
  var contracts: [String] = []

  @Flag(help: ArgumentHelp(text("JSON 대신 YAML로 씁니다.", "Write YAML instead of JSON.")))
  var yaml = false

  @Option(help: ArgumentHelp(text("문서에 적을 서버의 주소.", "The server's address in the document."), valueName: "url"))
  var server: String?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(text("쓸 파일. (기본값: 표준 출력)", "The file to write. (default: standard output)"), valueName: "file")
  )
  var output: String?

  func run() async throws {
    let types = try ContractNames.types(contracts)
    let servers = try server.map { [try ServerAddress.url($0)] } ?? []
    let document = await LocalBackend.openAPI(of: Set(types.map { "\($0)" }), servers: servers)
    let content = yaml ? document.yaml : document.json
    guard let output else {
      Terminal.standardOutput.write(content)
      return
    }
    try content.write(to: URL(fileURLWithPath: output), options: .atomic)
  }
}
