import ArgumentParser
import Dori
import Foundation
import Naru

extension LedgerCommand {
  struct MonthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "month",
      abstract: text("한 달 동안 주고받은 것을 보여 줍니다.", "Shows the gifts of a month.")
    )

    @Argument(
      help: ArgumentHelp(text("달(기본값: 이번 달), 예: 2026-05.", "The month (default: the current one), such as 2026-05."))
    )
    var month: String?

    @OptionGroup var options: ClientOptions

    func validate() throws {
      _ = try wanted()
    }

    func run() async throws {
      let wanted = try wanted()
      let server = try options.connect()
      let ledger = Ledger.live(server.client)
      let gifts = try await ledger.gifts(month: wanted)
      if server.isJSON { return server.printAnswer() }
      guard !gifts.isEmpty else {
        return printLine(
          text(
            "\(wanted.year)년 \(wanted.month)월에는 주고받은 것이 없습니다.",
            "No gifts in \(wanted.year)-\(String(format: "%02d", wanted.month))."
          )
        )
      }
      let names = Dictionary(try await ledger.people().map { ($0.id, $0.name) }) { first, _ in first }
      gifts.table(names: names).print()
      let (given, received) = (gifts.total(.given), gifts.total(.received))
      printLine(
        text(
          "준 것 \(given.grouped)  받은 것 \(received.grouped)  차이 \((received - given).grouped)",
          "given \(given.grouped)  received \(received.grouped)  balance \((received - given).grouped)"
        )
      )
    }

    private func wanted() throws -> Month {
      let today = Date().day
      let name = month ?? String(today.prefix(7))
      let parts = name.split(separator: "-").compactMap { Int($0) }
      guard parts.count == 2, let wanted = Month(year: parts[0], month: parts[1]) else {
        throw ValidationError(
          text("달은 2026-05처럼 씁니다: \(name)", "“\(name)” is not a month. Write it as 2026-05.")
        )
      }
      return wanted
    }
  }
}
