#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  import NaruLab

  struct LabSpaceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "space",
      abstract: text("테스트마다 따로 쓰는 데이터의 사본을 만들고 지웁니다.", "Adds and removes copies of the data for tests."),
      discussion: text(
        "`Naru-Space: 이름`이라는 헤더가 있는 요청은 그 사본을 씁니다.",
        "Requests with the header field `Naru-Space: NAME` use the copy."
      ),
      subcommands: [List.self, Add.self, Remove.self, Clear.self],
      defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
      static let configuration = CommandConfiguration(abstract: text("공간을 보여 줍니다.", "Lists the spaces."))

      @OptionGroup var options: LabOptions

      func run() async throws {
        let spaces = try await options.lab.spaces()
        if options.isJSON { return try printJSON(spaces) }
        guard !spaces.isEmpty else { return printLine(text("공간이 없습니다.", "There are no spaces.")) }
        Table(
          [.init(text("이름", "NAME")), .init(text("저장해 둔 것", "SNAPSHOT")), .init(text("만듦", "ADDED"))],
          rows: spaces.map { [$0.name, $0.snapshot ?? "", $0.addedAt.formatted(.iso8601)] }
        ).print()
      }
    }

    struct Add: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("공간을 만듭니다. 같은 이름의 공간은 새것으로 바뀝니다.", "Adds a space, or replaces the one with its name.")
      )

      @Argument(
        help: ArgumentHelp(text("이름: 영문자, 숫자, “.”, “_”, “-”.", "A name: Latin letters, digits, “.”, “_” and “-”."))
      )
      var name: String

      @Option(
        help: ArgumentHelp(
          text("저장해 둔 데이터의 이름(기본값: 지금의 데이터).", "The name of a snapshot (default: the data as it is now)."),
          valueName: "name"
        )
      )
      var snapshot: String?

      @OptionGroup var options: LabOptions

      func run() async throws {
        let space = try await options.lab.addSpace(name: name, snapshot: snapshot)
        if options.isJSON { return try printJSON(space) }
        printLine(text("만들었습니다. 헤더: Naru-Space: \(space.name)", "Added. The header field: Naru-Space: \(space.name)"))
      }
    }

    struct Remove: AsyncParsableCommand {
      static let configuration = CommandConfiguration(abstract: text("공간을 지웁니다.", "Removes a space."))

      @Argument(help: ArgumentHelp(text("이름.", "The name.")))
      var name: String

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await options.lab.removeSpace(name: name)
        if options.isJSON { try printJSON(["removed": name]) } else { printLine(text("지웠습니다.", "Removed.")) }
      }
    }

    struct Clear: AsyncParsableCommand {
      static let configuration = CommandConfiguration(abstract: text("모든 공간을 지웁니다.", "Removes all spaces."))

      @OptionGroup var options: LabOptions

      func run() async throws {
        let lab = try options.lab
        let names = try await lab.spaces().map(\.name)
        for name in names { try await lab.removeSpace(name: name) }
        if options.isJSON { return try printJSON(["removed": names]) }
        printLine(text("지운 공간: \(names.count)", "Removed spaces: \(names.count)"))
      }
    }
  }
#endif
