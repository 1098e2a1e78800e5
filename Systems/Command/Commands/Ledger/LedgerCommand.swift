import ArgumentParser
import CommandSupport
import Dori
import Foundation
import Naru

struct LedgerCommand: AsyncParsableCommand {
  static let configuration = about(
    "경조사로 주고받은 것을 적는 장부입니다.",
    "The ledger of gifts given and received.",
    name: "ledger",
    subcommands: [
      People.self, Show.self, Add.self, Edit.self, Remove.self, MonthCommand.self, SummaryCommand.self,
      PersonCommand.self,
    ]
  )

  struct People: ServerCommand {
    static let configuration = about("사람들과 주고받은 차이를 보여 줍니다.", "Lists the people and their balances.")

    @Argument(help: .text("이름의 일부 또는 초성.", "Part of the name, or its initial consonants.", valueName: "name"))
    var words: [String] = []

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let name = words.wordsIfAny
      let people = try await server.ledger.people(name: name).elements
      try await server.show(people, DoriFormat.self) {
        guard !people.isEmpty else {
          return printLine(
            name.map { text("“\($0)”에 맞는 사람이 없습니다.", "No one matches “\($0)”.") }
              ?? text("장부에 사람이 없습니다.", "The ledger is empty.")
          )
        }
        Table(people) {
          Column("이름", "NAME", \.name)
          Column("관계", "RELATION") { "\($0.relationship.title)" }
          Column(number: "준 것", "GIVEN", \.given)
          Column(number: "받은 것", "RECEIVED", \.received)
          Column(number: "차이", "BALANCE", \.balance)
          Column(id: \.id.shown)
        }.print()
      }
    }
  }

  struct Show: ServerCommand {
    static let configuration = about("한 사람과 주고받은 것을 보여 줍니다.", "Shows the gifts to and from a person.")

    @Argument(help: .person, transform: notBlank)
    var words: [String]

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let person = try await server.ledger.person(named: words.joinedWords)
      try await server.show(person, DoriFormat.self) {
        printLine([person.name, "\(person.relationship.title)", person.memo].line)
        guard !person.gifts.isEmpty else { return printLine("주고받은 것이 없습니다.", "No gifts yet.") }
        person.gifts.table().print()
        printLine("차이 \(person.balance.grouped)", "balance \(person.balance.grouped)")
      }
    }
  }

  struct MonthCommand: ServerCommand {
    static let configuration = about("한 달 동안 주고받은 것을 보여 줍니다.", "Shows the gifts of a month.", name: "month")

    @Argument(help: .text("달(기본값: 이번 달), 예: 2026-05.", "The month (default: the current one), such as 2026-05."))
    var month: String?

    @OptionGroup var options: ClientOptions

    func validate() throws { _ = try wanted() }

    func run(_ server: ServerConnection) async throws {
      let wanted = try wanted()
      let ledger = try await server.ledger
      let gifts = try await ledger.gifts(month: wanted)
      try await server.show(gifts, DoriFormat.self) {
        guard !gifts.isEmpty else {
          return printLine(
            "\(wanted.year)년 \(wanted.month)월에는 주고받은 것이 없습니다.",
            "No gifts in \(wanted.year)-\(String(format: "%02d", wanted.month))."
          )
        }
        let names = Dictionary(try await ledger.people().map { ($0.id, $0.name) }) { first, _ in first }
        gifts.table(names: names).print()
        printTotals(given: gifts.total(.given), received: gifts.total(.received))
      }
    }

    private func wanted() throws -> Month {
      let name = month ?? String(Date().day.prefix(7))
      let parts = name.split(separator: "-").compactMap { Int($0) }
      let wanted = parts.count == 2 ? Month(year: parts[0], month: parts[1]) : nil
      return try require(wanted, "달은 2026-05처럼 씁니다: \(name)", "“\(name)” is not a month. Write it as 2026-05.")
    }
  }

  struct SummaryCommand: ServerCommand {
    static let configuration = about("얼마나 주고받았는지 보여 줍니다.", "Shows the totals of gifts.", name: "summary")

    @Option(help: .text("연도(기본값: 모든 해).", "The year (default: all years).", valueName: "yyyy"))
    var year: Int?

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let summary = try await server.ledger.summary(year: year)
      try await server.show(summary, DoriFormat.self) { show(summary) }
    }

    private func show(_ summary: Summary) {
      printTotals(given: summary.given, received: summary.received)
      let events = summary.byEvent.filter { $0.count > 0 }
      guard !events.isEmpty else { return }
      printLine("")
      Table(events) {
        Column("무슨 일", "EVENT") { "\($0.event.title)" }
        Column(number: "건수", "COUNT", \.count)
        Column(number: "준 것", "GIVEN", \.given)
        Column(number: "받은 것", "RECEIVED", \.received)
      }.print()
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

private func printTotals(given: Int, received: Int) {
  printLine(
    "준 것 \(given.grouped)  받은 것 \(received.grouped)  차이 \((received - given).grouped)",
    "given \(given.grouped)  received \(received.grouped)  balance \((received - given).grouped)"
  )
}

extension Collection<Gift> {
  /// Returns a table of the gifts.
  fileprivate func table(names: [Person.ID: String] = [:]) -> Table<Gift> {
    Table(self) {
      Column(day: "날짜", "DATE", \.date)
      Column("이름", "NAME") { names[$0.personID] }
      Column("방향", "DIRECTION") { "\($0.direction.title)" }
      Column("무슨 일", "EVENT") { "\($0.event.title)" }
      Column(number: "금액", "AMOUNT", \.amount)
      Column("메모", "MEMO", flexible: true, \.memo)
      Column(id: \.id.shown)
    }
  }
}

extension ArgumentHelp {
  /// The help of an argument that names a person of the ledger.
  static var person: ArgumentHelp {
    .text("이름, 이름의 일부, 초성, 또는 ID.", "The name, a part of it, its initial consonants, or the ID.", valueName: "person")
  }
}
