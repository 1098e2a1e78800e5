import ArgumentParser
import Foundation

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes an OpenAPI 3.1 document of contracts."
  )

  @OptionGroup var package: PackageOptions
  @OptionGroup var contracts: ContractOptions

  @Option(help: "The title of the document. (default: the name of the first target)") var title: String?
  @Option(help: "The version of the API.") var version = "1.0.0"

  @Option(
    name: .customLong("server"),
    help: ArgumentHelp("A server's address; may be repeated.", valueName: "url")
  )
  var servers: [String] = []

  @Flag(help: "Write YAML instead of JSON.") var yaml = false

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file")
  )
  var output: String?

  func run() async throws {
    let package = try package.description
    let addresses = try servers.map(serverURL)
    let program = try ContractProgram(package, contracts.names)
    let document = try program.run(
      """
      let title = CommandLine.arguments[2], version = CommandLine.arguments[3]
      let servers = CommandLine.arguments.dropFirst(5).compactMap(URL.init(string:))
      let document = OpenAPIDocument(
        title: title,
        version: version,
        servers: servers,
        endpoints: contracts.flatMap { $0.endpoints }
      )
      return CommandLine.arguments[4] == "yaml" ? document.yaml : document.json
      """,
      [title ?? package.targets.first?.name ?? "API", version, yaml ? "yaml" : "json"]
        + addresses.map(\.absoluteString)
    )
    guard let output else { return FileHandle.standardOutput.write(document) }
    try document.write(to: URL(fileURLWithPath: output), options: .atomic)
  }
}

/// Returns the address of a server in an option.
func serverURL(_ text: String) throws -> URL {
  guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else {
    throw ValidationError("“\(text)” is not the address of a server, such as https://api.example.com.")
  }
  return url
}
