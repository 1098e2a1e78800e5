import Foundation
import PackagePlugin

/// `swift package naru`: builds the modules that a command needs, and leaves the rest to `naru-tool`.
@main
struct NaruCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let tool = try context.tool(named: "naru-tool").url
    var arguments = arguments
    let isHelp = arguments.contains("--help") || arguments.contains("-h")
    if !isHelp, let folder = output(of: arguments, in: context.package.directoryURL),
      !FileManager.default.isWritableFile(atPath: folder)
    {
      throw Problem(
        """
        The command can't write to \(folder). Allow it: \
        swift package --allow-writing-to-directory \(folder) naru \(arguments.joined(separator: " "))
        """
      )
    }
    let needsModules =
      ["export", "check", "expand"].contains(arguments.first)
      || arguments.first == "history" && ["record", "check"].contains(arguments.dropFirst().first)
    if needsModules, !isHelp {
      let description = try description(context, tool, arguments)
      let file = context.pluginWorkDirectoryURL.appending(path: "package.json")
      try JSONEncoder().encode(description).write(to: file)
      arguments += ["--package", file.path]
    }
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    // The tool has printed the reason.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  /// Returns the existing folder that a command writes to; `nil` if it writes nothing.
  private func output(of arguments: [String], in package: URL) -> String? {
    let option = arguments.firstIndex { $0 == "-o" || $0 == "--output" }.flatMap { arguments.dropFirst($0 + 1).first }
    guard let named = option ?? arguments.first(where: { $0.hasPrefix("--output=") })?.dropFirst(9).description else {
      let writes = ["import", "expand"].contains(arguments.first) || arguments.dropFirst().first == "record"
      return writes ? package.path : nil
    }
    var folder = URL(fileURLWithPath: named)
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) { folder.deleteLastPathComponent() }
    return folder.path
  }

  /// What `naru-tool` reads as its `PackageDescription`.
  private struct Description: Encodable {
    struct Module: Encodable {
      var name: String
      var module: String
      var directory: String
      var sources: [String]

      init(_ target: any Target) {
        let swift = target as? SwiftSourceModuleTarget
        name = target.name
        module = (target as? any SourceModuleTarget)?.moduleName ?? target.name
        directory = target.directoryURL.path
        sources = swift?.sourceFiles.map(\.url.path).filter { $0.hasSuffix(".swift") } ?? []
      }
    }

    var directory: String
    var workDirectory: String
    var buildDirectory: String
    var compiler: String
    var targets: [Module]
    var dependencies: [Module]
    var symbolGraphs: [String]
  }

  /// Builds the targets of a command.
  private func description(_ context: PluginContext, _ tool: URL, _ arguments: [String]) throws -> Description {
    let isExpansion = arguments.first == "expand"
    let words = isExpansion ? ["@API", "@Payload"] : ["@API", "Contract"]
    let targets = try targets(context, arguments, declaring: words)
    // A program with contracts links the exporter, on which the targets need not depend.
    let tools = isExpansion ? [] : naru(context.package)?.targets.filter { $0.name == "NaruOpenAPI" } ?? []
    for target in targets + tools { try build(target.name) }
    var below: [any Target] = []
    for target in (targets + tools).flatMap({ [$0] + $0.recursiveTargetDependencies })
    where !(targets + below).contains(where: { $0.id == target.id }) {
      below.append(target)
    }
    // To build a Swift module, SwiftPM builds the modules below it, but not the objects in C.
    if !isExpansion { for target in below where target is ClangSourceModuleTarget { try build(target.name) } }
    let options = PackageManager.SymbolGraphOptions(minimumAccessLevel: .internal)
    return Description(
      directory: context.package.directoryURL.path,
      workDirectory: context.pluginWorkDirectoryURL.path,
      // SwiftPM builds the tool next to the modules.
      buildDirectory: tool.deletingLastPathComponent().path,
      compiler: try context.tool(named: "swiftc").url.path,
      targets: targets.map(Description.Module.init),
      dependencies: below.map(Description.Module.init),
      symbolGraphs: isExpansion
        ? [] : try targets.map { try packageManager.getSymbolGraph(for: $0, options: options).directoryURL.path }
    )
  }

  /// Returns the targets with the names after `--target`, or all whose sources declare something.
  private func targets(
    _ context: PluginContext,
    _ arguments: [String],
    declaring words: [String]
  ) throws -> [SwiftSourceModuleTarget] {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let all = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.filter {
      $0.kind == .generic || $0.kind == .executable
    }
    guard names.isEmpty else {
      return try names.map { name in
        guard let target = all.first(where: { $0.name == name }) else { throw Problem("There is no target “\(name)”.") }
        return target
      }
    }
    let found = all.filter { target in
      target.sourceFiles.contains { file in
        let text = (try? String(contentsOf: file.url, encoding: .utf8)) ?? ""
        return words.contains(where: text.contains)
      }
    }
    guard !found.isEmpty else { throw Problem("No target of this package declares a contract with `@API`.") }
    return found
  }

  /// Returns the package with the tool: the user's own, or one that it depends on.
  private func naru(_ package: Package) -> Package? {
    if package.targets.contains(where: { $0.name == "NaruOpenAPI" }) { return package }
    return package.dependencies.lazy.compactMap { naru($0.package) }.first
  }

  private func build(_ target: String) throws {
    let result = try packageManager.build(.target(target), parameters: .init(configuration: .debug))
    guard result.succeeded else { throw Problem("\(result.logText)\nThe target “\(target)” can't be built.") }
  }

  private struct Problem: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
      self.description = description
    }
  }
}
