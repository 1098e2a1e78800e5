#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  import NaruLab
  import Rules

  struct LabQueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "queue",
      abstract: text(
        "앱이 나중에 보내려고 저장한 요청을 봅니다. 최근 것이 아래에 있습니다.",
        "Lists the calls that apps keep until they can be sent, the newest at the bottom."
      ),
      discussion: text(
        "NaruOffline의 report(toLabOf:)로 알린 것만 나옵니다.",
        "An app with NaruOffline reports them with report(toLabOf:)."
      )
    )

    @OptionGroup var options: LabOptions

    func run() async throws {
      let queue = try await options.lab.queue()
      if options.isJSON { return try printJSON(queue) }
      guard !queue.isEmpty else { return printLine(text("앱이 알린 요청이 없습니다.", "No app has reported a call.")) }
      Self.table(queue).print()
    }

    /// Returns a table of entries, of which the first one is at the bottom.
    static func table(_ entries: some Collection<Lab.QueueEntry>) -> Table {
      Table(
        [
          .init(text("상태", "STATE")), .init(text("엔드포인트", "ENDPOINT")), .init(text("요청", "REQUEST"), flexible: true),
          .init(text("경과", "TIMELINE")), .init(text("이유", "REASON"), flexible: true),
        ],
        rows: entries.reversed().map(cells)
      )
    }

    static func line(_ entry: Lab.QueueEntry) -> String {
      cells(entry).filter { !$0.isEmpty }.joined(separator: "  ").printable
    }

    private static func cells(_ entry: Lab.QueueEntry) -> [String] {
      let call = entry.call
      return [
        title(call.state), call.endpoint, "\(call.method) \(call.target)",
        timeline(call, sent: entry.sentTimes, applied: entry.appliedTimes), call.reason ?? "",
      ]
    }

    /// Says what became of a call: `queued 14:02:10, sent 3 times, applied once`.
    static func timeline(_ call: Lab.QueuedCall, sent: Int, applied: Int) -> String {
      let style = Date.ISO8601FormatStyle(timeZone: Seoul.timeZone).time(includingFractionalSeconds: false)
      let time = call.queuedAt.formatted(style)
      func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
      return text(
        "\(time)에 저장, \(sent)번 보냄, \(applied)번 적용",
        "queued \(time), sent \(times(sent)), applied \(times(applied))"
      )
    }

    private static func title(_ state: Lab.QueueState) -> String {
      switch state {
      case .queued: text("저장됨", "queued")
      case .waiting: text("기다림", "waiting")
      case .sending: text("보내는 중", "sending")
      case .refused: text("거절됨", "refused")
      case .done: text("완료", "done")
      case .discarded: text("버림", "discarded")
      }
    }
  }
#endif
