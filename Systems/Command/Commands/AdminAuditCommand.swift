import ArgumentParser
import Foundation
import Squirret
import SquirretBackend

struct AdminAuditCommand: AsyncParsableCommand {
  static let configuration = about(
    "감사 기록을 보고, 오래된 기록을 삭제합니다.",
    "Reads the audit log and deletes old events.",
    name: "audit",
    subcommands: [List.self, Prune.self]
  )

  struct List: AsyncParsableCommand {
    static let configuration = about("감사 기록을 보여 줍니다. 새것이 먼저입니다.", "Lists the events, newest first.")

    @Option(
      help: .text("한 사용자의 것만 봅니다: 사용자의 ID.", "Only for one user: the user's ID.", valueName: "id"),
      transform: parsedID
    )
    var person: UUID?

    @Option(help: .text("한 로그인의 것만 봅니다: 그 ID.", "Only of one session: its ID.", valueName: "id"), transform: parsedID)
    var session: UUID?

    @Option(help: .text("한 종류만 봅니다. 여러 번 쓸 수 있습니다.", "Only of one kind. It can be repeated."))
    var kind: [AuditEvent.Kind] = []

    @Option(help: .text("이때부터: 날짜 또는 시각.", "From this day or time.", valueName: "time"), transform: parsedTime)
    var since: Date?

    @Option(help: .text("이때 전까지: 날짜 또는 시각.", "Before this day or time.", valueName: "time"), transform: parsedTime)
    var before: Date?

    @OptionGroup var part: PageOptions
    @OptionGroup var options: AdminOptions

    func run() async throws {
      var filter = AuditFilter()
      (filter.person, filter.session, filter.kinds) = (person, session, kind)
      (filter.since, filter.before) = (since, before)
      let list = try await options.operate { [filter] in try await $0.audit(filter, page: part.operatorsPage) }
      if options.json { return try printJSON(list.elements) }
      part.show(list.elements, total: list.total, unit: "건", empty: text("기록이 없습니다.", "There are no events.")) {
        Column("시각", "TIME", \.date.time)
        Column("종류", "KIND", \.kind.rawValue)
        Column("제공자", "PROVIDER", \.provider?.rawValue)
        Column("주소", "ADDRESS", \.address)
        Column("기기", "DEVICE", flexible: true, \.device)
        Column("사용자", "USER") { $0.person?.uuidString.lowercased() }
      }
    }
  }

  struct Prune: AsyncParsableCommand {
    static let configuration = about(
      "오래된 감사 기록을 삭제합니다. 서버도 NARU_IDENTITY_AUDIT_DAYS보다 오래된 기록을 삭제합니다.",
      "Deletes old events. The server deletes those older than NARU_IDENTITY_AUDIT_DAYS itself."
    )

    @Option(
      help: .text(
        "이때 전의 것: 날짜 또는 시각(기본값: NARU_IDENTITY_AUDIT_DAYS일 전).",
        "Events before this day or time (default: NARU_IDENTITY_AUDIT_DAYS ago).",
        valueName: "time"
      )
    )
    var before: String?

    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: AdminOptions

    func run() async throws {
      let before = try before.map(parsedTime)
      let count = try await options.operate { operations in
        let time = before ?? Date() - Double(operations.auditDays) * 86400
        try confirmation.require("\(time.time) 전의 감사 기록을 모두 지울까요?", "Delete all events before \(time.time)?")
        return try await operations.pruneAudit(before: time)
      }
      try options.show(["pruned": count], "\(count)건을 삭제했습니다.", "Deleted \(count) events.")
    }
  }
}

extension AuditEvent.Kind: ExpressibleByArgument {}
