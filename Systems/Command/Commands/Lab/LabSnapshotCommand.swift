#if Lab
  import ArgumentParser
  import Foundation
  import Local
  import Naru
  @_spi(Lab) import NaruLab

  struct LabSnapshotCommand: AsyncParsableCommand {
    static let configuration = about(
      "서버의 데이터를 저장해 두고 되돌립니다.",
      "Saves and restores the server's data.",
      name: "snapshot",
      subcommands: [List.self, Save.self, Restore.self, Reset.self, Remove.self],
      default: List.self
    )

    struct List: AsyncParsableCommand {
      static let configuration = about("저장해 둔 것을 보여 줍니다.", "Lists the snapshots.")

      @OptionGroup var options: LabOptions

      func run() async throws {
        try options.show(try await options.lab.snapshots(), empty: text("저장해 둔 것이 없습니다.", "There are no snapshots.")) {
          Column("이름", "NAME", \.name)
          Column("저장", "SAVED") { $0.savedAt.formatted(.iso8601) }
          Column(number: "바이트", "BYTES", \.bytes)
        }
      }
    }

    struct Save: AsyncParsableCommand {
      static let configuration = about("지금의 데이터를 저장해 둡니다.", "Saves the data.")

      @Argument(help: .text("이름.", "A name."))
      var name: String

      @OptionGroup var options: LabOptions

      func run() async throws {
        let snapshot = try await options.lab.save(name: name)
        try options.show(snapshot, "저장했습니다: \(snapshot.name)", "Saved: \(snapshot.name)")
      }
    }

    struct Restore: AsyncParsableCommand {
      static let configuration = about("모든 데이터를 저장해 둔 것으로 되돌립니다.", "Replaces all data with a snapshot.")

      @Argument(help: .text("이름.", "The name."))
      var name: String

      @OptionGroup var options: LabOptions

      func run() async throws { try await LabSnapshotCommand.restore(name, options) }
    }

    struct Reset: AsyncParsableCommand {
      static let configuration = about("서버가 시작할 때의 데이터로 되돌립니다.", "Restores the data from the start of the server.")

      @OptionGroup var options: LabOptions

      func run() async throws { try await LabSnapshotCommand.restore(LocalBackend.startName, options) }
    }

    struct Remove: AsyncParsableCommand {
      static let configuration = about("스냅샷을 삭제합니다.", "Deletes a snapshot.")

      @Argument(help: .text("이름.", "The name."))
      var name: String

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await options.lab.removeSnapshot(name: name)
        try options.show(["removed": name], "삭제했습니다.", "Removed.")
      }
    }

    private static func restore(_ name: String, _ options: LabOptions) async throws {
      let snapshot = try await options.lab.restore(name: name)
      try options.show(snapshot, "되돌렸습니다: \(snapshot.name)", "Restored: \(snapshot.name)")
    }
  }
#endif
