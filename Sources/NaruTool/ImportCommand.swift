import ArgumentParser
import Foundation
import NaruOpenAPI
import NaruOpenAPIImport

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Writes contracts and payloads from a document of OpenAPI 3 or Swagger 2.",
    discussion: """
      Each tag becomes a contract. A file that was edited is kept, and its new version is written beside it as .new.
      """
  )

  @Argument(help: ArgumentHelp("The document (JSON or YAML).", valueName: "file")) var file: String

  @Option(name: [.customShort("o"), .long], help: ArgumentHelp("The folder to write into.", valueName: "folder"))
  var output = "."

  @Option(
    name: .customLong("contract"),
    help: ArgumentHelp("A contract to write; may be repeated. (default: all)", valueName: "name")
  )
  var contracts: [String] = []

  func run() async throws {
    let wanted = contracts.isEmpty ? nil : Set(contracts)
    let imported = try OpenAPIImport(contentsOf: URL(fileURLWithPath: file), contracts: wanted)
    for line in imported.notes.lines { printError(line) }
    guard imported.imported > 0 else {
      printError("None of the \(imported.operations) operations can be imported. Nothing was written.")
      throw ExitCode.failure
    }
    let outcomes = try imported.write(to: URL(fileURLWithPath: output, isDirectory: true))
    let edited = outcomes.filter { $0.outcome == .kept }.map(\.name)
    for name in edited {
      printError("\(name) was edited and is kept. The new version is \(name).new: diff \(name) \(name).new")
    }
    print("Imported \(imported.imported) of \(imported.operations) operations into \(imported.files.count) files.")
    if !edited.isEmpty { throw ExitCode.failure }
  }
}

/// Prints a line on standard error.
func printError(_ line: String) {
  FileHandle.standardError.write(Data("\(line)\n".utf8))
}
