#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  import NaruLab
  import Rules

  struct LabLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "log",
      abstract: text("요청과 응답을 봅니다. 최근 것이 아래에 있습니다.", "Lists exchanges, the newest at the bottom.")
    )

    @Option(help: ArgumentHelp(text("엔드포인트 이름의 일부.", "A part of the endpoint's name.")))
    var endpoint: String?

    @Option(help: ArgumentHelp(text("부른 사람 이름의 일부.", "A part of the caller's name.")))
    var caller: String?

    @Option(
      help: ArgumentHelp(
        text(
          "상태: 404, 4xx, failed(실패 전부), none(응답 없음).",
          "A status: 404, 4xx, failed (all failures), none (no response)."
        )
      )
    )
    var status: String?

    @Option(name: .customLong("text"), help: ArgumentHelp(text("경로나 쿼리의 일부.", "A part of the path or the query.")))
    var target: String?

    @Option(help: ArgumentHelp(text("멱등 키.", "The idempotency key.")))
    var key: String?

    @Option(help: ArgumentHelp(text("장애의 이름. any는 전부.", "The name of a fault; any for all.")))
    var fault: String?

    @Option(help: ArgumentHelp(text("개수, 1부터 1000까지.", "The number of exchanges, 1 to 1000."), valueName: "n"))
    var limit = 20

    @Flag(help: ArgumentHelp(text("새 요청을 계속 보여 줍니다. Ctrl-C로 끝냅니다.", "Print new exchanges until Ctrl-C.")))
    var follow = false

    @Option(
      help: ArgumentHelp(
        text("HTTP Archive로 저장할 파일.", "A file to write, as an HTTP Archive."),
        valueName: "file"
      )
    )
    var har: String?

    @OptionGroup var place: SpaceOption

    @OptionGroup var options: LabOptions

    private var filter: Lab.Filter {
      Lab.Filter(
        endpoint: endpoint,
        caller: caller,
        space: place.space,
        status: status,
        text: target,
        key: key,
        fault: fault
      )
    }

    func run() async throws {
      let lab = try options.lab
      if let har {
        let bytes = try await lab.har(filter: filter).save(to: URL(filePath: har), upTo: 1 << 30)
        return printLine(text("\(bytes.grouped)바이트를 저장했습니다: \(har)", "Wrote \(bytes.grouped) bytes: \(har)"))
      }
      let list = try await lab.exchanges(filter: filter, limit: limit)
      if options.isJSON, !follow { return try printJSON(list) }
      if list.exchanges.isEmpty, !follow { printLine(text("요청이 없습니다.", "No exchanges found.")) }
      if !list.exchanges.isEmpty { Self.table(list.exchanges.reversed()).print() }
      if !options.isJSON { try await printQueue(of: list) }
      guard follow else { return }
      for try await event in try await lab.events() {
        if options.isJSON {
          try printJSON(event.data)
        } else {
          switch event.data {
          case .exchange(let exchange): printLine(Self.line(exchange))
          case .queue(let entry): printLine(LabQueueCommand.line(entry))
          }
        }
      }
    }

    /// Prints the queued calls; with a filter, those of the exchanges that match it.
    private func printQueue(of list: Lab.ExchangeList) async throws {
      let keys = Set(list.exchanges.compactMap(\.key))
      let queue = try await options.lab.queue().filter { filter == Lab.Filter() || keys.contains($0.call.key) }
      guard !queue.isEmpty else { return }
      printLine("")
      LabQueueCommand.table(queue.prefix(limit)).print()
    }

    static func table(_ exchanges: [Lab.Exchange]) -> Table {
      Table(
        [
          .init("ID", number: true), .init(text("시각", "TIME")), .init(text("상태", "STATUS")),
          .init("ms", number: true), .init(text("엔드포인트", "ENDPOINT")),
          .init(text("요청", "REQUEST"), flexible: true), .init(text("부른 사람", "CALLER"), flexible: true),
          .init(text("공간", "SPACE"), flexible: true), .init(text("장애", "FAULT")),
          .init(text("시도", "TRY"), number: true),
        ],
        rows: exchanges.map(cells)
      )
    }

    private static func cells(_ exchange: Lab.Exchange) -> [String] {
      [
        "\(exchange.id)", exchange.at.clockTime, exchange.status.map(String.init) ?? "–", "\(exchange.milliseconds)",
        exchange.endpoint ?? "", "\(exchange.method) \(exchange.target)", exchange.caller ?? "", exchange.space ?? "",
        exchange.faults.joined(separator: " "), exchange.attempt.map(String.init) ?? "",
      ]
    }

    private static func line(_ exchange: Lab.Exchange) -> String {
      cells(exchange).filter { !$0.isEmpty }.joined(separator: "  ").printable
    }
  }

  struct LabShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: text("요청 하나를 자세히 봅니다.", "Shows one exchange with its header fields and bodies.")
    )

    @Argument(help: ArgumentHelp(text("요청의 ID.", "The exchange's ID.")))
    var id: Int

    @Flag(help: ArgumentHelp(text("curl 명령만 출력합니다.", "Print only the curl command.")))
    var curl = false

    @OptionGroup var options: LabOptions

    func run() async throws {
      let detail = try await options.lab.exchange(id: id)
      if curl { return Terminal.standardOutput.write(detail.curl + "\n") }
      if options.isJSON { return try printJSON(detail) }
      LabShowCommand.show(detail)
    }

    static func show(_ detail: Lab.ExchangeDetail) {
      LabLogCommand.table([detail.exchange]).print()
      if let sent = detail.sentTimes, let applied = detail.appliedTimes {
        printLine(
          detail.queued.map { LabQueueCommand.timeline($0, sent: sent, applied: applied) }
            ?? text("보낸 횟수 \(sent), 적용된 횟수 \(applied)", "sent \(sent), applied \(applied)")
        )
      }
      show(text("요청", "Request"), detail.request)
      if let response = detail.response { show(text("응답", "Response"), response) }
    }

    private static func show(_ title: String, _ message: Lab.Message) {
      printLine("\n\(title)")
      for header in message.headers { printLine("  \(header.name): \(header.value)".printable) }
      if let body = message.body ?? message.comment, !body.isEmpty { printLine("\n\(body.printable)") }
    }
  }

  struct LabAgainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "again",
      abstract: text("요청 하나를 그대로 다시 보냅니다.", "Sends the request of an exchange again, with its idempotency key.")
    )

    @Argument(help: ArgumentHelp(text("요청의 ID.", "The exchange's ID.")))
    var id: Int

    @OptionGroup var options: LabOptions

    func run() async throws {
      let detail = try await options.lab.sendAgain(id: id)
      if options.isJSON { return try printJSON(detail) }
      LabShowCommand.show(detail)
    }
  }

  extension Date {
    /// The time in Korea: `14:03:27.120`.
    fileprivate var clockTime: String {
      let style = ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: Seoul.timeZone)
      return formatted(style.time(includingFractionalSeconds: true))
    }
  }
#endif
