import ArgumentParser
import Foundation
import Squirret
import SquirretBackend

struct AdminPeopleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people",
    abstract: text("계정을 보고, 정지하고, 지웁니다.", "Lists, disables and deletes accounts."),
    subcommands: [List.self, Show.self, Disable.self, Enable.self, Delete.self]
  )

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("계정을 보여 줍니다. 새것이 먼저입니다.", "Lists the accounts, newest first.")
    )

    @Option(
      help: ArgumentHelp(text("이름이나 이메일의 일부.", "A part of the name or of the e-mail address."), valueName: "text")
    )
    var search = ""

    @Flag(help: ArgumentHelp(text("정지한 계정만 봅니다.", "Only disabled accounts.")))
    var disabled = false

    @OptionGroup var part: PageOptions

    @OptionGroup var options: AdminOptions

    func run() async throws {
      let list = try await options.operate {
        try await $0.people(matching: search, isDisabled: disabled ? true : nil, page: part.operatorsPage)
      }
      try options.show(list, part, unit: "명", empty: text("계정이 없습니다.", "There are no accounts.")) { people in
        Table(
          [
            .init(text("이름", "NAME"), flexible: true), .init(text("이메일", "E-MAIL"), flexible: true),
            .init(text("제공자", "PROVIDER")), .init(text("가입", "SINCE")), .init(text("마지막", "LAST USED")),
            .init(text("로그인", "SESSIONS"), number: true), .init(text("상태", "STATE")), .init("ID"),
          ],
          rows: people.map { person in
            [
              person.name ?? "", person.email ?? "", person.providers.map(\.rawValue).joined(separator: ", "),
              person.createdAt.day, person.lastUsedAt?.day ?? "", "\(person.sessions)",
              person.disabledAt == nil ? "" : text("정지", "disabled"), person.id,
            ]
          }
        )
      }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: text("계정 하나를 보여 줍니다.", "Shows an account."))

    @OptionGroup var person: PersonArgument

    @OptionGroup var options: AdminOptions

    func run() async throws {
      try options.show(try await options.operate { try await $0.person(person.parsed) })
    }
  }

  struct Disable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text(
        "계정을 정지합니다. 모든 기기에서 로그아웃되고 다시 로그인할 수 없습니다. 데이터는 남습니다.",
        "Disables an account: ends its sessions and refuses new ones. The data stays."
      )
    )

    @OptionGroup var person: PersonArgument

    @OptionGroup var confirmation: ConfirmationOptions

    @OptionGroup var options: AdminOptions

    func run() async throws {
      let id = try person.parsed
      let person = try await options.operate { operations in
        let name = try await operations.person(id).title
        try confirmation.require(
          text("\(name) 계정을 정지하고 로그아웃할까요?", "Disable the account \(name) and end its sessions?")
        )
        try await operations.setDisabled(true, person: id)
        return try await operations.person(id)
      }
      try options.show(person)
    }
  }

  struct Enable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("정지한 계정을 풉니다.", "Enables a disabled account.")
    )

    @OptionGroup var person: PersonArgument

    @OptionGroup var options: AdminOptions

    func run() async throws {
      let id = try person.parsed
      let person = try await options.operate { operations in
        try await operations.setDisabled(false, person: id)
        return try await operations.person(id)
      }
      try options.show(person)
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text(
        "계정과 모든 데이터를 지웁니다. 되돌릴 수 없습니다.",
        "Deletes an account and all of its data. It can't be undone."
      )
    )

    @OptionGroup var person: PersonArgument

    @OptionGroup var confirmation: ConfirmationOptions

    @OptionGroup var options: AdminOptions

    func run() async throws {
      let id = try person.parsed
      let deleted = try await options.operate { operations in
        let person = try await operations.person(id)
        try confirmation.require(
          text(
            "\(person.title) 계정과 모든 데이터를 지울까요? 되돌릴 수 없습니다.",
            "Delete the account \(person.title) and all of its data? It can't be undone."
          )
        )
        try await operations.delete(person: id)
        return person
      }
      if options.json { return try printJSON(deleted) }
      printLine(text("지웠습니다.", "Deleted."))
    }
  }
}

/// The argument with the ID of a person.
struct PersonArgument: ParsableArguments {
  @Argument(help: ArgumentHelp(text("사람의 ID.", "The person's ID.")))
  var person: String

  var parsed: UUID {
    get throws { try parsedID(person) }
  }
}

extension Operations.Person {
  /// The person in a question: the name, or else the ID.
  fileprivate var title: String { name ?? id }
}

extension AdminOptions {
  /// Prints a person.
  fileprivate func show(_ person: Operations.Person) throws {
    if json { return try printJSON(person) }
    let lines: [(String, String?)] = [
      (text("이름", "NAME"), person.name), (text("이메일", "E-MAIL"), person.email),
      (text("제공자", "PROVIDER"), person.providers.map(\.rawValue).joined(separator: ", ")),
      (text("가입", "SINCE"), person.createdAt.time), (text("정지", "DISABLED"), person.disabledAt?.time),
      (text("로그인", "SESSIONS"), "\(person.sessions)"), (text("마지막", "LAST USED"), person.lastUsedAt?.time),
      ("ID", person.id),
    ]
    for case (let title, let value?) in lines { printLine("\(title.fitted(to: 9))  \(value)") }
  }
}
