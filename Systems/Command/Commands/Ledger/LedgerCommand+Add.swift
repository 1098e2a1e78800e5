import ArgumentParser
import Dori
import Foundation
import Naru
import Rules

extension LedgerCommand {
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("주거나 받은 것을 기록합니다.", "Records a gift."),
      discussion: text(
        "장부에 없는 사람이면 새로 추가할지 묻습니다.",
        "If the ledger does not have the person, it asks whether to add them."
      )
    )

    @Argument(help: ArgumentHelp(text("이름 또는 ID.", "The name or ID.")))
    var person: String

    @Argument(help: .amount)
    var amount: Amount

    @OptionGroup var details: GiftDetails

    @Option(help: .choice(text("새 사람과의 관계", "The relationship to a new person"), default: Relationship.friend))
    var relationship: Relationship?

    @Flag(help: ArgumentHelp(text("장부에 없는 사람이면 묻지 않고 추가합니다.", "Add a new person without asking.")))
    var new = false

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let ledger = Ledger.live(server.client)
      let other = try await recipient(ledger)
      let gift = Gift(
        id: .new(),
        personID: other.id,
        direction: details.direction ?? .given,
        event: details.event ?? .wedding,
        amount: amount.won,
        date: try details.day() ?? Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)),
        attended: details.attended ?? true,
        memo: details.memo
      )
      let added = try await ledger.addGift(personID: other.id, gift: gift).value
      server.show(added, of: other.name)
    }

    /// Returns the person of the gift, who is added if the ledger does not have them.
    private func recipient(_ ledger: Ledger) async throws -> Person {
      if UUID(uuidString: person) != nil { return try await ledger.person(id: LedgerID(rawValue: person)) }
      let name = person.precomposedStringWithCanonicalMapping
      if let found = try await ledger.people(withExactly: name) { return found }
      if !new {
        let similar = try await ledger.nameSimilar(to: name)
        let hint = similar.map { text(" 혹시 \($0)님인가요?", " Did you mean \($0)?") } ?? ""
        let question =
          text("장부에 \(name)님이 없습니다.", "The ledger does not have \(name).") + hint
          + text(" 새로 추가할까요?", " Add a new person?")
        guard try confirm(question, flag: "--new") else {
          throw ValidationError(text("추가하지 않았습니다.", "Nothing was added."))
        }
      }
      return try await ledger.addPerson(person: Person(id: .new(), name: name, relationship: relationship ?? .friend))
        .value
    }
  }
}

/// The options of a gift, except the person and the amount.
struct GiftDetails: ParsableArguments {
  @Option(help: ArgumentHelp(text("방향(새 기록의 기본값: 준 것).", "The direction (of a new gift by default: given).")))
  var direction: Gift.Direction?

  @Option(help: ArgumentHelp(text("무슨 일(새 기록의 기본값: 결혼식).", "The event (of a new gift by default: wedding).")))
  var event: Gift.Event?

  @Option(
    help: ArgumentHelp(
      text("날짜(새 기록의 기본값: 오늘), 예: 2026-05-23.", "The date (of a new gift by default: today), such as 2026-05-23.")
    )
  )
  var date: String?

  @Option(help: ArgumentHelp(text("메모.", "A note."), valueName: "text"))
  var memo: String?

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .exclusive,
    help: ArgumentHelp(text("직접 갔는지(새 기록의 기본값: 갔음).", "Whether the giver attended (of a new gift by default: yes)."))
  )
  var attended: Bool?

  func validate() throws {
    _ = try day()
  }

  /// The date. `nil` if none is given.
  func day() throws -> Date? {
    guard let date else { return nil }
    guard let day = DateCoding.day(in: Seoul.timeZone).date(date) else {
      throw ValidationError(text("날짜는 2026-05-23처럼 씁니다: \(date)", "“\(date)” is not a date. Write it as 2026-05-23."))
    }
    return day
  }

  /// Whether nothing is given.
  var isEmpty: Bool { direction == nil && event == nil && date == nil && memo == nil && attended == nil }
}

extension ArgumentHelp {
  /// The help of an amount.
  static var amount: ArgumentHelp {
    ArgumentHelp(
      text("금액(원): 50000, 50,000, 5만, 1만5천.", "The amount in won: 50000, 50,000, 5만 (50,000)."),
      valueName: "amount"
    )
  }
}
