import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

@testable import NaruOpenAPI

/// Calls of a document's operations, without contracts.
struct CallTests {
  private let server = Server()
  private var client: APIClient {
    APIClient(InMemoryTransport.url, transport: server, credentials: [.basic: Secret("c2Vj")])
  }

  private func operations(_ yaml: String) throws -> [OpenAPIOperation] {
    let root = try YAMLReader.read("openapi: 3.0.3\ninfo: {title: T, version: '1'}\n" + yaml)
    return OpenAPIOperation.all(in: ImportSource(root: root))
  }

  /// Calls the only operation of a document.
  @discardableResult
  private func call(_ yaml: String, _ values: KeyValuePairs<String, [String]>, body: String? = nil) async throws
    -> APIResponse
  {
    let operation = try #require(try operations(yaml).first)
    var given: [OpenAPIOperation.Field: [String]] = [:]
    for (name, texts) in values { given[try #require(operation.fields.first { $0.name == name })] = texts }
    return try await operation.send(given, body: body.map { Data($0.utf8) }, with: client)
  }

  private func query(_ parameter: String, _ values: [String]) async throws -> String {
    let yaml = """
      paths: {/a: {get: {parameters: [{name: p, in: query, \(parameter)}], responses: {'200': {description: ok}}}}}
      """
    try await call(yaml, ["p": values])
    return try #require(server.request?.head.path)
  }

  @Test func queryItemsHaveTheStyleOfTheirParameter() async throws {
    let list = "schema: {type: array, items: {type: integer}}"
    let object = "schema: {type: object, properties: {a: {type: integer}, b: {type: string}}}"
    #expect(try await query("schema: {type: string}", ["가 &"]) == "/a?p=%EA%B0%80%20%26")
    #expect(try await query(list, ["1", "2"]) == "/a?p=1&p=2")
    #expect(try await query("schema: {enum: ['1', '2']}", ["1"]) == "/a?p=1")
    #expect(try await query(list, ["[1,2]"]) == "/a?p=1&p=2")
    #expect(try await query("explode: false, \(list)", ["1", "2"]) == "/a?p=1%2C2")
    #expect(try await query("style: pipeDelimited, \(list)", ["1", "2"]) == "/a?p=1%7C2")
    #expect(try await query("style: spaceDelimited, \(list)", ["1", "2"]) == "/a?p=1%202")
    #expect(try await query("style: deepObject, \(object)", [#"{"a":1,"b":"x"}"#]) == "/a?p%5Ba%5D=1&p%5Bb%5D=x")
    #expect(try await query(object, [#"{"a":1,"b":"x"}"#]) == "/a?a=1&b=x")
    #expect(try await query("explode: false, \(object)", [#"{"a":1,"b":"x"}"#]) == "/a?p=a%2C1%2Cb%2Cx")
    #expect(try await query("content: {application/json: {\(object)}}", [#"{"a":1}"#]) == "/a?p=%7B%22a%22%3A1%7D")
  }

  @Test func pathsHeadersAndCookiesHaveTheirValues() async throws {
    try await call(
      """
      security: [{password: []}]
      components: {securitySchemes: {password: {type: http, scheme: basic}}}
      paths:
        /files/{base}...{head}/{label}/{matrix}#second:
          get:
            parameters:
              - {name: base, in: path, schema: {type: string}}
              - {name: head, in: path, schema: {type: string}}
              - {name: label, in: path, style: label, schema: {type: array, items: {type: string}}}
              - {name: matrix, in: path, style: matrix, explode: true, schema: {type: array, items: {type: string}}}
              - {name: apiVersion, in: header, schema: {type: array, items: {type: integer}}}
              - {name: theme, in: cookie, schema: {type: string}}
            responses: {'200': {description: ok, content: {text/csv: {schema: {type: string}}}}}
      """,
      [
        "base": ["a/b"], "head": ["{c}"], "label": ["x", "y"], "matrix": ["1", "2"], "apiVersion": ["1", "2"],
        "theme": ["밤"],
      ]
    )
    let head = try #require(server.request?.head)
    #expect(head.path == "/files/a%2Fb...%7Bc%7D/.x,y/;matrix=1;matrix=2")
    #expect(HTTPField.Name("apiVersion").flatMap { head.headerFields[$0] } == "1,2")
    #expect(head.headerFields[.cookie] == "theme=%EB%B0%A4" && head.headerFields[.accept] == "text/csv")
    #expect(head.headerFields[.authorization] == "Basic c2Vj")
  }

  @Test func theRestOfAPathKeepsItsSlashes() async throws {
    let yaml = """
      paths: {'/a/{rest}': {get: {parameters: [{name: rest, in: path, x-rest: true, schema: {type: string}}], responses: {'200': {}}}}}
      """
    try await call(yaml, ["rest": ["책/1"]])
    #expect(server.request?.head.path == "/a/%EC%B1%85/1")
    #expect(await problems(yaml, ["rest": [".."]]) == ["`rest` must be a part of a path: “..”"])
  }

  private func body(_ type: String, _ values: KeyValuePairs<String, [String]>, body: String? = nil) async throws
    -> APIRequest
  {
    let schema = """
      {type: object, required: [name], properties: {id: {type: integer, readOnly: true}, name: {type: string}, \
      tags: {type: array, items: {type: string}}, photo: {type: string, format: binary}}}
      """
    let yaml = """
      paths: {/a: {post: {requestBody: {required: true, content: {\(type): {schema: \(schema)}}}, responses: {'200': {description: ok}}}}}
      """
    try await call(yaml, values, body: body)
    return try #require(server.request)
  }

  @Test func theFieldsOfABodyAreSentInItsMediaType() async throws {
    let json = try await body("application/vnd.zoo+json", ["name": ["나루"], "tags": ["a", "b"]])
    #expect(String(decoding: json.body, as: UTF8.self) == #"{"name":"나루","tags":["a","b"]}"#)
    #expect(json.head.headerFields[.contentType] == "application/vnd.zoo+json")
    let form = try await body("application/x-www-form-urlencoded", ["name": ["a b"], "tags": ["a", "b"]])
    #expect(String(decoding: form.body, as: UTF8.self) == "name=a%20b&tags=a&tags=b")
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).txt")
    try Data("사진".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let parts = try await body("multipart/form-data", ["name": ["나루"], "photo": [file.path]])
    let text = String(decoding: try #require(try await parts.stream?.collect(upTo: 10_000)), as: UTF8.self)
    #expect(text.contains(#"name="name""#) && text.contains("나루") && text.contains("사진"), "\(text)")
    #expect(text.contains(#"filename="\#(file.lastPathComponent)""#), "\(text)")
    let bytes = try await body("image/png", [:], body: "png")
    #expect(bytes.head.headerFields[.contentType] == "image/png")
  }

  private func problems(_ yaml: String, _ values: KeyValuePairs<String, [String]> = [:], body: String? = nil) async
    -> [String]
  {
    let error = await #expect(throws: OpenAPIOperation.InvalidValues.self) { try await call(yaml, values, body: body) }
    return error?.sentences.map(\.english) ?? []
  }

  @Test func eachWrongValueHasASentence() async throws {
    let yaml = """
      paths:
        /a/{id}:
          post:
            parameters:
              - {name: id, in: path, required: true, schema: {type: integer}}
              - {name: size, in: query, schema: {type: integer, minimum: 1, exclusiveMaximum: true, maximum: 10}}
              - {name: day, in: query, schema: {type: string, format: date}}
              - {name: sort, in: query, schema: {$ref: '#/components/schemas/Sort'}}
            requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
            responses: {'200': {description: ok}}
      components:
        schemas:
          Sort: {type: string, enum: [asc, desc]}
          Pet:
            allOf: [{$ref: '#/components/schemas/Named'}, {properties: {toys: {type: array, maxItems: 1, items: {$ref: '#/components/schemas/Named'}}}}]
          Named: {type: object, required: [name], properties: {name: {type: string, minLength: 2}, home: {oneOf: [{type: string}, {type: boolean}]}}}
      """
    #expect(
      await problems(
        yaml,
        ["size": ["10"], "day": ["today"], "sort": ["up"]],
        body: #"{"toys":[{"name":"a"},{}],"home":1}"#
      ) == [
        "`id` is missing.", "`size` must be 1 to 9, not 10.", "`day` must be a date such as 2026-03-04.",
        "`sort` must be one of asc, desc: “up”", "`name` is missing.", "`home` must be text: “1”",
        "`toys` must have at most 1 elements, and has 2.", "`toys[0].name` must have at least 2 characters, and has 1.",
        "`toys[1].name` is missing.",
      ]
    )
    #expect(
      await problems(yaml, ["id": ["x"]], body: "{") == ["`id` must be an integer: “x”", "`body` must be JSON: “{”"]
    )
    #expect(await problems(yaml, ["id": ["1"]], body: "[]") == ["`body` must be an object: “[]”"])
    #expect(server.request == nil)
  }

  @Test func schemasMayBeInAnotherFileOfTheFolder() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "a.yaml")
    let path = "{put: {requestBody: {$ref: 'b.yaml#/Body'}, responses: {'200': {description: ok}}}}"
    try Data("{openapi: 3.0.3, info: {title: T, version: '1'}, paths: {/a: \(path)}}".utf8).write(to: file)
    try Data(
      """
      Body: {required: true, content: {application/json: {schema: {$ref: '#/Pet'}}}}
      Pet: {type: object, required: [name], properties: {name: {type: string, minLength: 2}}}
      """.utf8
    ).write(to: folder.url.appending(path: "b.yaml"))
    let operation = try #require(try OpenAPIOperation.all(in: file).first)
    let name = try #require(operation.fields.first)
    #expect(name.name == "name" && name.isRequired)
    let error = await #expect(throws: OpenAPIOperation.InvalidValues.self) {
      try await operation.send([name: ["a"]], with: client)
    }
    #expect(error?.sentences.map(\.english) == ["`name` must have at least 2 characters, and has 1."])
    _ = try await operation.send([name: ["나루"]], with: client)
    #expect(server.request.map { String(decoding: $0.body, as: UTF8.self) } == #"{"name":"나루"}"#)
  }

  @Test func aFailureHasTheSentenceOfTheServer() async throws {
    let failing = Server(.notFound, #"{"success":false,"message":"없습니다.","error":{"code":"X"}}"#)
    let operation = try #require(
      try operations(
        """
        paths: {/a: {get: {responses: {'404': {description: no, content: {application/json: {schema:
          {type: object, properties: {success: {type: boolean}, message: {type: string}, error: {type: object}}}}}}}}}}
        """
      ).first
    )
    let error = await #expect(throws: APIError.self) {
      try await operation.send([:], with: APIClient(InMemoryTransport.url, transport: failing))
    }
    #expect(error?.status == .notFound && error?.message?.korean == "없습니다.")
  }

  @Test func theDocumentNamesTheServer() throws {
    let both = try operations(
      """
      servers: [{url: '{scheme}://a.example.com/v1', variables: {scheme: {default: https}}}]
      paths: {/a: {get: {operationId: one, responses: {}}, put: {servers: [{url: /v2}], responses: {}}}}
      """
    )
    #expect(both.map(\.id) == ["one", "PUT /a"])
    #expect(both.map(\.server?.absoluteString) == ["https://a.example.com/v1", nil])
  }
}

/// A server that keeps the last request.
private final class Server: Transport {
  private let status: HTTPResponse.Status
  private let body: String
  private let kept = Locked<APIRequest?>(nil)

  init(_ status: HTTPResponse.Status = .ok, _ body: String = "{}") {
    self.status = status
    self.body = body
  }

  var request: APIRequest? { kept.withLock { $0 } }

  @concurrent
  func send(_ request: APIRequest) async throws -> APIResponse {
    kept.withLock { $0 = request }
    return APIResponse(head: HTTPResponse(status: status), body: Data(body.utf8))
  }
}
