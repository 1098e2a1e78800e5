import ArgumentParser
import Foundation
import NaruOpenAPI
import NaruOpenAPIImport

/// The releases of apps: recorded, and compared with today's contracts.
struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Records releases, and reports what a change of a contract breaks.",
    subcommands: [Record.self, Check.self, Diff.self]
  )

  /// The format of a report. Without a flag, it is plain text.
  enum Format: String, EnumerableFlag {
    case json, github

    static func help(for value: Format) -> ArgumentHelp? {
      value == .json ? "Print JSON." : "Print annotations of a pull request on GitHub."
    }
  }

  struct Folder: ParsableArguments {
    @Option(
      name: .customLong("folder"),
      help: ArgumentHelp("The folder with a file for each release.", valueName: "folder")
    )
    var path = "Contracts"

    /// The path from the root of the file system.
    func absolute(in package: PackageDescription) -> String {
      URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: package.directory, isDirectory: true)).path
    }
  }

  struct Record: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Records the contracts of a release that is about to be published."
    )

    @OptionGroup var package: PackageOptions
    @OptionGroup var contracts: ContractOptions
    @OptionGroup var folder: Folder

    @Argument(help: "The release, such as 1.4.0.") var release: String

    func run() async throws {
      let package = try package.description
      let path = folder.absolute(in: package)
      _ = try ContractProgram(package, contracts.names).run(
        """
        guard let release = Release(CommandLine.arguments[3]) else {
          throw MessageError("“\\(CommandLine.arguments[3])” is not a release. Write numbers with dots, such as 1.4.0.")
        }
        try ContractHistory(CommandLine.arguments[2]).record(release, contracts)
        return Data()
        """,
        [path, release]
      )
      print("Recorded \(path)/\(release).json. Commit it with the release.")
    }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compares all recorded releases with today's contracts.",
      discussion: "The exit status is 1 if something breaks."
    )

    @OptionGroup var package: PackageOptions
    @OptionGroup var contracts: ContractOptions
    @OptionGroup var folder: Folder
    @Flag var format: Format?

    func run() async throws {
      let package = try package.description
      let data = try ContractProgram(package, contracts.names).run(
        """
        let report = try await ContractHistory(CommandLine.arguments[2]).report(contracts)
        let text: Data = switch CommandLine.arguments[3] {
        case "json": report.json
        case "github": Data(report.annotations.utf8)
        default: Data("\\(report)\\n".utf8)
        }
        return Data("\\(report.breaks.count)\\n".utf8) + text
        """,
        [folder.absolute(in: package), format?.rawValue ?? ""]
      )
      let count = data.prefix { $0 != UInt8(ascii: "\n") }
      FileHandle.standardOutput.write(data.dropFirst(count.count + 1))
      if String(decoding: count, as: UTF8.self) != "0" { throw ExitCode.failure }
    }
  }

  struct Diff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compares two OpenAPI documents, also of a server that is not in Swift.",
      discussion: """
        An app is what `import` writes from the old document. The exit status is 1 if something breaks.
        """
    )

    @Argument(help: ArgumentHelp("The document that apps were made from (JSON or YAML).", valueName: "old")) var old:
      String
    @Argument(help: ArgumentHelp("The document of the server (JSON or YAML).", valueName: "new")) var new: String
    @Flag var format: Format?

    func run() async throws {
      let report = HistoryReport(
        from: OpenAPIDocument(root: try DocumentFile.root(of: URL(fileURLWithPath: old))),
        to: OpenAPIDocument(root: try DocumentFile.root(of: URL(fileURLWithPath: new)))
      )
      switch format {
      case nil: print(report)
      case .json: FileHandle.standardOutput.write(report.json)
      case .github: print(report.annotations, terminator: "")
      }
      if !report.breaks.isEmpty { throw ExitCode.failure }
    }
  }
}
