import ArgumentParser
import Foundation

/// The options of a command that works with contracts.
struct ContractOptions: ParsableArguments {
  @Option(
    name: .customLong("contract"),
    help: ArgumentHelp("A contract; may be repeated. (default: all of the targets)", valueName: "name")
  )
  var names: [String] = []
}

/// A program that imports the user's modules, because a contract can be described and called only by a program that links it.
struct ContractProgram {
  private let package: PackageDescription
  /// The names of contracts by module.
  private let contracts: [(module: String, names: [String])]

  /// Finds the contracts of a package.
  init(_ package: PackageDescription, _ wanted: [String]) throws {
    self.package = package
    let all = try package.targets.map { target in
      (module: target.module, names: try SymbolGraph.contracts(of: target.module, in: package.symbolGraphs))
    }
    let known = all.flatMap(\.names)
    let targets = package.targets.map(\.name).joined(separator: ", ")
    guard !known.isEmpty else {
      throw ValidationError("There is no contract in these targets: \(targets). Declare one with `@API`.")
    }
    if let unknown = wanted.first(where: { !known.contains($0) }) {
      throw ValidationError("“\(unknown)” is not a contract. Choose from \(known.joined(separator: ", ")).")
    }
    contracts = all.map { ($0.module, wanted.isEmpty ? $0.names : $0.names.filter(wanted.contains)) }
  }

  /// Compiles a program, runs it and returns the result that it writes into a file.
  ///
  /// `body` returns the result as `Data`. It can use `contracts`, the `declarations`, and the arguments from
  /// `CommandLine.arguments[2]`.
  func run(_ body: String, _ arguments: [String], declarations: String = "") throws -> Data {
    let folder = URL(fileURLWithPath: package.workDirectory).appending(path: "program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [URL] = []
    func add(_ name: String, _ text: String) throws {
      files.append(folder.appending(path: name))
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    // Each module has a file of its own, because another one may have types with the same names.
    for (index, (module, names)) in contracts.enumerated() {
      let types = names.map { "\($0).self" }.joined(separator: ", ")
      try add(
        "Contracts\(index).swift",
        """
        import Naru
        @testable import \(module)

        let contracts\(index): [any Contract.Type] = [\(types)]

        """
      )
    }
    let lines = body.replacing("\n", with: "\n    ")
    try add(
      "Program.swift",
      """
      import Foundation
      import Naru
      import NaruOpenAPI

      \(declarations)
      @main
      struct Program {
        static func main() async {
          do {
            let file = URL(fileURLWithPath: CommandLine.arguments[1])
            try await result().write(to: file)
          } catch {
            FileHandle.standardError.write(Data("\\(error)\\n".utf8))
            exit(1)
          }
        }

        static func result() async throws -> Data {
          let contracts = \(contracts.indices.map { "contracts\($0)" }.joined(separator: " + "))
          \(lines)
        }
      }

      """
    )
    let program = folder.appending(path: "program")
    try Compiler(package: package).link(files, to: program)
    let result = folder.appending(path: "result")
    try Compiler.run(program, [result.path] + arguments)
    return try Data(contentsOf: result)
  }
}

/// The symbols of a module, as the compiler has written them.
private struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { var precise: String }

    struct Kind: Decodable { var identifier: String }

    var identifier: Identifier
    var kind: Kind
    var pathComponents: [String]
  }

  struct Relationship: Decodable {
    var kind: String
    var source: String
    var target: String
  }

  var symbols: [Symbol]
  var relationships: [Relationship]

  /// Returns the names of the contracts in a module.
  static func contracts(of module: String, in folders: [String]) throws -> [String] {
    var names: [String] = []
    for folder in folders {
      // `Books.symbols.json` has the module's own types, and `Books@Naru.symbols.json` its extensions of other modules' types.
      let file = URL(fileURLWithPath: folder).appending(path: "\(module).symbols.json")
      guard let data = try? Data(contentsOf: file) else { continue }
      let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
      let contracts = graph.relationships.filter { $0.kind == "conformsTo" && $0.target == "s:4Naru8ContractP" }
      let conforming = Set(contracts.map(\.source))
      names += graph.symbols.filter { conforming.contains($0.identifier.precise) }.map {
        $0.pathComponents.joined(separator: ".")
      }
    }
    return names.sorted()
  }
}
