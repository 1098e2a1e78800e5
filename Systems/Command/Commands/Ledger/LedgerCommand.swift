import ArgumentParser
import Dori
import Foundation
import Naru

struct LedgerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: text("경조사로 주고받은 것을 적는 장부입니다.", "The ledger of gifts given and received."),
    subcommands: [
      People.self, Show.self, Add.self, Edit.self, Remove.self, MonthCommand.self, SummaryCommand.self,
      PersonCommand.self,
    ]
  )

  struct People: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("사람들과 주고받은 차이를 보여 줍니다.", "Lists the people and their balances.")
    )

    @Argument(
      help: ArgumentHelp(text("이름의 일부 또는 초성.", "Part of the name, or its initial consonants."), valueName: "name")
    )
    var words: [String] = []

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let name = words.isEmpty ? nil : words.joinedWords
      let people = try await Ledger.live(server.client).people(name: name)
      if server.isJSON { return server.printAnswer() }
      guard !people.isEmpty else {
        return printLine(
          name.map { text("“\($0)”에 맞는 사람이 없습니다.", "Nobody matches “\($0)”.") }
            ?? text("장부에 사람이 없습니다.", "The ledger is empty.")
        )
      }
      Table(
        [
          .init(text("이름", "NAME")), .init(text("관계", "RELATION")), .init(text("준 것", "GIVEN"), number: true),
          .init(text("받은 것", "RECEIVED"), number: true), .init(text("차이", "BALANCE"), number: true), .id,
        ],
        rows: people.map { person in
          [
            person.name, "\(person.relationship.title)", person.given.grouped, person.received.grouped,
            person.balance.grouped, person.id.shown,
          ]
        }
      ).print()
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("한 사람과 주고받은 것을 보여 줍니다.", "Shows the gifts to and from a person.")
    )

    @Argument(help: .person)
    var words: [String]

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let ledger = Ledger.live(server.client)
      // Also for JSON, because the person is one answer and the search for the name another.
      let person = try await ledger.person(id: ledger.person(named: words.joinedWords).id)
      if server.isJSON { return server.printAnswer() }
      let facts = [person.name, "\(person.relationship.title)", person.memo ?? ""]
      printLine(facts.filter { !$0.isEmpty }.joined(separator: "  "))
      guard !person.gifts.isEmpty else { return printLine(text("주고받은 것이 없습니다.", "No gifts yet.")) }
      person.gifts.table().print()
      printLine(text("차이 \(person.balance.grouped)", "balance \(person.balance.grouped)"))
    }
  }
}

extension ArgumentHelp {
  /// The help of an argument that names a person of the ledger.
  static var person: ArgumentHelp {
    ArgumentHelp(
      text("이름, 이름의 일부, 초성, 또는 ID.", "The name, a part of it, its initial consonants, or the ID."),
      valueName: "person"
    )
  }
}
