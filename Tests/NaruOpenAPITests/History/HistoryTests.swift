import Foundation
import Naru
import NaruOpenAPI
import TestSupport
import Testing

@testable import OpenAPITestSupport

/// Recorded releases, judged against today's contract.
struct HistoryTests {
  @Test func aRecordedReleaseIsCompatibleWithItself() async throws {
    let folder = try TemporaryFolder()
    let history = ContractHistory(folder.url.path)
    try history.record("1.0.0", [Shop.self])
    try history.record("1.10", [Shop.self])
    #expect(try history.releases() == ["1.0.0", "1.10"])
    let report = try await history.report([Shop.self])
    #expect(report.changes.isEmpty, "\(report)")
    #expect(report.calls > 20)
    try await history.check(Shop.self)
  }

  @Test func readsThatACallChangesAreComparedAndNeverBreak() {
    func document(_ changes: [Endpoint]) -> OpenAPIDocument {
      OpenAPIDocument(title: "Shop", endpoints: [Endpoint("Shop", "clear", .delete, "/items", changes: changes)])
    }
    let (list, show) = (Shop.Endpoints.list, Shop.Endpoints.show)
    let report = HistoryReport(from: document([list]), to: document([show]))
    #expect(report.changes.map(\.level) == [.compatible, .compatible])
    #expect(report.changes.map(\.place) == ["changes", "changes"])
    #expect(report.changes[0].message.hasPrefix("a call also changes Shop.show"), "\(report.changes)")
    #expect(report.changes[1].message.hasPrefix("a call no longer changes Shop.list"), "\(report.changes)")
    #expect(HistoryReport(from: document([list]), to: document([list])).changes.isEmpty)
  }

  @Test func aFileHasTheSameBytesEachTime() throws {
    let folder = try TemporaryFolder()
    let history = ContractHistory(folder.url.path)
    try history.record("1.0.0", [Shop.self])
    let file = folder.url.appending(path: "1.0.0.json")
    let first = try Data(contentsOf: file)
    try history.record("1.0.0", [Shop.self])
    #expect(try Data(contentsOf: file) == first)
  }

  @Test func aFieldThatOldAppsDoNotSendBreaksThem() async throws {
    let folder = try TemporaryFolder()
    let history = ContractHistory(folder.url.path)
    try history.record("1.0.0", [Shop.self])
    try history.record("1.1.0", [Shop.self])
    let file = folder.url.appending(path: "1.0.0.json")
    var document = try String(contentsOf: file, encoding: .utf8)
    // The first release had no field `state`.
    let range = try #require(document.firstRange(of: #""state","#))
    document.removeSubrange(range)
    try Data(document.utf8).write(to: file)
    let error = await #expect(throws: HistoryReport.self) { try await history.check(Shop.self) }
    let change = try #require(error?.breaks.first)
    #expect(change.releases == ["1.0.0"] && change.endpoint.hasPrefix("Shop.add"), "\(change)")
    #expect(change.place.hasPrefix("request /state") && change.message == "the field is required now", "\(change)")
    #expect(
      change.proof?.contains(": 400 {") == true && change.proof?.contains("`state` is missing") == true,
      "\(change)"
    )
    #expect(error?.description.contains("raise the minimum release") == true)
  }

  @Test func anEmptyFolderAndABrokenFileAreNamed() async throws {
    let folder = try TemporaryFolder()
    let history = ContractHistory(folder.url.path)
    var error = await #expect(throws: MessageError.self) { try await history.check(Shop.self) }
    #expect("\(String(describing: error))".contains("history record 1.0.0"))
    try Data("{".utf8).write(to: folder.url.appending(path: "1.0.0.json"))
    error = await #expect(throws: MessageError.self) { try await history.check(Shop.self) }
    #expect("\(String(describing: error))".contains("1.0.0.json"))
  }

  @Test func aReportIsTextJSONAndAnnotations() throws {
    let start = "Books.list and 1 more  breaks   response 200 /*/status: it can have the new value \"lent\""
    let report = try #require(DocumentPair.all.first { $0.part == start }).report
    #expect(report.description.hasPrefix(start), "\(report)")
    #expect(String(decoding: report.json, as: UTF8.self).contains(#""level": "breaks""#))
    #expect(report.annotations.hasPrefix("::error title=Books.list and 1 more response 200 /*/status::"))
  }

  @Test func newAppsWithAnOldServerAreAHint() throws {
    let report = try #require(DocumentPair.all.first { $0.part.hasSuffix("breaks new apps:") }).report
    #expect("\(report)".hasSuffix("breaks new apps:\n  GET /r   response 200 /a: the field is gone"), "\(report)")
    let object = try JSONSerialization.jsonObject(with: report.json) as? [String: Any]
    #expect((object?["hints"] as? [Any])?.count == 1 && (object?["changes"] as? [Any])?.count == 1)
  }

  @Test func limitsOfAnySizeAreCompared() throws {
    let limits = ["minLength: -3, maxLength: 1e300", "minLength: 1e300", "maxLength: -1", "maxLength: 100"]
    for old in limits {
      for new in limits {
        let row = "post | {type: string, \(old)} | {type: string, \(new)} | compatible"
        let report = try DocumentPair(row: row).report
        #expect(old != new || report.changes.isEmpty, "\(row)\n\(report)")
        #expect(old != limits[3] || new != limits[1] || !report.breaks.isEmpty, "\(report)")
      }
    }
  }

  @Test func aNewParameterMayBeAKeyOfOlderApps() {
    func document(_ parameters: Endpoint.Parameter...) -> OpenAPIDocument {
      OpenAPIDocument(title: "Feeds", endpoints: [Endpoint("Feeds", "all", .get, "/feeds", parameters: parameters)])
    }
    let page = Endpoint.Parameter("page", .query, Int.self, optional: true)
    for type in [[String: String].self, [String: [Int]].self] as [Any.Type] {
      let filter = Endpoint.Parameter("filter", .query, type, optional: true)
      let report = HistoryReport(from: document(filter), to: document(filter, page))
      #expect(report.changes.map(\.level) == [.mayBreak] && report.changes[0].message.contains("a key of `filter`"))
      #expect(HistoryReport(from: document(page), to: document(page, filter)).changes.map(\.level) == [.compatible])
    }
  }
}
