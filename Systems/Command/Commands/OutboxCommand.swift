import ArgumentParser
import CommandSupport
import Foundation
import Naru
import NaruOffline

struct OutboxCommand: AsyncParsableCommand {
  static let configuration = about(
    "보내지 못한 변경을 보고, 보내고, 버립니다.",
    "Lists, sends and discards the changes that were not sent.",
    name: "outbox",
    discussion: text(
      "서버에 연결할 수 없을 때 한 변경은 이 기기에 남습니다. 서버에 연결되면 다음 명령이 먼저 보내고, `naru outbox send`는 바로 보냅니다.",
      """
      A change that you make while the server can't be reached is stored on this machine. The next command that reaches the server sends \
      it first. `naru outbox send` sends it now.
      """
    ),
    subcommands: [List.self, Send.self, Retry.self, Discard.self],
    default: List.self
  )

  struct List: AsyncParsableCommand {
    static let configuration = about("아직 보내지 못한 변경을 오래된 순서로 보여 줍니다.", "Lists the changes, the oldest first.")

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let outbox = try await options.outbox()
      let writes = try outbox.queuedWrites()
      let names = try ItemNames(outbox, writes)
      if options.json { return try printJSON(writes.map { Entry($0, names) }) }
      guard !writes.isEmpty else { return printLine("보낼 변경이 없습니다.", "Nothing waits to be sent.") }
      Table(writes) {
        Column(id: { "\($0.id)" })
        Column("상태", "STATE") { $0.shownState(waiting: text("대기", "waiting")) }
        Column("시각(KST)", "TIME(KST)", \.queuedAt.minute)
        Column("변경", "CHANGE", flexible: true) { names.description(of: $0) }
        Column("시도", "TRIES", number: true) { "\($0.attempts)" }
        Column("이유", "REASON", flexible: true, \.lastError?.description)
      }.print()
    }

    /// A change as JSON.
    private struct Entry: Encodable {
      let id: Int64
      let endpoint: String
      let change: String
      let isRejected: Bool
      let queuedAt: Date
      let attempts: Int
      let reason: String?

      init(_ write: QueuedWrite, _ names: ItemNames) {
        id = write.id
        endpoint = write.endpointName
        change = names.description(of: write)
        isRejected = write.isRejected
        queuedAt = write.queuedAt
        attempts = write.attempts
        reason = write.lastError?.description
      }
    }
  }

  struct Send: AsyncParsableCommand {
    static let configuration = about(
      "지금 모두 보냅니다.",
      "Sends all changes now.",
      discussion: text("남은 것이 있으면 1로 끝납니다.", "The exit status is 1 if something is left.")
    )

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let outbox = try await options.outbox()
      let before = try outbox.queuedWrites(rejected: false)
      let names = try ItemNames(outbox, before)
      try await outbox.send(ignoringBackoff: true)
      let ids = Set(before.map(\.id))
      let left = try outbox.queuedWrites().filter { ids.contains($0.id) }
      let (sent, rejected) = (before.count - left.count, left.filter(\.isRejected))
      let counts = ["sent": sent, "rejected": rejected.count, "waiting": left.count - rejected.count]
      try options.show(counts, "\(sent)개를 보냈습니다.", "\(sent) sent.")
      for write in left {
        let reason = write.lastError.map(\.description) ?? ""
        let state = write.shownState(waiting: text("아직 보내지 못함", "not sent yet"))
        Terminal.standardError.writeLine("\(write.id)  \(names.description(of: write))  \(state)  \(reason)")
      }
      if !left.isEmpty { throw ExitCode.failure }
    }
  }

  struct Retry: AsyncParsableCommand {
    static let configuration = about("거절된 변경을 다시 보낼 수 있게 합니다.", "Lets a rejected change be sent again.")

    @Argument(help: ArgumentHelp(idHelp))
    var id: Int64

    @OptionGroup var options: ClientOptions

    func run() async throws {
      guard try await options.outbox().retry(id) else { throw unknown(id) }
      try options.show(["waiting": id], "`naru outbox send`로 다시 보냅니다.", "Send it with `naru outbox send`.")
    }
  }

  struct Discard: AsyncParsableCommand {
    static let configuration = about(
      "변경을 보내지 않고 버립니다.",
      "Discards changes without sending them.",
      discussion: text(
        "그 변경이 만들 것을 쓰는 다른 변경도 버립니다.",
        "Other changes that need what a change would have created are discarded, too."
      )
    )

    @Argument(help: ArgumentHelp(idHelp))
    var ids: [Int64] = []

    @Flag(help: .text("모두 버립니다.", "Discard all."))
    var all = false

    @OptionGroup var options: ClientOptions

    func validate() throws {
      try require(all != !ids.isEmpty, "버릴 변경의 ID나 --all을 지정해 주세요.", "Name the IDs of changes, or --all.")
    }

    func run() async throws {
      let outbox = try await options.outbox()
      let before = try outbox.queuedWrites().count
      for id in all ? try outbox.queuedWrites().map(\.id) : ids {
        // One may have gone with another.
        guard try outbox.discard(id) || all else { throw unknown(id) }
      }
      let count = before - (try outbox.queuedWrites().count)
      try options.show(["discarded": count], "\(count)개를 버렸습니다.", "\(count) discarded.")
    }
  }

  private static let idHelp = text("`naru outbox list`의 ID.", "The ID in `naru outbox list`.")

  private static func unknown(_ id: Int64) -> ValidationError {
    ValidationError("그런 변경이 없습니다: \(id)", "There is no such change: \(id)")
  }
}

extension ClientOptions {
  /// The changes of the signed-in user that were not sent.
  fileprivate func outbox() async throws -> Offline {
    let server = try connect()
    guard let offline = try await server.offlineStore.offline() else { throw await server.notSignedIn }
    return offline
  }
}

extension QueuedWrite {
  /// The state for users.
  fileprivate func shownState(waiting: String) -> String {
    switch state {
    case .rejected: text("거절됨", "rejected")
    case .queued: waiting
    case .sending(let process, let until):
      text(
        "\(until.time)까지 프로세스 \(process ?? 0)에서 보내는 중",
        "being sent by process \(process ?? 0) until \(until.time)"
      )
    }
  }
}
