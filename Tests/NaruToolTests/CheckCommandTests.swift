// The build's folder is the executable's on Linux only.
#if os(Linux)
  import Foundation
  import Testing

  @testable import naru_tool

  /// The command as the plug-in runs it, with a module that is compiled with the build that has the tests.
  final class CheckCommandTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "naru-\(UUID().uuidString)")
    private let build = URL(fileURLWithPath: Bundle.main.executablePath ?? "").deletingLastPathComponent()

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func run(_ program: URL, _ arguments: [String]) throws -> (status: Int32, output: String) {
      let (process, pipe) = (Process(), Pipe())
      (process.executableURL, process.arguments, process.standardOutput) = (program, arguments, pipe)
      try process.run()
      let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, output)
    }

    /// Compiles the module `Notes`, and returns the file that describes its package.
    private func package(_ source: String) throws -> URL {
      let objects = folder.appending(path: "Notes.build")
      try FileManager.default.createDirectory(at: objects, withIntermediateDirectories: true)
      let file = folder.appending(path: "Notes.swift")
      try Data(source.utf8).write(to: file)
      let search = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":").map { "\($0)/swiftc" }
      let compiler = try #require(search.first(where: FileManager.default.isExecutableFile(atPath:)))
      let arguments = [
        "-emit-module", "-emit-module-path", folder.appending(path: "Modules/Notes.swiftmodule").path, "-c", file.path,
        "-o", objects.appending(path: "Notes.o").path, "-module-name", "Notes", "-parse-as-library", "-enable-testing",
        "-swift-version", "6", "-I", "\(build.path)/Modules", "-load-plugin-executable",
        "\(build.path)/NaruMacros-tool#NaruMacros", "-emit-symbol-graph", "-emit-symbol-graph-dir", folder.path,
        "-symbol-graph-minimum-access-level", "internal",
      ]
      for module in try FileManager.default.contentsOfDirectory(atPath: build.path) {
        let link = folder.appending(path: module)
        if module.hasSuffix(".build") {
          try? FileManager.default.createSymbolicLink(at: link, withDestinationURL: build.appending(path: module))
        }
      }
      try FileManager.default.createDirectory(at: folder.appending(path: "Modules"), withIntermediateDirectories: true)
      for module in try FileManager.default.contentsOfDirectory(atPath: "\(build.path)/Modules") {
        let link = folder.appending(path: "Modules/\(module)")
        try FileManager.default.createSymbolicLink(
          at: link,
          withDestinationURL: build.appending(path: "Modules/\(module)")
        )
      }
      #expect(try run(URL(fileURLWithPath: compiler), arguments).status == 0)
      func module(_ name: String) -> PackageDescription.Module {
        .init(name: name, module: name, directory: folder.path, sources: [file.path])
      }
      let below = [
        "Naru", "NaruJSON", "NaruMessages", "NaruOpenAPI", "NaruRecording", "HTTPTypes", "Logging", "IssueReporting",
        "IssueReportingPackageSupport",
      ]
      let package = PackageDescription(
        directory: folder.path,
        workDirectory: folder.path,
        buildDirectory: folder.path,
        compiler: compiler,
        targets: [module("Notes")],
        dependencies: below.map(module),
        symbolGraphs: [folder.path]
      )
      let description = folder.appending(path: "package.json")
      try JSONEncoder().encode(package).write(to: description)
      return description
    }

    @Test
    func aRecordingIsComparedWithTheContractsOfAPackage() throws {
      let package = try package(
        """
        import Naru

        @API("/notes")
        struct Notes: Sendable {
          @GET("/")
          var search: @Sendable (_ words: String) async throws -> [String]

          @PUT("/upload/{link...}")
          var upload: @Sendable (_ link: LinkURL, _ picture: Blob) async throws -> Void
        }
        """
      )
      let requests = [
        ("GET", "https://api.example/notes?words=a+b", ""),
        ("PUT", "https://files.example/1.png?key=s3cret", #", "postData": {"mimeType": "image/png", "text": "png"}"#),
      ]
      let entries = requests.map { method, url, body in
        """
        {"startedDateTime": "2026-01-01T00:00:00Z", "time": 0, "request": {"method": "\(method)", "url": "\(url)", "headers": []\(body)},
        "response": {"status": 0, "headers": [], "content": {"size": 0, "mimeType": ""}}}
        """
      }
      let recording = folder.appending(path: "old client.har")
      let creator = #"{"name": "old", "version": "1"}"#
      let archive =
        #"{"log": {"version": "1.2", "creator": \#(creator), "entries": [\#(entries.joined(separator: ", "))]}}"#
      try Data(archive.utf8).write(to: recording)
      let command = ["check", "https://api.example", "--har", recording.path, "--package", package.path]
      let tool = build.appending(path: "naru-tool")

      let plain = try run(tool, command)
      #expect(plain.status == 0 && plain.output.hasSuffix("Compared 1 of 1 calls; 0 differ.\n"), "\(plain)")
      let exact = try run(tool, command + ["--exact"])
      #expect(exact.status == 1 && exact.output.hasSuffix("Compared 2 of 2 calls; 1 differ.\n"), "\(exact)")
      #expect(exact.output.contains("the query “words” is “a+b”, and the contract sends “a%20b”"))
      #expect(exact.output.contains("Notes.upload") && !exact.output.contains("s3cret"))
    }
  }
#endif
