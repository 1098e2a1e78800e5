#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  import NaruLab

  struct LabFaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "faults",
      abstract: text("장애를 일으키는 규칙을 보고 바꿉니다.", "Lists and changes the rules for faults."),
      subcommands: [List.self, Add.self, Next.self, Remove.self, Play.self, Clear.self],
      defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
      static let configuration = CommandConfiguration(abstract: text("규칙을 보여 줍니다.", "Lists the rules."))

      @OptionGroup var options: LabOptions

      func run() async throws {
        let plan = try await options.lab.plan()
        if options.isJSON { return try printJSON(plan) }
        LabFaultsCommand.show(plan)
      }
    }

    struct Add: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("규칙을 더합니다.", "Adds a rule."),
        discussion: text(
          "예: naru lab faults add answerLost --endpoint ReadingBooks.add --calls 1",
          "Example: naru lab faults add answerLost --endpoint ReadingBooks.add --calls 1"
        )
      )

      @OptionGroup var fault: LabFaultOptions

      @Option(help: ArgumentHelp(text("이 엔드포인트만: ReadingBooks.add.", "Only this endpoint: ReadingBooks.add.")))
      var endpoint: String?

      @Option(help: ArgumentHelp(text("이 사람만: 이름이나 ID.", "Only this caller: a name or an ID.")))
      var caller: String?

      @Option(help: ArgumentHelp(text("이 번째 요청만: 1,3.", "Only these calls: 1,3."), valueName: "n,…"))
      var calls: String?

      @Option(help: ArgumentHelp(text("이 비율만: 0.2.", "Only this share: 0.2.")))
      var share: Double?

      @OptionGroup var place: SpaceOption

      @OptionGroup var options: LabOptions

      func run() async throws {
        let new = try await options.lab.addRule(
          rule: Lab.Rule(
            fault: fault.kind,
            endpoint: endpoint,
            caller: caller,
            space: place.space,
            calls: numbers,
            share: share
          )
        )
        if options.isJSON { return try printJSON(new) }
        LabFaultsCommand.show(Lab.Plan(rules: [new]))
      }

      private var numbers: [Int]? {
        get throws {
          try calls?.split(separator: ",").map { part in
            guard let number = Int(part) else {
              throw ValidationError(
                text("--calls에는 1,3처럼 수를 적습니다: \(part)", "--calls takes numbers such as 1,3, not “\(part)”.")
              )
            }
            return number
          }
        }
      }
    }

    struct Next: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("요청 하나와 같은 다음 요청에 장애를 일으킵니다.", "Adds a rule for the next request like one in the log."),
        discussion: text("예: naru lab faults next 12 answerLost", "Example: naru lab faults next 12 answerLost")
      )

      @Argument(help: ArgumentHelp(text("요청의 ID(naru lab log).", "The exchange's ID (naru lab log).")))
      var id: Int

      @OptionGroup var fault: LabFaultOptions

      @OptionGroup var options: LabOptions

      func run() async throws {
        let new = try await options.lab.failNext(id: id, fault: fault.kind)
        if options.isJSON { return try printJSON(new) }
        LabFaultsCommand.show(Lab.Plan(rules: [new]))
      }
    }

    struct Remove: AsyncParsableCommand {
      static let configuration = CommandConfiguration(abstract: text("규칙을 지웁니다.", "Removes a rule."))

      @Argument(help: ArgumentHelp(text("규칙의 ID.", "The rule's ID.")))
      var id: Int

      @OptionGroup var options: LabOptions

      func run() async throws {
        try await options.lab.removeRule(id: id)
        if options.isJSON { try printJSON(["removed": id]) } else { printLine(text("지웠습니다.", "Removed.")) }
      }
    }

    struct Play: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: text("모든 규칙을 파일의 계획으로 바꿉니다.", "Replaces all rules with the plan in a file.")
      )

      @Argument(help: ArgumentHelp(text("JSON 파일.", "A JSON file.")), completion: .file())
      var file: String

      @OptionGroup var options: LabOptions

      func run() async throws {
        let plan = try await options.lab.setPlan(plan: Lab.Plan(file: file))
        if options.isJSON { return try printJSON(plan) }
        LabFaultsCommand.show(plan)
      }
    }

    struct Clear: AsyncParsableCommand {
      static let configuration = CommandConfiguration(abstract: text("모든 규칙을 지웁니다.", "Removes all rules."))

      @OptionGroup var options: LabOptions

      func run() async throws {
        let plan = try await options.lab.setPlan(plan: Lab.Plan())
        if options.isJSON { try printJSON(plan) } else { printLine(text("모두 지웠습니다.", "Removed all rules.")) }
      }
    }

    private static func show(_ plan: Lab.Plan) {
      guard !plan.rules.isEmpty else { return printLine(text("규칙이 없습니다.", "There are no rules.")) }
      Table(
        [
          .init("ID", number: true), .init(text("장애", "FAULT")), .init(text("엔드포인트", "ENDPOINT")),
          .init(text("부른 사람", "CALLER")), .init(text("공간", "SPACE")), .init(text("번째", "CALLS")),
          .init(text("비율", "SHARE")),
        ],
        rows: plan.rules.map { rule in
          [
            rule.id.map(String.init) ?? "", "\(rule.fault)", rule.endpoint ?? text("모두", "all"),
            rule.caller ?? text("모두", "all"), rule.space ?? "",
            rule.calls?.map(String.init).joined(separator: ",") ?? "", rule.share.map { "\($0)" } ?? "",
          ]
        }
      ).print()
    }
  }
#endif
