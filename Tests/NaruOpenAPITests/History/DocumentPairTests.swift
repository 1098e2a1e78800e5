import Foundation
import Naru
import NaruOpenAPI
import NaruOpenAPIImport
import TestSupport
import Testing

/// Pairs of whole documents, as `history diff` reads them.
struct DocumentPairTests {
  @Test(arguments: DocumentPair.all)
  func aChangeOfADocumentHasItsLevel(_ pair: DocumentPair) throws {
    let report = try pair.report
    #expect((report.changes.first?.level.rawValue ?? "compatible") == pair.level, "\(report)")
    #expect(pair.part.isEmpty || "\(report)".contains(pair.part), "\(report)")
    // A new name is a guess with evidence.
    #expect(pair.part.contains("may be") || !"\(report)".contains("may be"), "\(report)")
    for change in report.breaks { #expect(change.proof != nil && !change.advice.isEmpty, "\(change)") }
  }

  @Test func theTableIsWhole() {
    #expect(DocumentPair.all.count > 200 && DocumentPair.all.allSatisfy { !$0.level.isEmpty })
  }

  @Test func otherFilesAreCompared() throws {
    func files(_ type: String) -> [String: String] {
      let object = { (fields: String) in "{type: object, required: [a], properties: {a: {type: \(type)}, \(fields)}}" }
      return [
        "document.yaml": """
        {openapi: 3.0.3, info: {title: '', version: '1'}, paths: {/r: {$ref: 'paths/r.yaml#/r'}},
         components: {schemas: {Root: \(object("x: {}"))}}}
        """,
        "paths/r.yaml": DocumentPair.operation("r: {get: ", "{$ref: ../types.yaml#/Page}"),
        "types.yaml": """
        Page: {properties: {a: {$ref: '#/Own'}, b: {$ref: whole/type.yaml}, c: {$ref: 'document.yaml#/components/schemas/Root'}}}
        Own: \(object("up: {$ref: '#/Page'}"))
        """,
        "whole/type.yaml": object("own: {$ref: ../types.yaml#/Own}"),
      ]
    }
    let report = try Self.report(files("string"), files("integer"))
    #expect(report.breaks.map(\.place) == ["/a/a", "/b/a", "/c/a"].map { "response 200 \($0)" }, "\(report)")
    #expect(try Self.report(files("string"), files("string")).changes.isEmpty)
  }

  @Test(arguments: ["gone.yaml#/A", "https://example.com/a.yaml", "../outside.yaml#/A", "types.yaml#/Gone"])
  func aFileThatCannotBeReadIsAnError(_ reference: String) throws {
    let document = DocumentPair.document("response", "{$ref: '\(reference)'}")
    let error = #expect(throws: MessageError.self) {
      try Self.report(["document.yaml": document, "types.yaml": "A: {}"], ["document.yaml": document])
    }
    #expect("\(String(describing: error))".contains("refers to \(reference), which can't be read"))
  }

  fileprivate static func report(_ old: [String: String], _ new: [String: String]) throws -> HistoryReport {
    func document(_ files: [String: String]) throws -> OpenAPIDocument {
      let folder = try TemporaryFolder(files)
      return OpenAPIDocument(root: try DocumentFile.root(of: folder.url.appending(path: "document.yaml")))
    }
    return HistoryReport(from: try document(old), to: try document(new))
  }
}

/// Two documents, and the level of their change.
struct DocumentPair: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let old: String
  let new: String
  let level: String
  /// A part of the report.
  let part: String

  var report: HistoryReport {
    get throws { try DocumentPairTests.report(["document.yaml": old], ["document.yaml": new]) }
  }

  init(row: String) {
    let columns = row.split(separator: " | ").map { $0.trimmingCharacters(in: .whitespaces) }
    testDescription = row
    (old, new) = (Self.document(columns[0], columns[1]), Self.document(columns[0], columns[2]))
    level = columns[3]
    part = columns.count > 4 ? columns[4] : ""
  }

  /// Returns a document with a schema at a place, with the schemas of components, or with any parts.
  static func document(_ place: String, _ column: String) -> String {
    let types = [
      "STRING": "string", "INTEGER": "integer", "NULLABLE": "[string, 'null']", "LIST": "array, items: {type: integer}",
    ]
    let text = types.reduce(column) { $0.replacing($1.key, with: "{type: \($1.value)}") }
    let start = "{openapi: \(place.hasSuffix("3.0") ? "3.0.3" : "3.1.0"), info: {title: '', version: '1'}, "
    let schema = place.contains("types") ? "{$ref: '#/components/schemas/Root'}" : text
    let components = place.contains("types") ? ", components: {schemas: \(text)}" : ""
    let kind = place.prefix { $0 != " " }
    switch kind {
    case "response": return "\(start)paths: {\(operation("/r: {get: ", schema))}\(components)}"
    case "responses": return "\(start)paths: {/r: {get: {responses: \(text)}}}}"
    case "post", "patch": return "\(start)paths: {/r: {\(kind): {\(body(schema))}}}\(components)}"
    case "path", "query", "header":
      return document("operation", "parameters: [{name: id, in: \(kind), required: true, schema: \(text)}]")
    case "form":
      let fields = "{required: [id], properties: {id: \(text)}}"
      return document("send", "{application/x-www-form-urlencoded: {schema: \(fields)}}")
    case "operation":
      let schemes = "bearer: {type: http, scheme: Bearer}, oauth: {type: oauth2, flows: {}}"
      let key = "key: {type: apiKey, in: header, name: X-Key}"
      return "\(start)paths: {'/r/{id}': {get: {\(text), responses: {}}}}, "
        + "components: {securitySchemes: {\(schemes), \(key)}}}"
    case "media": return "\(start)paths: {/r: {get: {responses: {'200': {description: '', content: \(text)}}}}}}"
    case "send": return "\(start)paths: {/r: {post: {requestBody: {required: true, content: \(text)}, responses: {}}}}}"
    case "headers": return "\(start)paths: {\(operation("/r: {get: ", "{type: string}", "headers: \(text), "))}}"
    default: return start + text + "}"
    }
  }

  static func operation(_ start: String, _ schema: String, _ more: String = "") -> String {
    "\(start){responses: {'200': {\(more)description: '', content: {application/json: {schema: \(schema)}}}}}}"
  }

  private static func body(_ schema: String) -> String {
    "requestBody: {required: true, content: {application/json: {schema: \(schema)}}}, responses: {'204': {description: ''}}"
  }

  static let all: [DocumentPair] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let text = try? String(contentsOf: root.appending(path: "Fixtures/openapi-pairs.txt"), encoding: .utf8)
    let rows = (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    return rows.flatMap { row in
      row.hasPrefix("text ") ? ["path", "query", "header", "form"].map { $0 + row.dropFirst(4) } : [row]
    }.map(DocumentPair.init(row:))
  }()
}
