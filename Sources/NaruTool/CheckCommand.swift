import ArgumentParser
import Foundation

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compares a running server, or a recording, with contracts.",
    discussion: """
      Without --writes, only reads (GET) are called. The exit status is 1 if anything differs, or if nothing was compared.
      """
  )

  @OptionGroup var package: PackageOptions
  @OptionGroup var contracts: ContractOptions

  @Argument(
    help: ArgumentHelp("The server's address. With --har, only its calls are compared.", valueName: "address")
  )
  var address: String?

  @Option(help: ArgumentHelp("A recording (HAR) to compare instead of a server.", valueName: "file")) var har: String?

  @Flag(
    help: "With --har: each request also has to be the one that the contract sends for the same values."
  )
  var exact = false

  @Option(
    help: ArgumentHelp("The environment variable with the bearer token to send.", valueName: "variable")
  )
  var token: String?

  @Flag(help: "Call endpoints that change data as well. Use an account whose data may be lost.") var writes = false
  @Flag(help: "Print JSON.") var json = false

  func validate() throws {
    guard address != nil || har != nil else {
      throw ValidationError("Specify the server's address, or a recording with --har.")
    }
    if exact, har == nil { throw ValidationError("--exact compares a recording: add --har.") }
    if let address { _ = try serverURL(address) }
    if let token, ProcessInfo.processInfo.environment[token]?.isEmpty ?? true {
      throw ValidationError("The environment variable \(token) is not set.")
    }
  }

  func run() async throws {
    let program = try ContractProgram(package.description, contracts.names)
    let data = try program.run(
      har == nil ? Self.calling : Self.reading,
      [
        address ?? "", writes ? "writes" : "", token ?? "", har.map { URL(fileURLWithPath: $0).path } ?? "",
        exact ? "exact" : "",
      ],
      declarations: Self.report
    )
    let report = try JSONDecoder().decode(Report.self, from: data)
    if json { print(String(decoding: data, as: UTF8.self)) } else { report.print() }
    if report.compared == 0 || report.differing > 0 { throw ExitCode.failure }
  }

  /// The result of a comparison, which the program writes as JSON.
  struct Report: Decodable {
    struct Call: Decodable {
      var endpoint: String?
      var request: String
      var status: Int?
      var differences: [String]
      var skipped: String?
    }

    var compared: Int
    var differing: Int
    var calls: [Call]

    /// Prints a table with a line for each difference.
    func print() {
      var rows = [["STATUS", "CALL", "ENDPOINT", "RESULT"]]
      for call in calls {
        // A declared failure proves nothing about the value.
        let ok = call.status.map { $0 >= 400 } ?? false ? "ok: a declared failure" : "ok"
        let results = call.differences.isEmpty ? [call.skipped.map { "skipped: \($0)" } ?? ok] : call.differences
        let start = [call.status.map(String.init) ?? "", call.request, call.endpoint ?? ""]
        for (index, result) in results.enumerated() { rows.append((index == 0 ? start : ["", "", ""]) + [result]) }
      }
      let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
      for row in rows {
        let cells = zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
        Swift.print((cells + [row[3]]).joined(separator: "  "))
      }
      Swift.print("Compared \(compared) of \(calls.count) calls; \(differing) differ.")
    }
  }
}

/// The parts of the program, which has nothing but the public API. Its arguments are the file to write, the address, `writes`, the
/// name of the token's variable, the recording and `exact`.
extension CheckCommand {
  private static let reading = """
    let base = URL(string: CommandLine.arguments[2])
    let recording = URL(fileURLWithPath: CommandLine.arguments[5])
    let exactly = CommandLine.arguments[6] == "exact"
    return try report(await ContractCheck(of: contracts, recording: recording, baseURL: base, exactly: exactly))
    """

  private static let calling = """
    guard let url = URL(string: CommandLine.arguments[2]) else { return Data() }
    let token = ProcessInfo.processInfo.environment[CommandLine.arguments[4]].map { Secret($0) }
    let client = APIClient(
      url,
      transport: URLSessionTransport(),
      middleware: [BearerAuthentication { token }],
      timeout: .seconds(30),
      allowsInsecureHTTP: true
    )
    let writes = CommandLine.arguments[3] == "writes"
    return try report(await ContractCheck(of: contracts, calling: client, writes: writes))
    """

  private static let report = """
    struct Report: Encodable {
      struct Call: Encodable {
        var endpoint: String?
        var request: String
        var status: Int?
        var differences: [String]
        var skipped: String?
      }

      var compared: Int
      var differing: Int
      var calls: [Call]
    }

    func report(_ check: ContractCheck) throws -> Data {
      let calls = check.calls.map {
        Report.Call(
          endpoint: $0.endpoint?.id,
          request: $0.request,
          status: $0.status,
          differences: $0.differences,
          skipped: $0.skipped
        )
      }
      let report = Report(compared: check.compared.count, differing: check.differing.count, calls: calls)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      return try encoder.encode(report)
    }

    """
}
