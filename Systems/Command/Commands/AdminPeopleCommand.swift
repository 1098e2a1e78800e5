import ArgumentParser
import Foundation
import Squirret
import SquirretBackend

struct AdminPeopleCommand: AsyncParsableCommand {
  static let configuration = about(
    "계정을 보고, 정지하고, 삭제합니다.",
    "Lists, disables and deletes accounts.",
    name: "people",
    subcommands: [List.self, Show.self, Disable.self, Enable.self, Delete.self]
  )

  struct List: AsyncParsableCommand {
    static let configuration = about("계정을 보여 줍니다. 새것이 먼저입니다.", "Lists the accounts, newest first.")

    @Option(help: .text("이름이나 이메일의 일부.", "A part of the name or of the e-mail address.", valueName: "text"))
    var search = ""

    @Flag(help: .text("정지한 계정만 봅니다.", "Only disabled accounts."))
    var disabled = false

    @OptionGroup var part: PageOptions
    @OptionGroup var options: AdminOptions

    func run() async throws {
      let list = try await options.operate {
        try await $0.people(matching: search, isDisabled: disabled ? true : nil, page: part.operatorsPage)
      }
      if options.json { return try printJSON(list.elements) }
      part.show(list.elements, total: list.total, unit: "명", empty: text("계정이 없습니다.", "There are no accounts.")) {
        Column("이름", "NAME", flexible: true, \.name)
        Column("이메일", "E-MAIL", flexible: true, \.email)
        Column("제공자", "PROVIDER", \.providerNames)
        Column("가입", "SINCE", \.createdAt.day)
        Column("마지막", "LAST USED", \.lastUsedAt?.day)
        Column("로그인", "SESSIONS", number: true) { "\($0.sessions)" }
        Column("상태", "STATE") { $0.disabledAt.map { _ in text("정지", "disabled") } }
        Column("ID", \.id)
      }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = about("계정 하나를 보여 줍니다.", "Shows an account.")

    @Argument(help: .accountID, transform: parsedID)
    var person: UUID

    @OptionGroup var options: AdminOptions

    func run() async throws {
      try options.show(try await options.operate { try await $0.person(person) })
    }
  }

  struct Disable: AsyncParsableCommand {
    static let configuration = about(
      "계정을 정지합니다. 모든 기기에서 로그아웃되고 다시 로그인할 수 없습니다. 데이터는 남습니다.",
      "Disables an account: ends its sessions and refuses new ones. The data stays."
    )

    @Argument(help: .accountID, transform: parsedID)
    var person: UUID

    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: AdminOptions

    func run() async throws {
      let disabled = try await options.operate { operations in
        let name = try await operations.person(person).title
        try confirmation.require("\(name) 계정을 정지하고 로그아웃할까요?", "Disable the account \(name) and end its sessions?")
        try await operations.setDisabled(true, person: person)
        return try await operations.person(person)
      }
      try options.show(disabled)
    }
  }

  struct Enable: AsyncParsableCommand {
    static let configuration = about("정지한 계정을 풉니다.", "Enables a disabled account.")

    @Argument(help: .accountID, transform: parsedID)
    var person: UUID

    @OptionGroup var options: AdminOptions

    func run() async throws {
      let enabled = try await options.operate { operations in
        try await operations.setDisabled(false, person: person)
        return try await operations.person(person)
      }
      try options.show(enabled)
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = about(
      "계정과 모든 데이터를 삭제합니다. 되돌릴 수 없습니다.",
      "Deletes an account and all of its data. It can't be undone."
    )

    @Argument(help: .accountID, transform: parsedID)
    var person: UUID

    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: AdminOptions

    func run() async throws {
      let deleted = try await options.operate { operations in
        let account = try await operations.person(person)
        try confirmation.require(
          "\(account.title) 계정과 모든 데이터를 지울까요? 되돌릴 수 없습니다.",
          "Delete the account \(account.title) and all of its data? It can't be undone."
        )
        try await operations.delete(person: person)
        return account
      }
      try options.show(deleted, "삭제했습니다.", "Deleted.")
    }
  }
}

extension ArgumentHelp {
  fileprivate static var accountID: ArgumentHelp { .text("사용자의 ID.", "The user's ID.") }
}

extension Operations.Person {
  /// The user in a question: the name, or else the ID.
  fileprivate var title: String { name ?? id }

  fileprivate var providerNames: String { providers.map(\.rawValue).joined(separator: ", ") }
}

extension AdminOptions {
  /// Prints a user.
  fileprivate func show(_ person: Operations.Person) throws {
    if json { return try printJSON(person) }
    printFacts([
      (text("이름", "NAME"), person.name), (text("이메일", "E-MAIL"), person.email),
      (text("제공자", "PROVIDER"), person.providerNames), (text("가입", "SINCE"), person.createdAt.time),
      (text("정지", "DISABLED"), person.disabledAt?.time), (text("로그인", "SESSIONS"), "\(person.sessions)"),
      (text("마지막", "LAST USED"), person.lastUsedAt?.time), ("ID", person.id),
    ])
  }
}
