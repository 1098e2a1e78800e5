import ArgumentParser
import Foundation

/// A target whose macros are expanded.
struct ExpandedTarget {
  let target: PackageDescription.Module
  let package: PackageDescription
  /// A folder for temporary files.
  let folder: URL
  /// The path of `naru-tool`, which the compiler runs as its plug-in.
  let tool: String

  /// The sources with macros, by path, with the expansions in place of the macros. They compile without the macros.
  func files() throws -> [String: Data] {
    let flags = try compilerFlags()
    // SwiftPM passes a macro as `tool#module`.
    guard let index = flags.firstIndex(where: { $0.hasSuffix("#NaruMacros") }) else { return [:] }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var recording = flags
    let record = folder.appending(path: "record")
    recording[index] = "\(try recorder(String(flags[index].dropLast("#NaruMacros".count)), record).path)#NaruMacros"
    try Compiler(package: package).run(recording)
    guard FileManager.default.fileExists(atPath: record.path) else { return [:] }
    let expansions = Dictionary(grouping: try MacroExpansion.read(record)) { $0.attribute.location.fileName }
    let sources = Set(target.sources)
    if let other = expansions.keys.first(where: { !sources.contains($0) }) {
      throw ValidationError("\(other) is not a source of the target “\(target.name)”; it can't be expanded.")
    }

    var places: [String: URL] = [:]
    for (path, expansions) in expansions {
      let file = try ExpandedFile(URL(fileURLWithPath: path), expansions)
      let place = folder.appending(path: target.path(of: file.url))
      try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.bytes).write(to: place)
      try format(file, at: place)
      places[path] = place
    }
    try check(flags, without: index, places)
    return try places.mapValues { try Data(contentsOf: $0) }
  }

  /// The flags that SwiftPM compiles the target with, with its sources, to check types and write nothing.
  private func compilerFlags() throws -> [String] {
    // `.build/debug.yaml` describes how `.build/<platform>/debug` is built.
    let build = URL(fileURLWithPath: package.buildDirectory)
    let manifest = build.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "\(build.lastPathComponent).yaml")
    let start = "    args: "
    let commands = (try? String(contentsOf: manifest, encoding: .utf8))?.split(separator: "\n").lazy
      .filter { $0.hasPrefix(start) && $0.contains("\"-module-name\",\"\(target.module)\"") }
      .compactMap { try? JSONDecoder().decode([String].self, from: Data($0.dropFirst(start.count).utf8)) }
    guard let command = commands?.first(where: { $0.contains("-c") }) else {
      throw ValidationError(
        "It is not known how “\(target.name)” is compiled. Try `swift package --build-system native naru expand`."
      )
    }
    let paths: Set = [
      "-emit-module-path", "-output-file-map", "-index-store-path", "-emit-objc-header-path",
      "-emit-module-interface-path", "-emit-private-module-interface-path", "-emit-package-module-interface-path",
    ]
    let words: Set = [
      "-c", "-emit-dependencies", "-emit-module", "-incremental", "-enable-batch-mode", "-serialize-diagnostics",
      "-emit-objc-header", "-emit-module-interface", "-parseable-output",
    ]
    var flags: [String] = ["-typecheck", "-whole-module-optimization", "-disable-sandbox"]
    var rest = command.dropFirst()
    while let flag = rest.popFirst() {
      if paths.contains(flag) {
        rest = rest.dropFirst()
      } else if !words.contains(flag) {
        flags.append(flag)
      }
    }
    return flags
  }

  /// Makes an executable that records a plug-in's messages. The compiler starts plug-ins without arguments.
  private func recorder(_ plugin: String, _ record: URL) throws -> URL {
    let script = folder.appending(path: "recorder")
    let words = [tool, "expand", "record", plugin, record.path].map { "'\($0.replacing("'", with: "'\\''"))'" }
    try Data("#!/bin/sh\nexec \(words.joined(separator: " "))\n".utf8).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
    return script
  }

  /// Formats the generated pieces of a file as the file's folder asks for, if swift-format is installed.
  private func format(_ file: ExpandedFile, at place: URL) throws {
    let tool = URL(fileURLWithPath: package.compiler).deletingLastPathComponent().appending(path: "swift-format")
    guard FileManager.default.isExecutableFile(atPath: tool.path) else { return }
    var folder = file.url.deletingLastPathComponent()
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: ".swift-format").path) {
      folder = folder.deletingLastPathComponent()
    }
    let step = file.indentationWidth.map { #""spaces": \#($0)"# } ?? #""tabs": 1"#
    let configuration =
      folder.path != "/"
      ? folder.appending(path: ".swift-format").path
      : #"{"version": 1, "lineLength": 120, "indentation": {\#(step)}}"#
    let ranges = file.generated.flatMap { ["--offsets", "\($0.lowerBound):\($0.upperBound)"] }
    guard !ranges.isEmpty else { return }
    try Compiler.run(tool, ["format", "--in-place", "--configuration", configuration] + ranges + [place.path])
  }

  /// Compiles the expanded sources without the macros.
  private func check(_ flags: [String], without plugin: Int, _ places: [String: URL]) throws {
    var flags = flags
    // `-Xfrontend -load-plugin-executable -Xfrontend tool#module`
    flags.removeSubrange(plugin - 3...plugin)
    guard let list = flags.firstIndex(where: { $0.hasPrefix("@") && $0.hasSuffix("/sources") }) else { return }
    let sources = try String(contentsOfFile: String(flags[list].dropFirst()), encoding: .utf8)
      .split(separator: "\n").map { $0.trimmingCharacters(in: ["\"", "'"]) }
    flags.replaceSubrange(list...list, with: sources.map { places[$0]?.path ?? $0 })
    do {
      try Compiler(package: package).run(flags)
    } catch {
      throw ValidationError("The expanded sources of “\(target.name)” don't compile; no file was changed.")
    }
  }
}
