#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  @_spi(Lab) import NaruLab

  struct LabFaultsCommand: AsyncParsableCommand {
    static let configuration = about(
      "장애를 일으키는 규칙을 보고 바꿉니다.",
      "Lists and changes the rules for faults.",
      name: "faults",
      subcommands: [List.self, Add.self, Next.self, Remove.self, Play.self, Clear.self],
      default: List.self
    )

    struct List: AsyncParsableCommand {
      static let configuration = about("규칙을 보여 줍니다.", "Lists the rules.")

      @OptionGroup var options: LabOptions

      func run() async throws {
        let plan = try await options.lab.plan()
        try options.show(plan, plan.rules)
      }
    }

    struct Add: AsyncParsableCommand {
      static let configuration = about(
        "규칙을 더합니다.",
        "Adds a rule.",
        discussion: text(
          "예: naru lab faults add responseLost --endpoint ReadingBooks.add --calls 1",
          "Example: naru lab faults add responseLost --endpoint ReadingBooks.add --calls 1"
        )
      )

      @OptionGroup var fault: LabFaultOptions

      @Option(help: .text("이 엔드포인트만: ReadingBooks.add.", "Only this endpoint: ReadingBooks.add."))
      var endpoint: String?

      @Option(help: .text("이 사용자만: 이름이나 ID.", "Only this caller: a name or an ID."))
      var caller: String?

      @Option(help: .text("이 번째 요청만: 1,3.", "Only these calls: 1,3.", valueName: "n,…"))
      var calls: String?

      @Option(help: .text("이 비율만: 0.2.", "Only this share: 0.2."))
      var share: Double?

      @OptionGroup var options: LabOptions

      func run() async throws {
        let new = try await options.lab.addRule(
          rule: LabAPI.Rule(
            fault: fault.kind,
            endpoint: endpoint,
            caller: caller,
            calls: numbers,
            share: share
          )
        )
        try options.show(new, [new])
      }

      private var numbers: [Int]? {
        get throws {
          try calls?.split(separator: ",").map { part in
            try require(
              Int(part),
              "--calls에는 1,3처럼 수를 적습니다: \(part)",
              "--calls takes numbers such as 1,3, not “\(part)”."
            )
          }
        }
      }
    }

    struct Next: AsyncParsableCommand {
      static let configuration = about(
        "요청 하나와 같은 다음 요청에 장애를 일으킵니다.",
        "Adds a rule for the next request like one in the log.",
        discussion: text("예: naru lab faults next 12 responseLost", "Example: naru lab faults next 12 responseLost")
      )

      @Argument(help: .text("요청의 ID(naru lab log).", "The exchange's ID (naru lab log)."))
      var id: Int

      @OptionGroup var fault: LabFaultOptions
      @OptionGroup var options: LabOptions

      func run() async throws {
        let new = try await options.lab.failNext(id: id, fault: fault.kind)
        try options.show(new, [new])
      }
    }

    struct Remove: AsyncParsableCommand {
      static let configuration = about("규칙을 삭제합니다.", "Removes a rule.")

      @Argument(help: .text("규칙의 ID.", "The rule's ID."))
      var id: Int

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await options.lab.removeRule(id: id)
        try options.show(["removed": id], "삭제했습니다.", "Removed.")
      }
    }

    struct Play: AsyncParsableCommand {
      static let configuration = about("모든 규칙을 파일의 계획으로 바꿉니다.", "Replaces all rules with the plan in a file.")

      @Argument(help: .text("JSON 파일.", "A JSON file."), completion: .file())
      var file: String

      @OptionGroup var options: LabOptions

      func run() async throws {
        let plan = try await options.lab.setPlan(plan: LabAPI.Plan(file: file))
        try options.show(plan, plan.rules)
      }
    }

    struct Clear: AsyncParsableCommand {
      static let configuration = about("모든 규칙을 삭제합니다.", "Removes all rules.")

      @OptionGroup var options: LabOptions

      func run() async throws {
        try options.show(try await options.lab.setPlan(plan: LabAPI.Plan()), "모두 삭제했습니다.", "Removed all rules.")
      }
    }
  }

  extension LabOptions {
    /// Prints a value with rules: as JSON, or the rules as a table.
    fileprivate func show(_ value: some Encodable, _ rules: [LabAPI.Rule]) throws {
      if json { return try printJSON(value) }
      guard !rules.isEmpty else { return printLine("규칙이 없습니다.", "There are no rules.") }
      let all = text("모두", "all")
      Table(rules) {
        Column("ID", number: true) { $0.id.map(String.init) }
        Column("장애", "FAULT") { "\($0.fault)" }
        Column("엔드포인트", "ENDPOINT") { $0.endpoint ?? all }
        Column("호출한 사용자", "CALLER") { $0.caller ?? all }
        Column("번째", "CALLS") { $0.calls?.map(String.init).joined(separator: ",") }
        Column("비율", "SHARE") { $0.share.map { "\($0)" } }
      }.print()
    }
  }

  /// A fault with its values, for commands that add a rule.
  struct LabFaultOptions: ParsableArguments {
    @Argument(
      help: .text(
        "장애: \(LabAPI.Fault.names.joined(separator: ", ")).",
        "The fault: \(LabAPI.Fault.names.joined(separator: ", "))."
      )
    )
    var fault: String

    @Option(help: .text("delay의 시간(밀리초).", "The time of delay in milliseconds.", valueName: "ms"))
    var milliseconds: Int?

    @Option(help: .text("delay의 편차(밀리초).", "The jitter of delay in milliseconds.", valueName: "ms"))
    var jitter: Int?

    @Option(help: .text("status의 코드, 400 이상 599 이하.", "The code of status, 400 to 599."))
    var code: Int?

    @Option(help: .text("status의 Retry-After(초).", "Retry-After of status in seconds.", valueName: "s"))
    var retryAfter: Int?

    @Option(help: .text("slowBody의 속도(바이트/초).", "The speed of slowBody in bytes a second.", valueName: "n"))
    var bytesPerSecond: Int?

    /// The fault with its values, read as the JSON of a plan is.
    var kind: LabAPI.Fault {
      get throws {
        var object: [String: Any] = ["kind": fault]
        object["milliseconds"] = milliseconds
        object["jitter"] = jitter
        object["code"] = code
        object["retryAfter"] = retryAfter
        object["bytesPerSecond"] = bytesPerSecond
        do {
          return try BareJSON.json.decode(LabAPI.Fault.self, from: JSONSerialization.data(withJSONObject: object))
        } catch is DecodingError {
          if !LabAPI.Fault.names.contains(fault) {
            let similar =
              LabAPI.Fault.names.first { $0.lowercased() == fault.lowercased() }
              ?? LabAPI.Fault.names.closest(to: fault)
            throw ValidationError(
              "이 이름의 장애를 찾을 수 없습니다: \(fault)." + (similar.map { " 혹시 \($0)인가요?" } ?? ""),
              "There is no fault “\(fault)”." + (similar.map { " Did you mean \($0)?" } ?? "")
            )
          }
          throw ValidationError(
            "장애의 이름이 잘못되었거나 필요한 값이 없습니다: \(fault). delay에는 --milliseconds, status에는 --code, slowBody에는 --bytes-per-second가 필요합니다.",
            """
            “\(fault)” does not exist, or a value is missing: delay needs --milliseconds, status --code, and slowBody \
            --bytes-per-second.
            """
          )
        }
      }
    }
  }
#endif
