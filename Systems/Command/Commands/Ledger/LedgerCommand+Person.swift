import ArgumentParser
import Dori
import Foundation
import Naru

extension LedgerCommand {
  struct PersonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "장부의 사람을 고치거나 지웁니다.",
      "Changes or removes a person of the ledger.",
      commandName: "person",
      subcommands: [Edit.self, Remove.self]
    )

    struct Edit: ServerCommand {
      static let configuration = CommandConfiguration(
        "한 사람의 이름, 관계, 메모를 고칩니다.",
        "Changes a person's name, relationship or note."
      )

      @Argument(help: .person)
      var words: [String]

      @Option(help: .text("새 이름.", "The new name."))
      var name: String?

      @Option(help: .text("관계.", "The relationship."))
      var relationship: Relationship?

      @Option(help: .text("메모.", "A note.", valueName: "text"))
      var memo: String?

      @OptionGroup var options: ClientOptions

      func validate() throws {
        try require(
          name != nil || relationship != nil || memo != nil,
          "바꿀 값을 지정해 주세요: --name, --relationship, --memo.",
          "Name a value to change: --name, --relationship or --memo."
        )
      }

      func run(_ server: ServerConnection) async throws {
        let ledger = Ledger.live(server.client)
        var person = try await ledger.person(named: words.joinedWords)
        person.name = name ?? person.name
        person.relationship = relationship ?? person.relationship
        person.memo = memo ?? person.memo
        let updated = try await ledger.updatePerson(id: person.id, person: person)
        let facts = [updated.name, "\(updated.relationship.title)", updated.memo].line
        server.show(facts, facts)
      }
    }

    struct Remove: ServerCommand {
      static let configuration = CommandConfiguration("한 사람과 그 기록을 모두 지웁니다.", "Removes a person with their gifts.")

      @Argument(help: .person)
      var words: [String]

      @Flag(help: .text("묻지 않고 지웁니다.", "Remove without asking."))
      var yes = false

      @OptionGroup var options: ClientOptions

      func run(_ server: ServerConnection) async throws {
        let ledger = Ledger.live(server.client)
        let person = try await ledger.person(named: words.joinedWords)
        let question = text(
          "\(person.name)님과 기록 \(person.gifts.count)건을 지울까요?",
          "Remove \(person.name) with \(person.gifts.count) gifts?"
        )
        try require(yes || confirm(question, flag: "--yes"), "지우지 않았습니다.", "Nothing was removed.")
        try await ledger.removePerson(id: person.id)
        try server.showRemoved(person.id.shown, "지웠습니다.", "Removed.")
      }
    }
  }
}
