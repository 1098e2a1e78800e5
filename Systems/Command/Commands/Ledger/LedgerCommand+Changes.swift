public import ArgumentParser
import CommandSupport
import Dori
import Foundation
public import Naru
import Rules

extension LedgerCommand {
  struct Add: ServerCommand {
    static let configuration = about(
      "주거나 받은 것을 기록합니다.",
      "Records a gift.",
      discussion: text(
        "장부에 등록되지 않은 사람이면 새로 추가할지 묻습니다.",
        "If the ledger does not have the person, it asks whether to add them."
      )
    )

    @Argument(help: .text("이름 또는 ID.", "The name or ID."), transform: notBlank)
    var person: String

    @Argument(help: .amount)
    var amount: Amount

    @OptionGroup var details: GiftDetails

    @Option(help: .choice(text("새 사람과의 관계", "The relationship to a new person"), default: Relationship.friend))
    var relationship: Relationship?

    @Flag(help: .text("장부에 등록되지 않은 사람도 묻지 않고 추가합니다.", "Add a new person without asking."))
    var new = false

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let ledger = try await server.ledger
      let (gift, name) = try await server.change {
        let other = try await recipient(ledger)
        let gift = Gift(
          id: .new(),
          personID: other.id,
          direction: details.direction ?? .given,
          event: details.event ?? .wedding,
          amount: amount.won,
          date: details.day ?? Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)),
          attended: details.attended ?? true,
          memo: details.memo
        )
        return (try await ledger.addGift(personID: other.id, gift: gift).value, other.name)
      }
      try await server.show(gift, of: name)
    }

    /// Returns the person of the gift, adding the person if the ledger doesn't contain them.
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
        try require(confirm(question, flag: "--new"), "추가하지 않았습니다.", "Nothing was added.")
      }
      return try await ledger.addPerson(person: Person(id: .new(), name: name, relationship: relationship ?? .friend))
        .value
    }
  }

  struct Edit: ServerCommand {
    static let configuration = about("주거나 받은 기록 하나를 고칩니다.", "Changes a gift.")

    @Argument(help: .gift, transform: notBlank)
    var gift: String

    @Option(help: .amount)
    var amount: Amount?

    @OptionGroup var details: GiftDetails
    @OptionGroup var options: ClientOptions

    func validate() throws {
      try requireOne(of: [
        "--amount": amount, "--direction": details.direction, "--event": details.event, "--date": details.date,
        "--memo": details.memo, "--attended": details.attended,
      ])
    }

    func run(_ server: ServerConnection) async throws {
      let ledger = try await server.ledger
      var changed = try await ledger.gift(named: gift)
      changed.amount = amount?.won ?? changed.amount
      changed.direction = details.direction ?? changed.direction
      changed.event = details.event ?? changed.event
      changed.date = details.day ?? changed.date
      changed.memo = details.memo ?? changed.memo
      changed.attended = details.attended ?? changed.attended
      try await server.show(server.change { [changed] in try await ledger.updateGift(id: changed.id, gift: changed) })
    }
  }

  struct Remove: ServerCommand {
    static let configuration = about("주거나 받은 기록 하나를 삭제합니다.", "Removes a gift.")

    @Argument(help: .gift, transform: notBlank)
    var gift: String

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let ledger = try await server.ledger
      let found = try await ledger.gift(named: gift)
      try await server.change { try await ledger.removeGift(id: found.id) }
      try server.showRemoved(found.id.shown, "삭제했습니다.", "Removed.")
    }
  }
}

/// The options of a gift, except the person and the amount.
struct GiftDetails: ParsableArguments {
  @Option(help: .text("방향(새 기록의 기본값: 준 것).", "The direction (of a new gift by default: given)."))
  var direction: Gift.Direction?

  @Option(help: .text("무슨 일(새 기록의 기본값: 결혼식).", "The event (of a new gift by default: wedding)."))
  var event: Gift.Event?

  @Option(
    help: .text("날짜(새 기록의 기본값: 오늘), 예: 2026-05-23.", "The date (of a new gift by default: today), such as 2026-05-23.")
  )
  var date: Day?

  @Option(help: .text("메모.", "A note.", valueName: "text"))
  var memo: String?

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .exclusive,
    help: .text("직접 갔는지(새 기록의 기본값: 갔음).", "Whether the giver attended (of a new gift by default: yes).")
  )
  var attended: Bool?

  /// The beginning of the date. `nil` if none is given.
  var day: Date? { date?.start(in: Seoul.timeZone) }
}

extension Day: @retroactive ExpressibleByArgument {}

extension ArgumentHelp {
  /// The help of an amount.
  static var amount: ArgumentHelp {
    .text("금액(원): 50000, 50,000, 5만, 1만5천.", "The amount in won: 50000, 50,000, 5만 (50,000).", valueName: "amount")
  }

  /// The help of an argument that names a gift.
  fileprivate static var gift: ArgumentHelp {
    .text("기록의 ID, 또는 그 앞부분: `naru ledger show`에 있습니다.", "The gift's ID or its beginning, from `naru ledger show`.")
  }
}

extension ServerConnection {
  /// Prints a gift after a change, with the name of its person if it is known.
  fileprivate func show(_ gift: Gift, of name: String? = nil) async throws {
    let (direction, event) = ("\(gift.direction.title)", "\(gift.event.title)")
    let facts = [name, direction, event, gift.amount.grouped, gift.date.day, gift.memo]
    try await show(gift, DoriFormat.self, facts, id: gift.id.shown)
  }
}

extension LedgerCommand {
  struct PersonCommand: AsyncParsableCommand {
    static let configuration = about(
      "장부의 사람을 고치거나 삭제합니다.",
      "Changes or removes a person of the ledger.",
      name: "person",
      subcommands: [Edit.self, Remove.self]
    )

    struct Edit: ServerCommand {
      static let configuration = about("한 사람의 이름, 관계, 메모를 고칩니다.", "Changes a person's name, relationship or note.")

      @Argument(help: .person, transform: notBlank)
      var words: [String]

      @Option(help: .text("새 이름.", "The new name."))
      var name: String?

      @Option(help: .text("관계.", "The relationship."))
      var relationship: Relationship?

      @Option(help: .text("메모.", "A note.", valueName: "text"))
      var memo: String?

      @OptionGroup var options: ClientOptions

      func validate() throws {
        try requireOne(of: ["--name": name, "--relationship": relationship, "--memo": memo])
      }

      func run(_ server: ServerConnection) async throws {
        let ledger = try await server.ledger
        var new = try await ledger.person(named: words.joinedWords)
        new.name = name ?? new.name
        new.relationship = relationship ?? new.relationship
        new.memo = memo ?? new.memo
        let updated = try await server.change { [new] in try await ledger.updatePerson(id: new.id, person: new) }
        let facts = [updated.name, "\(updated.relationship.title)", updated.memo].line
        try await server.show(updated, DoriFormat.self, facts, facts)
      }
    }

    struct Remove: ServerCommand {
      static let configuration = about("한 사람과 그 기록을 모두 삭제합니다.", "Removes a person with their gifts.")

      @Argument(help: .person, transform: notBlank)
      var words: [String]

      @OptionGroup var confirmation: ConfirmationOptions
      @OptionGroup var options: ClientOptions

      func run(_ server: ServerConnection) async throws {
        let ledger = try await server.ledger
        let person = try await ledger.person(named: words.joinedWords)
        try confirmation.require(
          "\(person.name)님과 기록 \(person.gifts.count)건을 지울까요?",
          "Remove \(person.name) with \(person.gifts.count) gifts?"
        )
        try await server.change { try await ledger.removePerson(id: person.id) }
        try server.showRemoved(person.id.shown, "삭제했습니다.", "Removed.")
      }
    }
  }
}
