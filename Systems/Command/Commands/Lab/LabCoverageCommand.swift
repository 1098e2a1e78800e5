#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  @_spi(Lab) import NaruLab
  import Rules

  struct LabCoverageCommand: AsyncParsableCommand {
    static let configuration = about(
      "어떤 엔드포인트가 호출되었고, 어떤 상태와 장애가 있었는지 보여 줍니다.",
      "Lists the combinations of endpoint, status and fault that were met.",
      name: "coverage"
    )

    @Option(name: .shortAndLong, help: .text("JSON으로 저장할 파일.", "A file to write, as JSON.", valueName: "file"))
    var output: String?

    @OptionGroup var options: LabOptions

    func run() async throws {
      let rows = try await options.lab.coverage()
      if let output {
        try BareJSON.json.encode(rows).write(to: URL(filePath: output), options: .atomic)
        return printLine("저장했습니다: \(output)", "Wrote \(output)")
      }
      try options.show(rows) {
        Column("엔드포인트", "ENDPOINT", \.endpoint)
        Column("상태", "STATUS") { $0.status.map(String.init) ?? "–" }
        Column("장애", "FAULT", \.fault)
        Column("횟수", "CALLS", number: true) { "\($0.calls)" }
      }
    }
  }

  struct LabReleasesCommand: AsyncParsableCommand {
    static let configuration = about(
      "어떤 릴리스의 앱이 아직 엔드포인트를 부르는지 보여 줍니다.",
      "Lists which releases of an app still call an endpoint.",
      name: "releases",
      discussion: text("예: naru lab releases Books.search", "Example: naru lab releases Books.search")
    )

    @Argument(help: .text("엔드포인트 이름의 일부.", "A part of the endpoint's name."))
    var endpoint: String?

    @OptionGroup var options: LabOptions

    func run() async throws {
      let calls = try await options.lab.releases().filter { calls in
        endpoint.map { calls.endpoint.localizedCaseInsensitiveContains($0) } ?? true
      }
      try options.show(calls, empty: text("호출이 없습니다.", "There are no calls.")) {
        Column("엔드포인트", "ENDPOINT", \.endpoint)
        Column("지원 중단", "DEPRECATED") { $0.isDeprecated ? text("예", "yes") : nil }
        Column("릴리스", "RELEASE", \.release)
        Column("횟수", "CALLS", number: true) { "\($0.calls)" }
        Column("마지막", "LAST") { $0.lastAt.formatted(Date.ISO8601FormatStyle(timeZone: Seoul.timeZone)) }
      }
    }
  }
#endif
