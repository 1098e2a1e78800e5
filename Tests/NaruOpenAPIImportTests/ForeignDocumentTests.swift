import Foundation
public import Naru
import NaruOpenAPI
import TestSupport
import Testing

@testable import NaruOpenAPIImport

/// Unchecked documents of others: their strings never become code, each loss has a note, and the time to import them is linear.
struct ForeignDocumentTests {
  private static func json(_ schemas: JSONTree, _ paths: JSONTree) -> OpenAPIImport {
    OpenAPIImport(root: ["openapi": "3.1.0", "paths": paths, "components": ["schemas": schemas]])
  }

  private static func responses(_ name: String) -> JSONTree {
    let schema: JSONTree = ["$ref": .string("#/components/schemas/\(name)")]
    return ["200": ["description": "ok", "content": ["application/json": ["schema": schema]]]]
  }

  /// Imports a document in a folder of its own, with the other files.
  private func imported(_ document: String, named name: String = "api/a.yaml", _ files: [String: String] = [:]) throws
    -> OpenAPIImport
  {
    let folder = try TemporaryFolder(files.merging([name: document]) { $1 })
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "api/link.yaml"),
      withDestinationURL: folder.url.appending(path: "secret.yaml")
    )
    return try OpenAPIImport(contentsOf: folder.url.appending(path: name))
  }

  @Test(arguments: [
    "\r", "\r\n", "\n", "\n\n", "\u{2028}", "\u{2029}", "\u{85}", "\u{B}", "\u{C}", "\u{0}", "\u{202E}", "*/", "*/\r",
    "\"", "\\(1)", "\"\"\"\n", "\")\n",
  ])
  func noCharacterOfADocumentBecomesCode(ending: String) throws {
    let text = "a\(ending)public let hostile = 1"
    let word = JSONTree.string(text)
    let limited: JSONTree = ["type": "string", "pattern": word, "description": word]
    let parameters: JSONTree = [
      ["name": "x", "in": "path", "required": true, "schema": limited, "description": word],
      ["name": word, "in": "query", "schema": ["enum": [word]], "description": word],
      ["name": word, "in": "header", "schema": limited], ["name": "X-A", "in": "header", "schema": ["const": word]],
    ]
    let form: JSONTree = ["type": "object", "properties": .object(.init([(text, limited)]))]
    let operation: JSONTree = [
      "tags": [word], "operationId": word, "summary": word, "description": word, "parameters": parameters,
      "requestBody": ["description": word, "content": ["multipart/form-data": ["schema": form]]],
      "responses": ["204": ["description": word], "409": ["description": word]],
    ]
    let union: JSONTree = [
      "oneOf": [["$ref": "#/components/schemas/V"], ["$ref": .string("#/components/schemas/\(text)")]],
      "discriminator": [
        "propertyName": word, "mapping": .object(.init([(text, .string("#/components/schemas/V"))])),
      ],
    ]
    let properties: JSONTree.Fields = .init([
      (text, limited), ("a", limited), ("e", ["enum": [word, "b"]]), ("u", union), ("d", ["default": word]),
      ("c", ["oneOf": [["const": 1, "title": word, "description": word], ["const": 2]] as JSONTree]),
    ])
    let read: JSONTree = ["get": ["responses": Self.responses("S")]]
    let paths: JSONTree.Fields = .init([
      ("/a/{x}", ["post": operation]), ("/\(text)", ["get": operation]), ("/b", read),
    ])
    let variant: JSONTree = ["properties": ["q": ["type": "string"] as JSONTree]]
    let schemas: JSONTree.Fields = .init([
      ("S", ["title": word, "description": word, "properties": .object(properties)]),
      ("V", variant), (text, variant),
    ])
    let root: JSONTree = [
      "openapi": "3.1.0", "info": ["title": word, "description": word], "servers": [["url": word]],
      "tags": [["name": word, "description": word]], "paths": .object(paths),
      "components": ["schemas": .object(schemas)],
    ]
    let imported = OpenAPIImport(root: root)
    #expect(imported.operations == 3)
    for file in imported.files {
      #expect(!file.text.unicodeScalars.contains { $0 != "\n" && $0.isUnsafe }, "\(file.name)")
      // Without comments and literals, as the compiler reads it.
      let code = file.text.split(whereSeparator: \.isNewline).map { line in
        line.replacing(/"(\\.|[^"\\])*"/, with: "").replacing(/\/\/.*/, with: "")
      }
      #expect(!code.contains { $0.contains("let hostile") }, "\(file.text)")
      #expect(!code.contains { $0.contains("\"") || $0.contains("*/") }, "\(file.text)")
    }
  }

  @Test func eachOperationIsImportedOrNamed() throws {
    let imported = try imported(
      """
      openapi: 3.1.0
      paths:
        /a:
          get: {$ref: 'get.yaml'}
          put: {tags: [a]}
          options: {responses: {}}
        b: {get: {tags: [a]}}
        /c d: {get: {tags: [a]}}
        /{a: {get: {tags: [a]}}
        /{a}/{a}: {get: {tags: [a]}}
      """,
      ["api/get.yaml": "{tags: [a], operationId: read, responses: {'204': {description: ok}}}"]
    )
    #expect(imported.operations == 7 && imported.imported == 2)
    #expect(Set(imported.notes.filter { $0.reason.hasPrefix("not imported") }.map(\.place)).count == 5)
    #expect(imported.files.contains { $0.text.contains("public var read:") })
  }

  @Test(arguments: [
    ("swagger: '2.0'\npaths: {}", "no operation"), ("swagger: '1.2'", "not a document"),
    ("openapi: 3.0.0\npaths: {}", "no operation"),
    ("openapi: 3.0.0", "no operation"), ("openapi: 3.0.0\npaths: []", "no operation"),
    ("{\n\"openapi\": \"3.0.0\",\n\"paths\": {\n\"/a\": {", "at line"),
  ])
  func aDocumentWithoutOperationsIsAnError(document: String, reason: String) throws {
    let error = try #require(#expect(throws: MessageError.self) { try imported(document) })
    #expect("\(error)".contains(reason), "\(error)")
  }

  @Test func typesAndFilesNeverShareANameByAccident() throws {
    let pet: JSONTree = ["type": "object", "properties": ["status": ["enum": ["sold", "sold"]]]]
    let status: JSONTree = ["type": "object", "properties": ["since": ["type": "string"]]]
    let imported = Self.json(
      ["Pet": pet, "PetStatus": status],
      [
        "/a": ["get": ["tags": ["Models"], "responses": Self.responses("Pet")]],
        "/b": ["get": ["tags": ["MODELS"], "responses": Self.responses("Pet")]],
        "/c": ["get": ["tags": ["c"], "responses": Self.responses("PetStatus")]],
      ]
    )
    #expect(Set(imported.files.map { $0.name.lowercased() }).count == 4 && imported.files.count == 4)
    let text = imported.files.map(\.text).joined()
    #expect(text.contains("public struct PetStatus:") && text.contains("  public enum Status: String"))
    #expect(text.contains("public var status: Status?") && text.contains("async throws -> PetStatus\n"))
    #expect(text.matches(of: /case sold/).count == 1)
  }

  @Test func aRequiredFieldThatIsNilIsWrittenAsNull() throws {
    let written = #"{"name":null}"#
    #expect(try String(decoding: JSONCoding().encode(Owner()), as: UTF8.self) == written)
    #expect(try JSONCoding().decode(Owner.self, from: Data(written.utf8)) == Owner())
  }

  @Test func aLongChainOfTypesIsDeclared() {
    let schemas = (0..<2000).map { number -> (String, JSONTree) in
      ("A\(number)", ["properties": ["next": ["$ref": .string("#/components/schemas/A\((number + 1) % 2000)")]]])
    }
    let imported = Self.json(.object(.init(schemas)), ["/a": ["get": ["responses": Self.responses("A0")]]])
    let text = imported.files.map(\.text).joined()
    #expect(text.matches(of: /public struct A\d+/).count == 2000 && text.matches(of: /@Indirect/).count == 2000)
  }

  /// `scripts/test openapi` compiles the result.
  @Test func eachCornerOfTheFixtureIsImportedOrNamed() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/Foreign")
    let imported = try OpenAPIImport(contentsOf: folder.appending(path: "corners.yaml"))
    #expect(imported.operations == 3 && imported.imported == 2)
    let text = imported.files.map(\.text).joined()
    for part in [
      "_ id: String, _ created: DeepObject<Created>?, _ `where`: JSONEncoded<Where>?, _ ref", "_ corner: Body<Corner>)",
      "    case int(Int)\n    case range(Range)\n",
      "@Constraints(.range(-180...(-1))) public var angle: Int", "@Constraints(.range(...(-0.5))) public var depth:",
      "public var height: Double?", "public var count: Int?", "public var size: Double?", "?$ref={ref}",
      "public var note: String? = Optional.none\n",
      "    public var second: String?\n    /// The fields that are not declared.\n    @Unknown public var others: [String: String]\n",
      "  @Unknown public var others: [String: Int]\n}", "public var anything: JSONValue?", "public var either: Either?",
      "  @Indirect public var next: Corner?",
      "    /// A corner inside.\n    case innerCorner = 1\n    case outerCorner = 2\n    case value3 = 3\n",
      "public var color: ExtensibleEnum<Color>?", "enum Either: Sendable, Hashable {\n  case string(String)\n",
    ] { #expect(text.contains(part), "\(part)\n\(text)") }
    for (place, reason) in [
      ("#/paths/~1corners of all/get", "not imported"),
      ("#/components/schemas/Corner", "empty name"),
      ("#/components/schemas", "`Circle` is the type of a case with a tag"),
      ("#/components/schemas/Corner/properties/size", "some are not whole"),
    ] {
      #expect(imported.notes.contains { $0.place == place && $0.reason.contains(reason) }, "\(imported.notes)")
    }
  }

  @Test func anObjectOrANumberInAQueryArrivesAsSuch() async throws {
    var served = Spans.unimplemented
    served.find = { $0 }
    let server = InMemoryTransport().mounting(Spans.self) { [served] _ in served }
    let spans = Spans.live(APIClient(InMemoryTransport.url, transport: server))
    for created in [Spans.Created.int(5), .range(.init(gte: 1, lt: nil))] {
      #expect(try await spans.find(created) == created)
    }
    // The type is what an import writes.
    let imported = try imported(
      """
      openapi: 3.1.0
      paths:
        /spans:
          get:
            tags: [Spans]
            parameters:
              - name: created
                in: query
                style: deepObject
                schema:
                  description: When.
                  anyOf:
                    - title: Range
                      properties: {gte: {type: integer, description: From.}, lt: {type: integer, description: Until.}}
                    - {type: integer}
            responses: {}
      """
    )
    let text = try #require(imported.files.first { $0.name == "Spans.swift" }?.text)
    let start = try #require(text.range(of: "extension Spans {\n"))
    #expect(try String(contentsOfFile: #filePath, encoding: .utf8).contains(text[start.lowerBound...]), "\(text)")
  }

  @Test func aMissingFileIsOneSentence() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "old.yaml")
    let error = #expect(throws: MessageError.self) { try OpenAPIImport(contentsOf: file) }
    let sentence = error.map { "\($0)" } ?? ""
    #expect(sentence.hasPrefix("\(file.path) can't be read: ") && sentence.hasSuffix("The file doesn’t exist."))
  }

  @Test func aLinkOutOfTheFolderIsNotRead() throws {
    let imported = try imported(
      "openapi: 3.0.0\npaths: {/a: {get: {responses: {'200': {$ref: 'link.yaml#/Key'}}}}}",
      ["secret.yaml": "{Key: {description: hidden}}"]
    )
    #expect(imported.notes.contains { $0.reason.contains("can't be found") })
  }

  @Test func anImportIsWrittenWholeOrNotAtAll() throws {
    let folder = try TemporaryFolder()
    let paths = ["a", "b"].map {
      ("/\($0)", ["get": ["tags": [.string($0)], "responses": [:]] as JSONTree] as JSONTree)
    }
    let imported = Self.json([:], .object(.init(paths)))
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "B.swift"),
      withIntermediateDirectories: false
    )
    #expect(throws: MessageError.self) { try imported.write(to: folder.url) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["B.swift"])
  }

  @Test func whatHasNoRequestIsNotImported() throws {
    let imported = try imported(
      """
      openapi: 3.1.0
      webhooks: {sold: {post: {responses: {}}}}
      paths:
        /a: {$ref: 'missing.yaml'}
        /b: {get: {$ref: '#/missing'}}
        /c: {post: {requestBody: {required: true, content: {multipart/form-data: {schema: {}}}}, responses: {}}}
        /d: {head: {requestBody: {required: true, content: {application/json: {schema: {}}}}, responses: {}}}
        /e: {post: {requestBody: {required: true}, responses: {}}}
        /f: {get: {operationId: read, responses: {}}}
      """
    )
    #expect(imported.operations == 6 && imported.imported == 1)
    let places = imported.notes.filter { $0.reason.hasPrefix("not imported") }.map(\.place)
    #expect(
      Set(places) == [
        "#/paths/~1a/$ref", "#/paths/~1b/get", "#/paths/~1c/post", "#/paths/~1d/head", "#/paths/~1e/post",
      ]
    )
  }

  @Test func namesThatTheCompilerNeedsAreNotTaken() {
    let names = ["Init", "Decoder", "Key", "HTTPFields", "Int64", "CaseIterable"]
    let schemas = names.map { ($0, ["properties": ["a": ["type": "string"]]] as JSONTree) }
    let references = names.map { ["$ref": .string("#/components/schemas/\($0)")] as JSONTree }
    let union: JSONTree = ["oneOf": .array(references)]
    let values: JSONTree = ["enum": ["all_cases", "schema", "default"]]
    let a: JSONTree = ["properties": ["u": union, "v": values, "": ["type": "string"] as JSONTree, "type": values]]
    var responses = Self.responses("A")
    responses["409"] = ["description": "no", "content": ["application/json": ["schema": Self.failure("DEFAULT")]]]
    let imported = Self.json(.object(.init([("A", a)] + schemas)), ["/a": ["get": ["responses": responses]]])
    let text = imported.files.map(\.text).joined()
    #expect(text.contains("case `init`(Init)"), "\(text)")
    #expect(
      text.contains("struct DecoderValue:") && text.contains("struct Int64Value:") && !text.contains("struct Key:")
    )
    #expect(text.contains("case allCases2 = ") && text.contains("case schema2 = ") && text.contains("case `default`"))
    #expect(text.contains("public var type: AType?") && text.contains("  public enum AType: String"), "\(text)")
    #expect(text.contains("static let `default` = ") && text.contains("failures: [.`default`]"))
  }

  private static func failure(_ code: String) -> JSONTree {
    let codes: JSONTree = ["properties": ["code": ["enum": [.string(code)]] as JSONTree]]
    return ["allOf": [["properties": ["code": ["type": "string"], "message": ["type": "string"]]] as JSONTree, codes]]
  }

  @Test func theCostIsLinear() throws {
    let count = 1000
    let references = JSONTree.array(Array(repeating: ["$ref": "#/components/schemas/A"], count: 10))
    let circle: JSONTree = ["allOf": references, "properties": ["a": ["type": "string"] as JSONTree]]
    let paths = (0..<count).map { number -> (String, JSONTree) in
      ("/p\(number)", ["get": ["tags": [.string("tag\(number)")], "responses": Self.responses("A")]])
    }
    let imported = Self.json(["A": circle], .object(.init(paths)))
    #expect(imported.imported == count && imported.files.count == count + 1)
    let mapping = (0..<5000).map { "k\($0): {a: 1}" }.joined(separator: ",\n")
    #expect(try YAMLReader.read("{\(mapping)}").fields.count == 5000)
    let lines = (0..<60000).map { "  line \($0)" }.joined(separator: "\n")
    #expect(try YAMLReader.read("a: \"\n\(lines)\"\nb: |\n\(lines)\n").fields.count == 2)
  }

  @Test func cutOffJSONIsAnErrorAtItsLine() throws {
    let lines = (0..<5000).map { "\"k\($0)\": {\"a\": 1}," }.joined(separator: "\n")
    let error = #expect(throws: MessageError.self) { try imported("{\n\(lines)\n", named: "api/a.json") }
    #expect(error.map { "\($0)" }?.contains("at line 5002") ?? false, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func onlyRegularFilesAreRead() throws {
    let folder = try TemporaryFolder()
    for file in [folder.url, URL(filePath: "/dev/null")] {
      let error = #expect(throws: MessageError.self) { try OpenAPIImport(contentsOf: file) }
      #expect(error.map { "\($0)".contains("is not a regular file") } ?? false)
    }
  }
}

/// As an import writes a required name that may be `null`.
@Payload private struct Owner: Sendable, Hashable {
  var name: String? = Optional.none
  var city: String?
}

/// A contract with a type of an import.
@API("/spans")
public struct Spans: Sendable {
  /// Returns the parameter.
  @GET("/")
  public var find: @Sendable (_ created: DeepObject<Created>?) async throws -> Created?
}

extension Spans {
  /// When.
  @Payload(untagged: true)
  public enum Created: Sendable, Hashable {
    case int(Int)
    case range(Range)

    /// Range
    @Payload(init: true)
    public struct Range: Sendable, Hashable {
      /// From.
      public var gte: Int?
      /// Until.
      public var lt: Int?
    }
  }
}
