#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  import NaruLab
  import Rules

  struct LabClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clock",
      abstract: text("서버의 시계를 보고 바꿉니다.", "Shows and changes the server's clock."),
      subcommands: [Show.self, Freeze.self, Set.self, Advance.self, Resume.self],
      defaultSubcommand: Show.self
    )

    struct Show: AsyncParsableCommand {
      static let configuration = CommandConfiguration(abstract: text("시계를 봅니다.", "Shows the clock."))

      @OptionGroup var options: LabOptions

      func run() async throws { try await LabClockCommand.show(options.lab.clock(), options) }
    }

    struct Freeze: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("시계를 지금이나 정한 시각에 멈춥니다.", "Stops the clock, now or at a time.")
      )

      @Argument(help: ArgumentHelp(timeHelp))
      var time: LabTime?

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await LabClockCommand.show(options.lab.setClock(change: .freeze(at: time?.date)), options)
      }
    }

    struct Set: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("시계를 맞춥니다. 시계는 계속 갑니다.", "Sets the clock, which goes on.")
      )

      @Argument(help: ArgumentHelp(timeHelp))
      var time: LabTime

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await LabClockCommand.show(options.lab.setClock(change: .set(to: time.date)), options)
      }
    }

    struct Advance: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("시계를 앞으로 옮깁니다.", "Moves the clock forward.")
      )

      @Argument(help: ArgumentHelp(text("시간: 90s, 15m, 2h, 3d.", "A time: 90s, 15m, 2h, 3d.")))
      var time: LabSpan

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await LabClockCommand.show(options.lab.setClock(change: .advance(seconds: time.seconds)), options)
      }
    }

    struct Resume: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("이 기기의 시계를 다시 따라갑니다.", "Follows the machine's clock again.")
      )

      @OptionGroup var options: LabOptions

      func run() async throws { try await LabClockCommand.show(options.lab.setClock(change: .resume), options) }
    }

    private static var timeHelp: String {
      text("한국 시각: 2026-11-22 또는 2026-11-22T09:00.", "A time in Korea: 2026-11-22 or 2026-11-22T09:00.")
    }

    private static func show(_ reading: Lab.ClockReading, _ options: LabOptions) throws {
      if options.isJSON { return try printJSON(reading) }
      let style = Date.ISO8601FormatStyle(timeZone: Seoul.timeZone)
      let state =
        reading.isFrozen
        ? text("멈춤", "frozen") : reading.offset == 0 ? text("이 기기와 같음", "as the machine") : text("맞춰짐", "set")
      printLine("\(reading.now.formatted(style))  \(state)")
    }
  }

  /// A time in Korea.
  struct LabTime: ExpressibleByArgument {
    let date: Date

    init?(argument: String) {
      let padded =
        switch argument.count {
        case 10: "\(argument)T00:00:00+09:00"
        case 16: "\(argument):00+09:00"
        case 19: "\(argument)+09:00"
        default: argument
        }
      guard let date = try? Date(padded.replacing(" ", with: "T"), strategy: .iso8601) else { return nil }
      self.date = date
    }
  }

  /// A time with its unit: `90s`, `15m`, `2h`, `3d`.
  struct LabSpan: ExpressibleByArgument {
    let seconds: Double

    init?(argument: String) {
      let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
      guard let unit = argument.last.flatMap({ units[$0] }), let number = Double(argument.dropLast()), number >= 0,
        number.isFinite
      else { return nil }
      seconds = number * unit
    }
  }
#endif
