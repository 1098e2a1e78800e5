import ArgumentParser
import Foundation

/// Writes what Naru's macros generate into the sources.
struct ExpandCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expand",
    abstract: "Writes what the macros generate into files, so that a package builds without them.",
    discussion: """
      The sources of the targets are changed: in place of its macros, each type has the code that they generate. If an error \
      occurs, no file is changed.
      """,
    subcommands: [ExpandRecorder.self]
  )

  @OptionGroup var options: PackageOptions

  @Option(
    help: ArgumentHelp(
      "The folder for the targets' sources, in a folder for each one. (default: the sources are changed)",
      valueName: "folder"
    )
  )
  var output: String?

  func run() throws {
    let package = try options.description
    let folder = URL(fileURLWithPath: package.workDirectory).appending(path: "expand-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [(url: URL, data: Data)] = []
    let tool = Bundle.main.executablePath ?? CommandLine.arguments[0]
    for target in package.targets {
      let place = folder.appending(path: target.name)
      let expanded = try ExpandedTarget(target: target, package: package, folder: place, tool: tool).files()
      if expanded.isEmpty { print("\(target.name) has no macros of Naru.") }
      let output = output.map { URL(fileURLWithPath: $0).appending(path: target.name) }
      for source in target.sources.map(URL.init(fileURLWithPath:)) {
        let change = expanded[source.path]
        if let output {
          let data = try change ?? Data(contentsOf: source)
          files.append((output.appending(path: target.path(of: source)), data))
        } else if let change {
          files.append((source, change))
        }
      }
    }
    try write(files)
    for file in files { print(file.url.path) }
  }

  /// Writes all files, or none.
  private func write(_ files: [(url: URL, data: Data)]) throws {
    var undo: [() -> Void] = []
    do {
      for file in files {
        let before = try? Data(contentsOf: file.url)
        let folder = file.url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try file.data.write(to: file.url, options: .atomic)
        undo.append {
          if let before { try? before.write(to: file.url) } else { try? FileManager.default.removeItem(at: file.url) }
        }
      }
    } catch {
      for step in undo.reversed() { step() }
      throw error
    }
  }
}

extension PackageDescription.Module {
  /// The path of a source in the target's folder.
  func path(of source: URL) -> String {
    let folder = URL(fileURLWithPath: directory).path + "/"
    return source.path.hasPrefix(folder) ? String(source.path.dropFirst(folder.count)) : source.lastPathComponent
  }
}
