#if Lab
  import ArgumentParser
  import Foundation
  import Local
  import Naru
  import NaruLab

  struct LabSnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "snapshot",
      abstract: text("서버의 데이터를 저장해 두고 되돌립니다.", "Saves and restores the server's data."),
      subcommands: [List.self, Save.self, Restore.self, Reset.self, Remove.self],
      defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
      static let configuration = CommandConfiguration(abstract: text("저장해 둔 것을 보여 줍니다.", "Lists the snapshots."))

      @OptionGroup var options: LabOptions

      func run() async throws {
        let snapshots = try await options.lab.snapshots()
        if options.isJSON { return try printJSON(snapshots) }
        guard !snapshots.isEmpty else { return printLine(text("저장해 둔 것이 없습니다.", "There are no snapshots.")) }
        Table(
          [.init(text("이름", "NAME")), .init(text("저장", "SAVED")), .init(text("바이트", "BYTES"), number: true)],
          rows: snapshots.map { [$0.name, $0.savedAt.formatted(.iso8601), $0.bytes.grouped] }
        ).print()
      }
    }

    struct Save: AsyncParsableCommand {
      static let configuration = CommandConfiguration(abstract: text("지금의 데이터를 저장해 둡니다.", "Saves the data."))

      @Argument(help: ArgumentHelp(text("이름.", "A name.")))
      var name: String

      @OptionGroup var options: LabOptions

      func run() async throws {
        let snapshot = try await options.lab.save(name: name)
        if options.isJSON { return try printJSON(snapshot) }
        printLine(text("저장했습니다: \(snapshot.name)", "Saved: \(snapshot.name)"))
      }
    }

    struct Restore: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("모든 데이터를 저장해 둔 것으로 되돌립니다.", "Replaces all data with a snapshot.")
      )

      @Argument(help: ArgumentHelp(text("이름.", "The name.")))
      var name: String

      @OptionGroup var options: LabOptions

      func run() async throws { try await LabSnapshotCommand.restore(name, options) }
    }

    struct Reset: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("서버가 시작할 때의 데이터로 되돌립니다.", "Restores the data from the start of the server.")
      )

      @OptionGroup var options: LabOptions

      func run() async throws { try await LabSnapshotCommand.restore(LocalBackend.startName, options) }
    }

    struct Remove: AsyncParsableCommand {
      static let configuration = CommandConfiguration(abstract: text("저장해 둔 것을 지웁니다.", "Deletes a snapshot."))

      @Argument(help: ArgumentHelp(text("이름.", "The name.")))
      var name: String

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await options.lab.removeSnapshot(name: name)
        if options.isJSON { try printJSON(["removed": name]) } else { printLine(text("지웠습니다.", "Removed.")) }
      }
    }

    private static func restore(_ name: String, _ options: LabOptions) async throws {
      let snapshot = try await options.lab.restore(name: name)
      if options.isJSON { return try printJSON(snapshot) }
      printLine(text("되돌렸습니다: \(snapshot.name)", "Restored: \(snapshot.name)"))
    }
  }

  struct LabCoverageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "coverage",
      abstract: text(
        "어떤 엔드포인트가 어떤 상태와 장애로 불렸는지 보여 줍니다.",
        "Lists the combinations of endpoint, status and fault that were met."
      )
    )

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(text("JSON으로 저장할 파일.", "A file to write, as JSON."), valueName: "file")
    )
    var output: String?

    @OptionGroup var options: LabOptions

    func run() async throws {
      let rows = try await options.lab.coverage()
      if let output {
        try BareJSON.json.encode(rows).write(to: URL(filePath: output), options: .atomic)
        return printLine(text("저장했습니다: \(output)", "Wrote \(output)"))
      }
      if options.isJSON { return try printJSON(rows) }
      Table(
        [
          .init(text("엔드포인트", "ENDPOINT")), .init(text("상태", "STATUS")), .init(text("장애", "FAULT")),
          .init(text("횟수", "CALLS"), number: true),
        ],
        rows: rows.map { row in
          [row.endpoint, row.status.map(String.init) ?? "–", row.fault ?? "", "\(row.calls)"]
        }
      ).print()
    }
  }
#endif
