import ArgumentParser
import Foundation
import Local
import Naru
import NaruAuth
import NaruOpenAPI

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: text(
      "서버나 기록이 계약과 맞는지 비교합니다.",
      "Compares a running server, or a recording, with the contracts."
    ),
    discussion: text(
      "읽기(GET)만 부릅니다. 로그인한 사람으로 부르며, 다른 점이 있으면 1로 끝납니다.",
      """
      Only reads (GET) are called, as the signed-in person. The exit status is 1 if anything differs, or if nothing was compared.
      """
    )
  )

  @Argument(
    help: ArgumentHelp(
      text(
        "서버 주소(기본값: --url과 같음). --har와 함께 쓰면 이 주소의 호출만 비교합니다.",
        "The server's address (default: that of --url). With --har, only its calls are compared."
      ),
      valueName: "address"
    )
  )
  var address: String?

  @Option(
    name: .customLong("contract"),
    help: ArgumentHelp(
      text("비교할 계약. 여러 번 쓸 수 있습니다. (기본값: 전부)", "A contract to compare; may be repeated. (default: all)"),
      valueName: "name"
    )
  )
  var contracts: [String] = []

  @Option(
    help: ArgumentHelp(
      text("서버를 부르는 대신 읽을 HAR 파일.", "A recording (HAR) to compare instead of a server."),
      valueName: "file"
    )
  )
  var har: String?

  @Flag(
    help: ArgumentHelp(
      text(
        "데이터를 바꾸는 호출도 합니다. 지워져도 되는 계정으로만 쓰세요.",
        "Call endpoints that change data, too. Use an account that you can lose."
      )
    )
  )
  var writes = false

  @OptionGroup var options: ClientOptions

  func run() async throws {
    var options = options
    options.url = address ?? options.url
    let types = try ContractNames.types(contracts)
    let check: ContractCheck
    if let har {
      let base = options.url == nil ? nil : try options.server
      check = try await ContractCheck(of: types, recording: URL(fileURLWithPath: har), baseURL: base)
    } else {
      check = try await ContractCheck(of: types, calling: try client(options), writes: writes)
    }
    if options.json { try printJSON(Report(check)) } else { Self.printTable(check) }
    if !check.passed { throw ExitCode.failure }
  }

  /// A client that neither repeats what was seen earlier nor keeps changes for later.
  private func client(_ options: ClientOptions) throws -> APIClient {
    let store = FileTokenStore(try options.sessionFile, protection: .ownerOnly)
    return APIClient(
      try options.server,
      transport: CommandContext.current.transport,
      middleware: [Authentication(Session(store: store, refresher: try options.signIn()))],
      timeout: .seconds(30),
      allowsInsecureHTTP: options.allowHttp
    )
  }

  private static func printTable(_ check: ContractCheck) {
    let rows = check.calls.flatMap { call -> [[String]] in
      let start = [call.status.map(String.init) ?? "", call.request, call.endpoint?.id ?? ""]
      guard let first = call.differences.first else {
        let skipped = call.skipped.map { text("건너뜀: \($0)", "skipped: \($0)") }
        // It says nothing about the value.
        let isFailure = call.status.map { $0 >= 400 } ?? false
        let fits = isFailure ? text("맞음: 선언된 실패", "ok: a declared failure") : text("맞음", "ok")
        return [start + [skipped ?? fits]]
      }
      return [start + ["\(first)"]] + call.differences.dropFirst().map { ["", "", "", "\($0)"] }
    }
    Table(
      [
        .init(text("상태", "STATUS"), number: true), .init(text("호출", "CALL"), flexible: true),
        .init(text("엔드포인트", "ENDPOINT")), .init(text("결과", "RESULT")),
      ],
      rows: rows
    ).print()
    let (all, compared, differing) = (check.calls.count, check.compared.count, check.differing.count)
    printLine(
      text(
        "호출 \(all)개 가운데 \(compared)개를 비교했고, \(differing)개가 다릅니다.",
        "Compared \(compared) of \(all) calls; \(differing) differ."
      )
    )
  }

  /// The JSON of the result.
  private struct Report: Encodable {
    var compared: Int
    var differing: Int
    var calls: [Call]

    struct Call: Encodable {
      var endpoint: String?
      var request: String
      var status: Int?
      var differences: [String]
      var skipped: String?
    }

    init(_ check: ContractCheck) {
      compared = check.compared.count
      differing = check.differing.count
      calls = check.calls.map { call in
        Call(
          endpoint: call.endpoint?.id,
          request: call.request,
          status: call.status,
          differences: call.differences.map(\.description),
          skipped: call.skipped?.description
        )
      }
    }
  }
}
