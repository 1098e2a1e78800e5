import ArgumentParser
import Dori
import Foundation
import Naru

extension LedgerCommand {
  struct PersonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "person",
      abstract: text("장부의 사람을 고치거나 지웁니다.", "Changes or removes a person of the ledger."),
      subcommands: [Edit.self, Remove.self]
    )

    struct Edit: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("한 사람의 이름, 관계, 메모를 고칩니다.", "Changes a person's name, relationship or note.")
      )

      @Argument(help: .person)
      var words: [String]

      @Option(help: ArgumentHelp(text("새 이름.", "The new name.")))
      var name: String?

      @Option(help: ArgumentHelp(text("관계.", "The relationship.")))
      var relationship: Relationship?

      @Option(help: ArgumentHelp(text("메모.", "A note."), valueName: "text"))
      var memo: String?

      @OptionGroup var options: ClientOptions

      func validate() throws {
        guard name != nil || relationship != nil || memo != nil else {
          throw ValidationError(
            text(
              "바꿀 값을 지정해 주세요: --name, --relationship, --memo.",
              "Name a value to change: --name, --relationship or --memo."
            )
          )
        }
      }

      func run() async throws {
        let server = try options.connect()
        let ledger = Ledger.live(server.client)
        var person = try await ledger.person(named: words.joinedWords)
        person.name = name ?? person.name
        person.relationship = relationship ?? person.relationship
        person.memo = memo ?? person.memo
        let updated = try await ledger.updatePerson(id: person.id, person: person)
        if server.isJSON { return server.printAnswer() }
        let facts = [updated.name, "\(updated.relationship.title)", updated.memo ?? ""]
        printLine(facts.filter { !$0.isEmpty }.joined(separator: "  "))
      }
    }

    struct Remove: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("한 사람과 그 기록을 모두 지웁니다.", "Removes a person with their gifts.")
      )

      @Argument(help: .person)
      var words: [String]

      @Flag(help: ArgumentHelp(text("묻지 않고 지웁니다.", "Remove without asking.")))
      var yes = false

      @OptionGroup var options: ClientOptions

      func run() async throws {
        let server = try options.connect()
        let ledger = Ledger.live(server.client)
        let person = try await ledger.person(named: words.joinedWords)
        let question = text(
          "\(person.name)님과 기록 \(person.gifts.count)건을 지울까요?",
          "Remove \(person.name) with \(person.gifts.count) gifts?"
        )
        guard try yes || confirm(question, flag: "--yes") else {
          throw ValidationError(text("지우지 않았습니다.", "Nothing was removed."))
        }
        try await ledger.removePerson(id: person.id)
        try server.printRemoved(person.id.shown, text("지웠습니다.", "Removed."))
      }
    }
  }
}
