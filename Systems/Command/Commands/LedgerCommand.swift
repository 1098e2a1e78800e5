public import ArgumentParser
public import Dori
import Foundation
import Naru
import Rules

struct LedgerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: text("경조사로 주고받은 것을 적는 장부입니다.", "The ledger of gifts given and received."),
    subcommands: [People.self, Show.self, Add.self, MonthCommand.self, SummaryCommand.self]
  )

  struct People: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("사람들과 주고받은 차이를 보여 줍니다.", "Lists the people and their balances.")
    )

    @Argument(help: ArgumentHelp(text("이름의 일부 또는 초성.", "Part of the name, or its initial consonants.")))
    var name: String?

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let people = try await Ledger.live(options.client()).people(name: name)
      if options.json { return try printJSON(people.elements) }
      guard !people.isEmpty else { return printLine(text("장부에 사람이 없습니다.", "The ledger is empty.")) }
      Table(
        [
          .init(text("이름", "NAME")), .init(text("관계", "RELATION")), .init(text("준 것", "GIVEN"), number: true),
          .init(text("받은 것", "RECEIVED"), number: true),
          .init(text("차이", "BALANCE"), number: true), .init("ID", flexible: true),
        ],
        rows: people.map { person in
          [
            person.name, "\(person.relationship.title)", person.given.won, person.received.won, person.balance.won,
            person.id.rawValue,
          ]
        }
      ).print()
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("한 사람과 주고받은 것을 보여 줍니다.", "Shows the gifts to and from a person.")
    )

    @Argument(help: ArgumentHelp(text("이름 또는 ID.", "The name or ID.")))
    var person: String

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let person = try await Ledger.live(options.client()).person(named: person)
      if options.json { return try printJSON(person) }
      let facts = [person.name, "\(person.relationship.title)", person.memo ?? ""]
      printLine(facts.filter { !$0.isEmpty }.joined(separator: "  "))
      guard !person.gifts.isEmpty else { return printLine(text("주고받은 것이 없습니다.", "No gifts yet.")) }
      person.gifts.table().print()
      printLine(text("차이 \(person.balance.won)", "balance \(person.balance.won)"))
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text(
        "주거나 받은 것을 기록합니다. 장부에 없는 사람은 추가합니다.",
        "Records a gift, and adds the person if necessary."
      )
    )

    @Argument(help: ArgumentHelp(text("이름 또는 ID.", "The name or ID.")))
    var person: String

    @Argument(help: ArgumentHelp(text("금액(원).", "The amount in won.")))
    var amount: Int

    @Option(help: ArgumentHelp(text("방향: given(준 것), received(받은 것).", "The direction: given or received.")))
    var direction = Gift.Direction.given

    @Option(help: ArgumentHelp(text("무슨 일: \(Gift.Event.names).", "The event: \(Gift.Event.names).")))
    var event = Gift.Event.wedding

    @Option(help: ArgumentHelp(text("날짜(기본값: 오늘), 예: 2026-05-23.", "The date (default: today), such as 2026-05-23.")))
    var date: String?

    @Option(
      help: ArgumentHelp(
        text("새 사람과의 관계: \(Relationship.names).", "The relationship to a new person: \(Relationship.names).")
      )
    )
    var relationship = Relationship.friend

    @OptionGroup var options: ClientOptions

    func validate() throws {
      _ = try day()
    }

    func run() async throws {
      let ledger = Ledger.live(try options.client())
      let day = try day()
      let other: Person
      do {
        other = try await ledger.person(named: person)
      } catch let error as APIError where error.code == .notFound && UUID(uuidString: person) == nil {
        other = try await ledger.addPerson(person: Person(id: LedgerID(), name: person, relationship: relationship))
          .value
      }
      let gift = Gift(
        id: LedgerID(),
        personID: other.id,
        direction: direction,
        event: event,
        amount: amount,
        date: day,
        attended: true
      )
      let added = try await ledger.addGift(personID: other.id, gift: gift).value
      if options.json { return try printJSON(added) }
      printLine(
        "\(other.name)  \(added.direction.title)  \(added.event.title)  \(added.amount.won)  \(added.date.day(in: Seoul.timeZone))"
      )
    }

    private func day() throws -> Date {
      guard let date else { return Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)) }
      guard let day = DateCoding.day(in: Seoul.timeZone).date(date) else {
        throw ValidationError(text("날짜는 2026-05-23처럼 씁니다: \(date)", "“\(date)” is not a date. Write it as 2026-05-23."))
      }
      return day
    }
  }

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
      let ledger = Ledger.live(try options.client())
      let gifts = try await ledger.gifts(month: wanted)
      if options.json { return try printJSON(gifts) }
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
          "준 것 \(given.won)  받은 것 \(received.won)  차이 \((received - given).won)",
          "given \(given.won)  received \(received.won)  balance \((received - given).won)"
        )
      )
    }

    private func wanted() throws -> Month {
      let today = Date().day(in: Seoul.timeZone)
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

  struct SummaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "summary",
      abstract: text("얼마나 주고받았는지 보여 줍니다.", "Shows the totals of gifts.")
    )

    @Option(help: ArgumentHelp(text("연도(기본값: 모든 해).", "The year (default: all years)."), valueName: "yyyy"))
    var year: Int?

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let summary = try await Ledger.live(options.client()).summary(year: year)
      if options.json { return try printJSON(summary) }
      printLine(
        text(
          "준 것 \(summary.given.won)  받은 것 \(summary.received.won)  차이 \(summary.balance.won)",
          "given \(summary.given.won)  received \(summary.received.won)  balance \(summary.balance.won)"
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
        rows: events.map { ["\($0.event.title)", "\($0.count)", $0.given.won, $0.received.won] }
      ).print()
      let largest = summary.byMonth.map { max($0.given, $0.received) }.max() ?? 0
      chart(text("달마다 준 것", "Given by month"), summary.byMonth.map { ($0.month, $0.given) }, largest)
      chart(text("달마다 받은 것", "Received by month"), summary.byMonth.map { ($0.month, $0.received) }, largest)
    }

    private func chart(_ title: String, _ months: [(Int, Int)], _ largest: Int) {
      printLine("")
      printLine(title)
      BarChart(months.map { (text("\($0.0)월", "\($0.0)"), $0.1) }, largest: largest, format: \.won).print()
    }
  }
}

extension Gift.Direction: ExpressibleByArgument {}
extension Gift.Event: ExpressibleByArgument {}
extension Relationship: ExpressibleByArgument {}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  /// The names of all cases, for a help text.
  fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension Int {
  /// An amount of won with its digits in groups: `1,200,000`.
  fileprivate var won: String { formatted(.number.grouping(.automatic).locale(Locale(identifier: "ko_KR"))) }
}

extension [Gift] {
  /// Returns a table of the gifts.
  ///
  /// - Parameter names: the names of the people, for a column. `nil`: there is no such column.
  /// - Returns: the table.
  fileprivate func table(names: [Person.ID: String]? = nil) -> Table {
    Table(
      [.init(text("날짜", "DATE"))] + (names == nil ? [] : [.init(text("이름", "NAME"))]) + [
        .init(text("방향", "DIRECTION")),
        .init(text("무슨 일", "EVENT")), .init(text("금액", "AMOUNT"), number: true),
        .init(text("메모", "MEMO"), flexible: true),
      ],
      rows: map { gift in
        [gift.date.day(in: Seoul.timeZone)] + (names.map { [$0[gift.personID] ?? ""] } ?? []) + [
          "\(gift.direction.title)", "\(gift.event.title)", gift.amount.won, gift.memo ?? "",
        ]
      }
    )
  }
}

extension Ledger {
  /// Returns the person with an ID, or the only person with a name.
  fileprivate func person(named text: String) async throws -> Person {
    if UUID(uuidString: text) != nil { return try await person(id: LedgerID(rawValue: text)) }
    let name = text.precomposedStringWithCanonicalMapping
    let people = try await people(name: name).filter { $0.name == name }
    guard people.count < 2 else {
      throw APIError.invalid(
        Sentence(
          korean: "이름이 같은 사람이 \(people.count)명입니다. `naru ledger people`에 나오는 ID를 써 주세요.",
          english: "\(people.count) people have this name. Use an ID from `naru ledger people`."
        )
      )
    }
    guard let person = people.first else {
      throw APIError.notFound(
        Sentence(korean: "장부에 없는 사람입니다: \(name)", english: "The ledger has no person with the name \(name).")
      )
    }
    return person
  }
}
