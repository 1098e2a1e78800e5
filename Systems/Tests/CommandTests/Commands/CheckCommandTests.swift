import Foundation
import HTTPTypes
import Local
import Naru
import SystemTesting
import Testing

@testable import Command

/// `naru check`.
struct CheckCommandTests {
  private struct Report: Decodable {
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
  }

  private func report(_ output: TestShell.Output) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(output.out.utf8))
  }

  @Test func theLocalBackendFitsItsContracts() async throws {
    let shell = try await TestShell.onDemo()
    // This backend has no sign-in service.
    let names = LocalBackend.contractTypes.map { "\($0)" }.filter { $0 != "Accounts" }
    let output = await shell.run(["check", "--json"] + names.flatMap { ["--contract", $0] })
    let report = try report(output)
    #expect(output.status == 0 && report.differing == 0, "\(output.out) \(output.err)")
    let endpoints = LocalBackend.endpoints.filter { $0.contract != "Accounts" }
    #expect(report.calls.map(\.endpoint) == endpoints.map(\.id))
    #expect(report.compared == endpoints.count { $0.method == .get }, "\(output.out)")
  }

  @Test func nothingIsWrittenUnlessItIsAskedFor() async throws {
    let shell = try await TestShell.onDemo()
    let reads = await shell.run("check", "--contract", "Ledger", "--json")
    #expect(try report(reads).calls.filter { $0.request.hasPrefix("POST") }.allSatisfy { $0.skipped != nil })
    let people = await shell.run("ledger", "people", "--json").out
    let writes = await shell.run("check", "--contract", "Ledger", "--json", "--writes")
    #expect(writes.status == 0, "\(writes)")
    #expect(try report(writes).calls.contains { $0.request.hasPrefix("POST") && $0.status == 201 }, "\(writes.out)")
    #expect(await shell.run("ledger", "people", "--json").out != people)
  }

  @Test func aServerThatDiffersIsReportedInATable() async throws {
    let server = FixedTransport(body: #"{"success":true,"data":{"id":1}}"#)
    let output = await TestShell(server).run("check", "http://127.0.0.1:8080", "--contract", "Books")
    #expect(output.status == 1 && output.err.isEmpty, "\(output)")
    #expect(output.out.contains("Books.search") && output.out.contains(text("응답: ", "response: ")), "\(output.out)")
  }

  @Test func anUnreachableServerIsOneSentence() async {
    let output = await TestShell().run("check", "--contract", "Books")
    #expect(output.status == 1 && output.out.isEmpty && output.err.contains("naru serve"), "\(output)")
  }

  @Test func anUnknownContractIsRefused() async {
    let output = await TestShell().run("check", "--contract", "Shelf")
    #expect(output.status == 64 && output.err.contains("ReadingBooks"), "\(output)")
  }

  /// Writes a recording of one call of the ledger.
  private func recording(of path: String, _ body: String, in shell: TestShell) throws -> String {
    try shell.write(
      #"""
      {"log":{"version":"1.2","creator":{"name":"b","version":"1"},"entries":[
        {"startedDateTime":"","time":0,
         "request":{"method":"GET","url":"https://api.example.com\#(path)","headers":[]},
         "response":{"status":200,"headers":[{"name":"X-Total-Count","value":"0"}],
           "content":{"size":2,"mimeType":"application/json","text":"\#(body)"}}}]}}
      """#,
      to: "a.har"
    )
  }

  @Test func aRecordingThatFitsIsASuccess() async throws {
    let shell = TestShell()
    let file = try recording(of: "/persons?page=1", "[]", in: shell)
    let output = await shell.run("check", "--har", file, "--contract", "Ledger", "--json")
    let report = try report(output)
    #expect(output.status == 0 && output.err.isEmpty, "\(output)")
    #expect(report.compared == 1 && report.differing == 0 && report.calls.map(\.endpoint) == ["Ledger.people"])
    #expect(await shell.run("check", "--har", file, "--contract", "Ledger").status == 0)
  }

  @Test func aRecordingIsCompared() async throws {
    let shell = TestShell()
    let file = try recording(of: "/v9/nothing", "{}", in: shell)
    let output = await shell.run("check", "--har", file, "--contract", "Ledger")
    #expect(output.status == 1 && output.out.contains("GET /v9/nothing"), "\(output)")
    let elsewhere = await shell.run("check", "https://other.example.com", "--har", file)
    #expect(elsewhere.status == 1, "nothing was compared: \(elsewhere)")
    let broken = await shell.run("check", "--har", try shell.write("x", to: "b.har"))
    #expect(broken.status == 1 && broken.err.contains("b.har"), "\(broken)")
  }
}
