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
    let report = try Edit.newValueOfAnEnumeration.report
    let start = "Books.list and 1 more  breaks   response 200 /*/status: it can have the new value"
    #expect(report.description.hasPrefix("\(start) \"lent\""), "\(report)")
    #expect(String(decoding: report.json, as: UTF8.self).contains(#""level": "breaks""#))
    #expect(report.annotations.hasPrefix("::error title=Books.list and 1 more response 200 /*/status::"))
  }

  @Test func limitsOfAnySizeAreCompared() throws {
    let limit = #""maxLength": 100"#
    let limits = [#""minLength": -3, "maxLength": 1e300"#, #""minLength": 1e300"#, #""maxLength": -1"#, limit]
    for old in limits {
      for new in limits {
        let report = HistoryReport(from: try Edit.document([(limit, old)]), to: try Edit.document([(limit, new)]))
        #expect(old != new || report.changes.isEmpty, "\(old)\n\(report)")
        #expect(old != limit || new != limits[1] || !report.breaks.isEmpty, "\(report)")
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

  /// Everyday changes of a contract, and their effect on released apps.
  @Test(arguments: Edit.allCases)
  func everydayChangesAreJudged(edit: Edit) throws {
    let report = try edit.report
    let worst = report.changes.first?.level ?? .compatible
    #expect(worst == edit.level, "\(report)")
    for change in report.breaks {
      #expect(change.proof != nil && !change.advice.isEmpty, "\(change)")
    }
  }
}

/// A change of a small document.
enum Edit: String, CaseIterable {
  // These break.
  case newRequiredField, fieldBecomesRequired, newRequiredParameter, endpointRemoved, endpointMoved
  case fieldRemovedFromTheResponse, fieldRenamed, fieldCanBeNull, numberBecomesText, newValueOfAnEnumeration
  case valueNoLongerAccepted, shorterLimit, signInRequired, otherMediaType, successWithoutContent, dateInAnotherFormat
  // These may.
  case parameterNoLongerRead, otherDefault, fieldNoLongerRead
  // These don't.
  case newFieldInTheResponse, newOptionalField, newEndpoint, newOptionalParameter, fieldBecomesOptionalInRequests
  case longerLimit, openEnumerationGrows, otherOrder, newFailure

  var level: ContractChange.Level {
    switch self {
    case .parameterNoLongerRead, .otherDefault, .fieldNoLongerRead: .mayBreak
    case .newFieldInTheResponse, .newOptionalField, .newEndpoint, .newOptionalParameter,
      .fieldBecomesOptionalInRequests, .longerLimit, .openEnumerationGrows, .otherOrder, .newFailure:
      .compatible
    default: .breaks
    }
  }

  /// The parts of the document that the change replaces, and their new form.
  private var replacements: [(String, String)] {
    switch self {
    case .newRequiredField: [(#""required": ["title"]"#, #""required": ["title", "page"]"#)]
    case .fieldBecomesRequired: [(#""required": ["title"]"#, #""required": ["title", "note"]"#)]
    case .newRequiredParameter:
      [
        (
          #"{"name": "sort", "in": "query","#,
          #"{"name": "page", "in": "query", "required": true, "schema": {"type": "integer"}}, {"name": "sort", "in": "query","#
        )
      ]
    case .endpointRemoved: [(#""delete": "#, #""x-gone": "#)]
    case .endpointMoved: [(#""/books/{id}": "#, #""/volumes/{id}": "#)]
    case .fieldRemovedFromTheResponse:
      [
        (#""required": ["id", "author", "status", "added"]"#, #""required": ["id", "status", "added"]"#),
        (#""author": {"type": "string"},"#, ""),
      ]
    case .fieldRenamed:
      [(#""required": ["id", "author","#, #""required": ["id", "writer","#), (#""author": {"#, #""writer": {"#)]
    case .fieldCanBeNull: [(#""author": {"type": "string"}"#, #""author": {"type": ["string", "null"]}"#)]
    case .numberBecomesText: [(#""id": {"type": "integer"}, "#, #""id": {"type": "string"}, "#)]
    case .newValueOfAnEnumeration: [(#"["wished", "read"]"#, #"["wished", "read", "lent"]"#)]
    case .valueNoLongerAccepted: [(#"["Title", "Date"]"#, #"["Title"]"#)]
    case .shorterLimit: [(#""maxLength": 100"#, #""maxLength": 40"#)]
    case .signInRequired: [(#""security": []"#, #""security": [{"bearer": []}]"#)]
    case .otherMediaType:
      [
        (
          ##""application/json": {"schema": {"$ref": "#/components/schemas/NewBook"}}"##,
          ##""text/csv": {"schema": {"type": "string"}}"##
        )
      ]
    case .successWithoutContent:
      [(##", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Book"}}}"##, "")]
    case .dateInAnotherFormat: [(#""format": "date-time""#, #""format": "date""#)]
    case .parameterNoLongerRead: [(#""name": "sort""#, #""name": "order""#)]
    case .otherDefault: [(#""default": 20"#, #""default": 50"#)]
    case .fieldNoLongerRead: [(#""note": {"type": ["string", "null"]},"#, "")]
    case .newFieldInTheResponse: [(#""author": {"#, #""pages": {"type": "integer"}, "author": {"#)]
    case .newOptionalField: [(#""note": {"#, #""remark": {"type": "string"}, "note": {"#)]
    case .newEndpoint:
      [
        (
          #""delete": "#,
          #""put": {"operationId": "Books.replace", "responses": {"204": {"description": ""}}}, "delete": "#
        )
      ]
    case .newOptionalParameter:
      [(#"{"name": "sort","#, #"{"name": "page", "in": "query", "schema": {"type": "integer"}}, {"name": "sort","#)]
    case .fieldBecomesOptionalInRequests: [(#""required": ["title"]"#, #""required": []"#)]
    case .longerLimit: [(#""maxLength": 100"#, #""maxLength": 400"#)]
    case .openEnumerationGrows: [(#"["paper", "pdf"]"#, #"["paper", "pdf", "audio"]"#)]
    case .otherOrder: [(#""Title", "Date""#, #""Date", "Title""#)]
    case .newFailure: [(#""404": "#, #""409": {"description": "Taken."}, "404": "#)]
    }
  }

  /// The report of the change.
  var report: HistoryReport {
    get throws { HistoryReport(from: try Self.document([]), to: try Self.document(replacements)) }
  }

  /// Returns the document with other parts.
  static func document(_ replacements: [(String, String)]) throws -> OpenAPIDocument {
    var document = text
    for (part, replacement) in replacements {
      let range = try #require(document.firstRange(of: part), "\(part)")
      document.replaceSubrange(range, with: replacement)
    }
    return try OpenAPIDocument(json: Data(document.utf8))
  }

  private static let text = """
    {"openapi": "3.1.0", "info": {"title": "Books", "version": "1.0.0"},
     "paths": {
      "/books": {
       "get": {"operationId": "Books.list", "security": [], "parameters": [
         {"name": "sort", "in": "query", "schema": {"type": "string", "enum": ["Title", "Date"]}},
         {"name": "limit", "in": "query", "schema": {"type": "integer", "default": 20}}],
        "responses": {"200": {"description": "", "content": {"application/json": {"schema":
         {"type": "array", "items": {"$ref": "#/components/schemas/Book"}}}}}}},
       "post": {"operationId": "Books.add", "security": [{"bearer": []}],
        "requestBody": {"required": true,
         "content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewBook"}}}},
        "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Book"}}}},
         "404": {"description": "None."}}}},
      "/books/{id}": {
       "delete": {"operationId": "Books.remove", "parameters": [
        {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
        "responses": {"204": {"description": ""}}}}},
     "components": {"securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
      "schemas": {
       "NewBook": {"type": "object", "required": ["title"], "properties": {
        "title": {"type": "string", "maxLength": 100}, "note": {"type": ["string", "null"]},
        "page": {"type": "integer"}}},
       "Book": {"type": "object", "required": ["id", "author", "status", "added"], "properties": {
        "id": {"type": "integer"}, "author": {"type": "string"},
        "status": {"type": "string", "enum": ["wished", "read"]},
        "kind": {"type": "string", "x-extensible-enum": ["paper", "pdf"]},
        "added": {"type": "string", "format": "date-time"}, "next": {"$ref": "#/components/schemas/Book"}}}}}}
    """
}
