// The build's folder is the executable's on Linux only.
#if os(Linux)
  import Foundation
  import Testing

  @testable import naru_tool

  /// Targets are compiled with the modules and the macros of the build that has the tests.
  @Suite(.serialized)
  final class ExpandedTargetTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "naru-\(UUID().uuidString)")
    private let build = URL(fileURLWithPath: Bundle.main.executablePath ?? "").deletingLastPathComponent()

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The files that change, by name. They are type-checked without the macros.
    private func expand(_ sources: [String: String], isKnown: Bool = true) throws -> [String: String] {
      let directory = folder.appending(path: "Sources")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let paths = try sources.sorted { $0.key < $1.key }.map { name, text in
        let url = directory.appending(path: name)
        try Data(text.utf8).write(to: url)
        return url.path
      }
      let list = folder.appending(path: "sources")
      try Data(paths.joined(separator: "\n").utf8).write(to: list)
      let plugin = "\(build.path)/NaruMacros-tool#NaruMacros"
      let command = [
        "swiftc", "-module-name", isKnown ? "Matrix" : "Other", "-c", "@\(list.path)", "-I",
        "\(build.path)/Modules", "-swift-version", "6", "-parse-as-library", "-package-name", "matrix",
        "-Xfrontend", "-load-plugin-executable", "-Xfrontend", plugin,
      ]
      let arguments = String(decoding: try JSONEncoder.plain.encode(command), as: UTF8.self)
      try Data("    args: \(arguments)\n".utf8).write(to: folder.appending(path: "debug.yaml"))

      let search = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":").map { "\($0)/swiftc" }
      let compiler = try #require(search.first(where: FileManager.default.isExecutableFile(atPath:)))
      let target = PackageDescription.Module(
        name: "Matrix",
        module: "Matrix",
        directory: directory.path,
        sources: paths
      )
      let package = PackageDescription(
        directory: folder.path,
        workDirectory: folder.path,
        buildDirectory: folder.appending(path: "platform/debug").path,
        compiler: compiler,
        targets: [target],
        dependencies: [],
        symbolGraphs: []
      )
      let work = folder.appending(path: "work-\(UUID().uuidString)")
      let tool = build.appending(path: "naru-tool").path
      let files = try ExpandedTarget(target: target, package: package, folder: work, tool: tool).files()
      return Dictionary(
        uniqueKeysWithValues: files.map {
          (URL(fileURLWithPath: $0).lastPathComponent, String(decoding: $1, as: UTF8.self))
        }
      )
    }

    /// The sources of a package with contracts and payloads of many kinds, and the bodies that it lacks.
    private func matrix() throws -> [String: String] {
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let sources = root.appending(path: "Fixtures/ContractMatrix/Sources/ContractMatrix")
      let files = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
      let read = try files.map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
      return Dictionary(uniqueKeysWithValues: read).merging(["Bodies.swift": bodies]) { $1 }
    }

    private let bodies = """
      internal import Naru

      @API("/bodies")
      struct Bodies {
        // Without a body.
        @HEAD("/{id}")
        var exists: @Sendable (_ id: Int) async throws -> Void

        @POST("/form")
        var form: @Sendable (_ name: Form<String>, _ tags: Form<[String]>, _ trace: Header<String?>) async throws -> Book

        @POST("/parts")
        var parts: @Sendable (_ caption: Part<String>, _ photos: Part<[Blob]>) async throws -> Void

        @PUT("/raw")
        var raw: @Sendable (_ content: Blob) async throws -> Blob

        @GET("/events")
        var events: @Sendable (_ lastEventId: Header<String?>) async throws -> EventStream<Book>

        @GET("/lines")
        var lines: @Sendable () async throws -> JSONLines<Book>
      }

      """

    @Test
    func eachKindOfContractAndPayloadCompilesWithoutTheMacros() throws {
      let sources = try matrix()
      let expanded = try expand(sources)
      #expect(
        expanded.keys.sorted() == ["Bodies.swift", "OtherContracts.swift", "Payloads.swift", "PublicContract.swift"]
      )
      for (name, text) in expanded {
        #expect(
          text.firstMatch(
            of: /^\s*@(API|Payload|HEAD|GET|POST|PUT|PATCH|DELETE|Key|Unknown)\b/.anchorsMatchLineEndings()
          ) == nil
        )
        // The comments are kept, in their order.
        var rest = text.split(separator: "\n")[...]
        for line in try #require(sources[name]).split(separator: "\n") where line.contains("//") {
          let index = try #require(rest.firstIndex(of: line), "\(name) lacks: \(line)")
          rest = rest[(index + 1)...]
        }
      }
    }

    @Test
    func anotherExpansionChangesNothing() throws {
      let sources = try matrix()
      let expanded = sources.merging(try expand(sources)) { $1 }
      #expect(try expand(expanded) == [:])
      // Once more from the original: the result can be compared in CI.
      #expect(sources.merging(try expand(sources)) { $1 } == expanded)
    }

    @Test
    func aTargetWhoseCompilationIsUnknownNamesTheCure() throws {
      let error = #expect(throws: (any Error).self) { try expand(["A.swift": ""], isKnown: false) }
      #expect("\(try #require(error))".contains("--build-system native"))
    }
  }

  extension JSONEncoder {
    /// Paths are written as SwiftPM writes them.
    fileprivate static var plain: JSONEncoder {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      return encoder
    }
  }
#endif
