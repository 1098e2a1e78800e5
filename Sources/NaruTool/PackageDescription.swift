import ArgumentParser
import Foundation

/// A package whose targets the plugin has built. The plugin writes it as JSON.
struct PackageDescription: Codable {
  struct Module: Codable {
    /// The name of the target.
    var name: String
    /// The name in an `import`.
    var module: String
    /// The folder of the sources.
    var directory: String
    /// The Swift sources, as absolute paths. Empty for a target in C.
    var sources: [String]
  }

  /// The package's folder.
  var directory: String
  /// A folder for temporary files, which no other command uses.
  var workDirectory: String
  /// The folder with the products, with `Modules` and with the objects of each target, such as `Contracts.build`.
  var buildDirectory: String
  /// The Swift compiler.
  var compiler: String
  /// The targets that the command is for.
  var targets: [Module]
  /// All targets below them, in this package and in others.
  var dependencies: [Module]
  /// The folders with the symbol graphs of the targets. Empty if the command needs none.
  var symbolGraphs: [String]
}

/// The options of a command that needs the user's modules.
struct PackageOptions: ParsableArguments {
  @Option(
    name: .customLong("target"),
    help: ArgumentHelp("A target with contracts; may be repeated. (default: all)", valueName: "name")
  )
  var targets: [String] = []

  @Option(help: .hidden) var package: String?

  /// The package.
  var description: PackageDescription {
    get throws {
      guard let package else { throw ValidationError("This command needs a package: swift package naru …") }
      let data = try Data(contentsOf: URL(fileURLWithPath: package))
      return try JSONDecoder().decode(PackageDescription.self, from: data)
    }
  }
}
