import Foundation
import Naru
import NaruOpenAPI
import TestSupport
import Testing

/// Types that contain themselves, and other documents without an end.
struct RecursionTests {
  @Test(arguments: Recursion.all)
  func aTypeThatContainsItselfIsCompared(_ recursion: Recursion) throws {
    for isRequest in [false, true] {
      let old = try recursion.document("string", isRequest: isRequest)
      let same = HistoryReport(from: old, to: old)
      #expect(same.changes.isEmpty, "\(same)")
      let report = HistoryReport(from: old, to: try recursion.document("integer", isRequest: isRequest))
      let change = try #require(report.breaks.first, "\(report)")
      #expect(change.place.hasSuffix("/id") && change.message == "it was a string, and is an integer now", "\(change)")
      #expect(change.proof != nil, "\(change)")
    }
  }

  /// Each of these is one line for whoever writes it, and could be millions of values or calls within calls.
  @Test func aDocumentThatMultipliesItselfHasAnEnd() throws {
    func report(_ schemas: (String) -> [String]) throws -> HistoryReport {
      func document(_ type: String) throws -> OpenAPIDocument {
        return try Recursion(schemas(type).joined(separator: ", ")).document(type, isRequest: true)
      }
      return HistoryReport(from: try document("string"), to: try document("integer"))
    }
    func reference(_ name: String) -> String { ##"{"$ref": "#/components/schemas/\##(name)"}"## }
    func object(_ fields: [String], _ type: String) -> String {
      let names = fields.indices.map { "\"f\($0)\"" }.joined(separator: ", ")
      let properties = fields.enumerated().map { "\"f\($0)\": \($1)" }.joined(separator: ", ")
      return
        #"{"type": "object", "required": ["id", \#(names)], "properties": {"id": {"type": "\#(type)"}, \#(properties)}}"#
    }
    // Twelve required fields of the same type, which may be null.
    let nullable = #"{"oneOf": [\#(reference("Node")), {"type": "null"}]}"#
    #expect(try report { ["\"Node\": " + object(Array(repeating: nullable, count: 12), $0)] }.breaks.count == 1)
    // Forty types, each with the next one twice.
    let doubled = try report { type in
      (0..<40).map { number in
        let next = reference("T\(number + 1)")
        return "\"\(number == 0 ? "Node" : "T\(number)")\": " + object([next, next], type)
      }
        + [#""T40": {"type": "string"}"#]
    }
    #expect(doubled.changes.count == 40, "\(doubled)")
    // A long chain of types, each renamed to a name like its own.
    let chain = try report { type in
      let name = type == "string" ? "next" : "next_one"
      return (0..<3_000).map { number in
        let (own, next) = (number == 0 ? "Node" : "T\(number)", reference("T\(number + 1)"))
        return #""\#(own)": {"type": "object", "properties": {"\#(name)": \#(next)}}"#
      } + [#""T3000": {"type": "object", "properties": {"id": {"type": "\#(type)"}}}"#]
    }
    #expect(chain.changes.contains { $0.message == "the field is no longer read; it may be called `next_one` now" })
    // A chain of references, and a chain without an end.
    let references = try report { type in
      (0..<500).map { number in "\"\(number == 0 ? "Node" : "T\(number)")\": " + reference("T\(number + 1)") } + [
        #""T500": {"type": "\#(type)"}"#
      ]
    }
    #expect(references.changes.contains { $0.message.contains("can't be followed") }, "\(references)")
    let (node, other) = (reference("Node"), reference("T"))
    _ = try report { _ in
      [#""Node": {"allOf": [\#(node), \#(other)]}"#, #""T": {"anyOf": [\#(node), \#(other), \#(node)]}"#]
    }
    _ = try report { _ in [#""Node": \#(other)"#, #""T": \#(node)"#] }
  }

  @Test func aContractOfATypeThatContainsItselfWithNullIsChecked() async throws {
    let folder = try TemporaryFolder()
    let history = ContractHistory(folder.url.path)
    try history.record("1.0.0", [Trees.self])
    try await history.check(Trees.self)
    let file = folder.url.appending(path: "1.0.0.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    let changed = text.replacing(#""type": "string""#, with: #""type": "boolean""#)
    try Data(changed.utf8).write(to: file)
    let error = await #expect(throws: HistoryReport.self) { try await history.check(Trees.self) }
    #expect(
      error?.breaks.contains { $0.place.hasSuffix("/name") && $0.proof != nil } == true,
      "\(String(describing: error))"
    )
  }

  @Test func aReferenceThatLeadsNowhereIsNamed() throws {
    let recursion = Recursion(
      ##""Node": {"type": "object", "properties": {"a": {"$ref": "#/components/schemas/Gone"}, "b": {"$ref": "types.yaml#/T"}}}"##
    )
    let document = try recursion.document("string", isRequest: false)
    let report = HistoryReport(from: document, to: document)
    let documents = ["the old document", "the new document"]
    #expect(report.changes.map(\.endpoint) == documents.flatMap { [$0, $0] })
    #expect(
      report.changes.allSatisfy { $0.level == .mayBreak } && "\(report)".contains("“types.yaml#/T” can't be followed")
    )
  }
}

/// The schemas of a document, in which `ID` stands for the type that changes.
struct Recursion: Sendable, CustomTestStringConvertible {
  let schemas: String

  init(_ schemas: String) { self.schemas = schemas }

  var testDescription: String { schemas }

  func document(_ type: String, isRequest: Bool) throws -> OpenAPIDocument {
    let content = ##""content": {"application/json": {"schema": {"$ref": "#/components/schemas/Node"}}}"##
    let operation =
      isRequest
      ? #""requestBody": {"required": true, \#(content)}, "responses": {"204": {"description": ""}}"#
      : #""responses": {"200": {"description": "", \#(content)}}"#
    return try OpenAPIDocument(
      json: Data(
        #"""
        {"openapi": "3.1.0", "info": {"title": "", "version": "1"}, "paths": {"/x": {"post": {"operationId": "x", \#(operation)}}},
         "components": {"schemas": {\#(schemas.replacing("ID", with: #"{"type": "\#(type)"}"#))}}}
        """#.utf8
      )
    )
  }

  /// A row is the schemas, or one more field of a type.
  private init(row: Substring) {
    let reference = ##"{"$ref": "#/components/schemas/Node"}"##
    let text = String(row).replacing("NODE", with: reference).replacing("NULL", with: #"{"type": "null"}"#)
    let names = ["field ": #""id""#, "required ": #""id", "up""#]
    guard let (kind, required) = names.first(where: { text.hasPrefix($0.key) }) else {
      self.init(text)
      return
    }
    let fields = #""properties": {"id": ID, "up": \#(text.dropFirst(kind.count))}"#
    self.init(#""Node": {"type": "object", "required": [\#(required)], \#(fields)}"#)
  }

  static let all = rows.split(separator: "\n").map(Recursion.init(row:))

  // Fields, `allOf`, a reference to a reference, two types in turn, a tree whose first variant has no end, and subtypes, which their base
  // names by a discriminator only, or in a list as well.
  private static let rows = ##"""
    field NODE
    field {"oneOf": [NODE, NULL]}
    field {"anyOf": [NULL, NODE]}
    required {"oneOf": [NODE, NULL]}
    field {"nullable": true, "allOf": [NODE]}
    required {"nullable": true, "allOf": [NODE]}
    field {"allOf": [NODE, {"description": "Above."}]}
    field {"type": "array", "items": NODE}
    required {"type": "array", "items": {"oneOf": [NODE, NULL]}}
    required {"type": "array", "minItems": 1, "items": {"nullable": true, "allOf": [NODE]}}
    field {"type": "array", "items": {"type": "array", "items": NODE}}
    field {"type": "object", "additionalProperties": NODE}
    field {"type": "object", "additionalProperties": {"anyOf": [NODE, NULL]}}
    field {"type": "object", "patternProperties": {"^x": NODE, "^y": {"oneOf": [NODE, NULL]}}}
    field {"type": "array", "prefixItems": [{"type": "boolean"}, {"oneOf": [NODE, NULL]}]}
    field {"not": NODE}
    field {"not": {"oneOf": [NODE, NULL]}}
    field {"if": NODE, "then": NODE, "else": {"contains": NODE}}
    field {"oneOf": [{"type": "boolean"}, NODE]}
    field {"anyOf": [NODE, {"type": "array", "items": NODE}]}
    field {"oneOf": [{"oneOf": [NODE, NULL]}, {"anyOf": [NULL, NODE]}]}
    field {"type": "object", "properties": {"up": {"oneOf": [NODE, NULL]}}}
    "Base": {"required": ["id"], "properties": {"id": ID, "up": NODE}}, "Node": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"down": {"oneOf": [NODE, NULL]}}}]}
    "Node": {"allOf": [NODE, {"required": ["id"], "properties": {"id": ID}}, NODE]}
    "Node": {"type": "object", "required": ["id"], "properties": {"id": ID}, "oneOf": [NODE, NULL]}
    "Node": {"type": "object", "required": ["id"], "properties": {"id": ID}, "oneOf": [NODE, {"properties": {"a": NODE}}]}
    "Node": {"$ref": "#/components/schemas/A"}, "A": {"$ref": "#/components/schemas/B"}, "B": {"required": ["id"], "properties": {"id": ID, "up": {"oneOf": [NODE, NULL]}}}
    "Node": {"properties": {"other": {"oneOf": [{"$ref": "#/components/schemas/Other"}, NULL]}}}, "Other": {"required": ["id"], "properties": {"id": ID, "node": {"nullable": true, "allOf": [NODE]}}}
    "Node": {"oneOf": [{"$ref": "#/components/schemas/Pair"}, {"$ref": "#/components/schemas/Leaf"}]}, "Pair": {"type": "object", "required": ["left", "right"], "properties": {"left": NODE, "right": NODE}}, "Leaf": {"type": "object", "required": ["id"], "properties": {"id": ID}}
    "Node": {"type": "object", "discriminator": {"propertyName": "kind"}, "required": ["kind"], "properties": {"kind": {"type": "string"}, "up": NODE}}, "Cat": {"allOf": [NODE, {"type": "object", "required": ["id"], "properties": {"id": ID}}]}, "Dog": {"allOf": [NODE]}
    "Node": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}], "type": "object", "discriminator": {"propertyName": "kind"}, "required": ["kind"], "properties": {"kind": {"type": "string"}}}, "Cat": {"allOf": [NODE, {"type": "object", "required": ["id"], "properties": {"id": ID}}]}, "Dog": {"allOf": [NODE]}
    """##
}

@API("/trees")
struct Trees: Sendable {
  @GET("/") var list: @Sendable () async throws -> [Branch]
  @PUT("/{id}") var replace: @Sendable (_ id: Int, _ branch: Branch) async throws -> Branch
}

@Payload(nulls: true)
struct Branch: Sendable {
  var name: String
  var note: String?
  var kids: [Branch?]
}
