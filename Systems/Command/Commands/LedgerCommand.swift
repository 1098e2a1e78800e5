public import ArgumentParser
public import Dori
import Foundation
import Naru
import Rules

struct LedgerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: text("주고받은 경조사 장부입니다.", "The ledger of gifts given and received."),
    subcommands: [People.self, Show.self, Add.self, MonthCommand.self, SummaryCommand.self]
  )

  struct People: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("사람들과 주고받은 차이를 보여 줍니다.", "Lists the people with their balances.")
    )

    @Argument(help: ArgumentHelp(text("이름의 일부 또는 초성.", "A part of the name, or its initial consonants.")))
    var name: String?

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let people = try await Ledger.live(options.client()).people(name: name)
      if options.json { return try printJSON(people.elements) }
      guard !people.isEmpty else { return printLine(text("장부에 사람이 없습니다.", "There is nobody in the ledger.")) }
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
      abstract: text("한 사람과 주고받은 것을 보여 줍니다.", "Shows what went to and came from somebody.")
    )

    @Argument(help: ArgumentHelp(text("이름 또는 ID.", "The name, or the ID.")))
    var person: String

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let person = try await Ledger.live(options.client()).meant(by: person)
      if options.json { return try printJSON(person) }
      let facts = [person.name, "\(person.relationship.title)", person.memo ?? ""]
      printLine(facts.filter { !$0.isEmpty }.joined(separator: "  "))
      guard !person.gifts.isEmpty else { return printLine(text("주고받은 것이 없습니다.", "There was nothing.")) }
      person.gifts.table().print()
      printLine(text("차이 \(person.balance.won)", "balance \(person.balance.won)"))
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text(
        "주거나 받은 것을 적습니다. 장부에 없는 사람이면 새로 적습니다.",
        "Writes down a gift, and the person, if they are new."
      )
    )

    @Argument(help: ArgumentHelp(text("이름 또는 ID.", "The name, or the ID.")))
    var person: String

    @Argument(help: ArgumentHelp(text("금액(원).", "The amount in won.")))
    var amount: Int

    @Option(help: ArgumentHelp(text("given(준 것), received(받은 것).", "given or received.")))
    var direction = Gift.Direction.given

    @Option(help: ArgumentHelp(text("wedding, funeral, firstBirthday, housewarming, birthday, other.", "What for.")))
    var event = Gift.Event.wedding

    @Option(help: ArgumentHelp(text("날짜: 2026-05-23. 없으면 오늘.", "The date: 2026-05-23; today without it.")))
    var date: String?

    @Option(
      help: ArgumentHelp(
        text("새 사람의 관계: family, relative, friend, colleague, acquaintance, other.", "What a new person is to you.")
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
      let who: Person
      do {
        who = try await ledger.meant(by: person)
      } catch let error as APIError where error.code == .notFound && UUID(uuidString: person) == nil {
        who = try await ledger.addPerson(person: Person(id: LedgerID(), name: person, relationship: relationship)).value
      }
      let gift = Gift(
        id: LedgerID(),
        personID: who.id,
        direction: direction,
        event: event,
        amount: amount,
        date: day,
        attended: true
      )
      let added = try await ledger.addGift(personID: who.id, gift: gift).value
      if options.json { return try printJSON(added) }
      printLine(
        "\(who.name)  \(added.direction.title)  \(added.event.title)  \(added.amount.won)  \(added.date.day(in: Seoul.timeZone))"
      )
    }

    private func day() throws -> Date {
      guard let date else { return Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)) }
      guard let day = DateCoding.day(in: Seoul.timeZone).date(date) else {
        throw ValidationError(text("날짜는 2026-05-23처럼 씁니다: \(date)", "A date is written as 2026-05-23, not \(date)."))
      }
      return day
    }
  }

  struct MonthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "month",
      abstract: text("한 달 동안 주고받은 것을 보여 줍니다.", "What was given and received in a month.")
    )

    @Argument(help: ArgumentHelp(text("달: 2026-05. 없으면 이번 달.", "The month: 2026-05; this one without it.")))
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
            "Nothing was given or received in \(wanted.year)-\(wanted.month)."
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
          text("달은 2026-05처럼 씁니다: \(name)", "A month is written as 2026-05, not \(name).")
        )
      }
      return wanted
    }
  }

  struct SummaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "summary",
      abstract: text("얼마나 주고받았는지 보여 줍니다.", "How much was given and received.")
    )

    @Option(help: ArgumentHelp(text("연도. 없으면 모두.", "The year; all of them without it."), valueName: "yyyy"))
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

extension Int {
  /// An amount of won with its digits in groups: `1,200,000`.
  fileprivate var won: String { formatted(.number.grouping(.automatic).locale(Locale(identifier: "ko_KR"))) }
}

extension [Gift] {
  /// - Parameter names: who is meant by an id; `nil` where it is clear, and there is no column for it.
  fileprivate func table(names: [Person.ID: String]? = nil) -> Table {
    Table(
      [.init(text("날짜", "DATE"))] + (names == nil ? [] : [.init(text("이름", "NAME"))]) + [
        .init(text("방향", "WAY")),
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
  /// The person whom somebody means: by an id, or by the whole name where only one is called so.
  fileprivate func meant(by text: String) async throws -> Person {
    if UUID(uuidString: text) != nil { return try await person(id: LedgerID(rawValue: text)) }
    let name = text.precomposedStringWithCanonicalMapping
    let people = try await people(name: name).filter { $0.name == name }
    guard people.count < 2 else {
      throw APIError.invalid(
        Sentence(
          korean: "이름이 같은 사람이 \(people.count)명입니다. `naru ledger people`의 ID로 알려 주세요.",
          english: "\(people.count) people are called so. Say which by the ID of `naru ledger people`."
        )
      )
    }
    guard let person = people.first else {
      throw APIError.notFound(Sentence(korean: "장부에 없는 사람입니다: \(name)", english: "There is no \(name) in the ledger."))
    }
    return person
  }
}
