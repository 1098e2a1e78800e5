import ArgumentParser
import Foundation

/// The Swift compiler, with the modules that SwiftPM has built.
struct Compiler {
  let package: PackageDescription
  private var build: URL { URL(fileURLWithPath: package.buildDirectory) }

  /// The flags that let a file import the targets and their dependencies.
  var moduleFlags: [String] {
    var flags = ["-swift-version", "6", "-I", build.appending(path: "Modules").path]
    for dependency in package.dependencies where dependency.sources.isEmpty {
      let folder = URL(fileURLWithPath: dependency.directory)
      let map = [
        build.appending(path: "\(dependency.module).build/module.modulemap"),
        folder.appending(path: "include/module.modulemap"), folder.appending(path: "module.modulemap"),
      ].first { FileManager.default.fileExists(atPath: $0.path) }
      guard let map else { continue }
      flags += ["-Xcc", "-fmodule-map-file=\(map.path)", "-Xcc", "-I\(folder.appending(path: "include").path)"]
    }
    return flags
  }

  /// Links a program with the objects of all modules.
  func link(_ files: [URL], to program: URL) throws {
    let objects = try (package.targets + package.dependencies).flatMap(objects)
    // A command line can be too short for all of them.
    let list = program.deletingLastPathComponent().appending(path: "objects")
    try Data(objects.map { "\"\($0)\"" }.joined(separator: "\n").utf8).write(to: list)
    let arguments = ["-parse-as-library", "-enable-testing", "-suppress-warnings", "-module-name", "NaruProgram"]
    try run(arguments + moduleFlags + files.map(\.path) + ["@\(list.path)", "-o", program.path])
  }

  /// Returns the objects of a module, without the objects of deleted sources.
  private func objects(_ module: PackageDescription.Module) throws -> [String] {
    let folder = build.appending(path: "\(module.module).build")
    if let map = try? Data(contentsOf: folder.appending(path: "output-file-map.json")) {
      let files = try JSONDecoder().decode([String: [String: String]].self, from: map)
      // The modules of macros are built for the compiler only, elsewhere.
      return files.values.compactMap { $0["object"] }.filter(FileManager.default.fileExists(atPath:)).sorted()
    }
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    return found.compactMap { ($0 as? URL)?.path }.filter { $0.hasSuffix(".o") }
  }

  /// Runs the compiler.
  func run(_ arguments: [String]) throws {
    #if os(macOS)
      // It finds the SDK.
      try Self.run(URL(fileURLWithPath: "/usr/bin/xcrun"), ["--sdk", "macosx", package.compiler] + arguments)
    #else
      try Self.run(URL(fileURLWithPath: package.compiler), arguments)
    #endif
  }

  /// Runs a program, and fails if it does.
  static func run(_ program: URL, _ arguments: [String]) throws {
    #if os(macOS) || os(Linux)
      let process = Process()
      process.executableURL = program
      process.arguments = arguments
      try process.run()
      process.waitUntilExit()
      // The program has printed the reason.
      guard process.terminationStatus == 0 else { throw ExitCode(process.terminationStatus) }
    #else
      // Xcode builds all targets of a package for a phone.
      throw ValidationError("This system can't run programs.")
    #endif
  }
}
