#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  @_spi(Lab) import NaruLab
  import Rules

  struct LabClockCommand: AsyncParsableCommand {
    static let configuration = about(
      "서버의 시계를 보고 바꿉니다.",
      "Shows and changes the server's clock.",
      name: "clock",
      subcommands: [Show.self, Freeze.self, Set.self, Advance.self, Resume.self],
      default: Show.self
    )

    struct Show: AsyncParsableCommand {
      static let configuration = about("시계를 봅니다.", "Shows the clock.")

      @OptionGroup var options: LabOptions

      func run() async throws { try await options.show(options.lab.clock()) }
    }

    struct Freeze: AsyncParsableCommand {
      static let configuration = about("시계를 지금이나 정한 시각에 멈춥니다.", "Stops the clock, now or at a time.")

      @Argument(help: .labTime, transform: parsedTime)
      var time: Date?

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await options.show(options.lab.setClock(change: .freeze(at: time)))
      }
    }

    struct Set: AsyncParsableCommand {
      static let configuration = about("시계를 맞춥니다. 시계는 계속 갑니다.", "Sets the clock, which goes on.")

      @Argument(help: .labTime, transform: parsedTime)
      var time: Date

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await options.show(options.lab.setClock(change: .set(to: time)))
      }
    }

    struct Advance: AsyncParsableCommand {
      static let configuration = about("시계를 앞으로 옮깁니다.", "Moves the clock forward.")

      @Argument(help: .text("시간: 90s, 15m, 2h, 3d.", "A time: 90s, 15m, 2h, 3d."), transform: LabSpan.init(argument:))
      var time: LabSpan

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await options.show(options.lab.setClock(change: .advance(seconds: time.seconds)))
      }
    }

    struct Resume: AsyncParsableCommand {
      static let configuration = about("이 기기의 시계를 다시 따라갑니다.", "Follows the machine's clock again.")

      @OptionGroup var options: LabOptions

      func run() async throws { try await options.show(options.lab.setClock(change: .resume)) }
    }

  }

  extension LabOptions {
    /// Prints the server's clock.
    fileprivate func show(_ reading: LabAPI.ClockReading) throws {
      let time = reading.now.formatted(Date.ISO8601FormatStyle(timeZone: Seoul.timeZone))
      let isSet = reading.offset != 0
      let state =
        reading.isFrozen ? ("멈춤", "frozen") : isSet ? ("맞춰짐", "set") : ("이 기기와 같음", "as the machine")
      try show(reading, "\(time)  \(state.0)", "\(time)  \(state.1)")
    }
  }

  extension ArgumentHelp {
    fileprivate static var labTime: ArgumentHelp {
      .text("한국 시각: 2026-11-22 또는 2026-11-22T09:00.", "A time in Korea: 2026-11-22 or 2026-11-22T09:00.")
    }
  }

  /// A time with its unit: `90s`, `15m`, `2h`, `3d`.
  struct LabSpan {
    let seconds: Double

    init(argument: String) throws {
      let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
      guard let unit = argument.last.flatMap({ units[$0] }), let number = Double(argument.dropLast()), number >= 0,
        number.isFinite
      else {
        throw ValidationError(
          "시간은 90s, 15m, 2h, 3d처럼 단위와 함께 씁니다: \(argument)",
          "Write a time with its unit, such as 90s, 15m, 2h or 3d, not “\(argument)”."
        )
      }
      seconds = number * unit
    }
  }
#endif
