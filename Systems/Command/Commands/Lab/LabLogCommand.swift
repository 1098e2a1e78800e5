#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  @_spi(Lab) import NaruLab
  import Rules

  struct LabLogCommand: AsyncParsableCommand {
    static let configuration = about(
      "요청과 응답을 봅니다. 최근 것이 아래에 있습니다.",
      "Lists exchanges, the newest at the bottom.",
      name: "log"
    )

    @Argument(
      help: .text(
        "검색어: 메서드, 경로, 상태, 사용자, 릴리스, 본문(POST 4xx user:홍길동 release:1.3 body:클린).",
        "Words to search for: method, path, status, user, release, body (POST 4xx user:alice release:1.3 body:ferry)."
      )
    )
    var words: [String] = []

    @Option(help: .text("엔드포인트 이름의 일부.", "A part of the endpoint's name."))
    var endpoint: String?

    @Option(help: .text("호출한 사용자 이름의 일부.", "A part of the caller's name."))
    var caller: String?

    @Option(
      help: .text(
        "상태: 404, 4xx, failed(실패 전부), none(응답 없음).",
        "A status: 404, 4xx, failed (all failures), none (no response)."
      )
    )
    var status: String?

    @Option(name: .customLong("text"), help: .text("경로나 쿼리의 일부.", "A part of the path or the query."))
    var target: String?

    @Option(help: .text("멱등 키.", "The idempotency key."))
    var key: String?

    @Option(help: .text("장애의 이름. any는 전부.", "The name of a fault; any for all."))
    var fault: String?

    @Option(help: .text("개수, 1 이상 1000 이하.", "The number of exchanges, 1 to 1000.", valueName: "n"))
    var limit = 20

    @Flag(help: .text("새 요청을 계속 보여 줍니다. Ctrl-C로 끝냅니다.", "Print new exchanges until Ctrl-C."))
    var follow = false

    @Option(help: .text("HTTP Archive로 저장할 파일.", "A file to write, as an HTTP Archive.", valueName: "file"))
    var har: String?

    @OptionGroup var options: LabOptions

    func validate() throws {
      guard let status, status.wholeMatch(of: /failed|none|[1-5](xx|XX|[0-9]{2})/) == nil else { return }
      throw ValidationError(
        "--status는 404, 4xx, failed, none처럼 씁니다: \(status)",
        "--status is like 404, 4xx, failed or none, not “\(status)”."
      )
    }

    func run() async throws {
      let lab = try options.lab
      let filter = LabAPI.Filter(
        endpoint: endpoint,
        caller: caller,
        status: status,
        text: target,
        key: key,
        fault: fault,
        search: words.isEmpty ? nil : words.joined(separator: " ")
      )
      if let har {
        let bytes = try await lab.har(filter: filter).save(to: URL(filePath: har), upTo: 1 << 30)
        return printLine("\(bytes.grouped)바이트를 저장했습니다: \(har)", "Wrote \(bytes.grouped) bytes: \(har)")
      }
      let list = try await lab.exchanges(filter: filter, limit: limit)
      if options.json, !follow { return try printJSON(list) }
      if list.exchanges.isEmpty, !follow { printLine("요청이 없습니다.", "No exchanges found.") }
      if !list.exchanges.isEmpty { Table(list.exchanges.reversed(), columns: Self.columns).print() }
      guard follow else { return }
      for try await event in try await lab.events() {
        if options.json {
          try printJSON(event.data)
        } else {
          printLine(Self.columns().map { $0.cell(event.data) }.line)
        }
      }
    }

    @ColumnBuilder<LabAPI.Exchange>
    fileprivate static func columns() -> [Column<LabAPI.Exchange>] {
      Column("ID", number: true) { "\($0.id)" }
      Column("시각", "TIME", \.at.clockTime)
      Column("상태", "STATUS") { $0.status.map(String.init) ?? "–" }.colored(\.statusColor)
      Column("ms", number: true) { "\($0.milliseconds)" }
      Column("엔드포인트", "ENDPOINT", \.endpoint)
      Column("요청", "REQUEST", flexible: true) { "\($0.method) \($0.target)" }
      Column("호출한 사용자", "CALLER", flexible: true, \.caller)
      Column("장애", "FAULT") { $0.faults.joined(separator: " ") }
      Column("시도", "TRY", number: true) { $0.attempt.map(String.init) }
    }
  }

  extension LabAPI.Exchange {
    /// Green for a success, yellow for a redirect or a 304, red for a failure and no response.
    fileprivate var statusColor: Color {
      switch status ?? 0 {
      case 200..<300: .green
      case 300..<400: .yellow
      default: .red
      }
    }
  }

  struct LabShowCommand: AsyncParsableCommand {
    static let configuration = about(
      "요청 하나를 자세히 봅니다.",
      "Shows one exchange with its header fields and bodies.",
      name: "show"
    )

    @Argument(help: .text("요청의 ID.", "The exchange's ID."))
    var id: Int

    @Flag(help: .text("curl 명령만 출력합니다.", "Print only the curl command."))
    var curl = false

    @OptionGroup var options: LabOptions

    func run() async throws {
      let detail = try await options.lab.exchange(id: id)
      if curl { return Terminal.standardOutput.write(detail.curl + "\n") }
      try options.show(detail)
    }
  }

  struct LabAgainCommand: AsyncParsableCommand {
    static let configuration = about(
      "요청 하나를 그대로 다시 보냅니다.",
      "Sends the request of an exchange again, with its idempotency key.",
      name: "again"
    )

    @Argument(help: .text("요청의 ID.", "The exchange's ID."))
    var id: Int

    @OptionGroup var options: LabOptions

    func run() async throws { try options.show(try await options.lab.sendAgain(id: id)) }
  }

  extension LabOptions {
    /// Prints an exchange with its messages.
    fileprivate func show(_ detail: LabAPI.ExchangeDetail) throws {
      if json { return try printJSON(detail) }
      Table([detail.exchange], columns: LabLogCommand.columns).print()
      if let sent = detail.sentTimes, let applied = detail.appliedTimes {
        printLine("보낸 횟수 \(sent), 적용된 횟수 \(applied)", "sent \(sent), applied \(applied)")
      }
      let messages = [(text("요청", "Request"), detail.request), (text("응답", "Response"), detail.response)]
      for case (let title, let message?) in messages {
        printLine("\n\(title)")
        for header in message.headers { printLine("  \(header.name): \(header.value)") }
        if let body = message.body ?? message.comment, !body.isEmpty { printLine("\n\(body)") }
      }
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
