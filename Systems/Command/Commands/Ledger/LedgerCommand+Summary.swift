import ArgumentParser
import Dori
import Foundation
import Naru

extension LedgerCommand {
  struct SummaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "summary",
      abstract: text("얼마나 주고받았는지 보여 줍니다.", "Shows the totals of gifts.")
    )

    @Option(help: ArgumentHelp(text("연도(기본값: 모든 해).", "The year (default: all years)."), valueName: "yyyy"))
    var year: Int?

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let summary = try await Ledger.live(server.client).summary(year: year)
      if server.isJSON { return server.printAnswer() }
      printLine(
        text(
          "준 것 \(summary.given.grouped)  받은 것 \(summary.received.grouped)  차이 \(summary.balance.grouped)",
          "given \(summary.given.grouped)  received \(summary.received.grouped)  balance \(summary.balance.grouped)"
        )
      )
      let events = summary.byEvent.filter { $0.count > 0 }
      guard !events.isEmpty else { return }
      printLine("")
      Table(
        [
          .init(text("무슨 일", "EVENT")), .init(text("건수", "COUNT"), number: true),
          .init(text("준 것", "GIVEN"), number: true), .init(text("받은 것", "RECEIVED"), number: true),
        ],
        rows: events.map { ["\($0.event.title)", $0.count.grouped, $0.given.grouped, $0.received.grouped] }
      ).print()
      let largest = summary.byMonth.map { max($0.given, $0.received) }.max() ?? 0
      chart(text("달마다 준 것", "Given by month"), summary.byMonth.map { ($0.month, $0.given) }, largest)
      chart(text("달마다 받은 것", "Received by month"), summary.byMonth.map { ($0.month, $0.received) }, largest)
    }

    private func chart(_ title: String, _ months: [(Int, Int)], _ largest: Int) {
      printLine("")
      printLine(title)
      BarChart(months.map { (text("\($0.0)월", "\($0.0)"), $0.1) }, largest: largest, format: \.grouped).print()
    }
  }
}
