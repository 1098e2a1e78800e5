import Foundation
import HTTPTypes
import Naru
import SystemTesting
import Testing

@testable import Command

/// `naru call`: an API that is known only by its document.
struct CallCommandTests {
  private static let document = """
    openapi: 3.0.3
    info: {title: Zoo, version: '1'}
    servers: [{url: 'https://{region}.example.com/v2', variables: {region: {default: eu}}}]
    security: [{token: []}]
    paths:
      /pets/{petId}:
        get:
          operationId: showPet
          summary: Returns a pet.
          parameters:
            - {name: petId, in: path, required: true, schema: {type: integer, minimum: 1}}
            - {name: fields, in: query, explode: false, schema: {type: array, items: {enum: [name, kind]}}}
          responses: {'200': {description: ok}}
      /pets:
        post:
          operationId: addPet
          requestBody:
            required: true
            content:
              application/json:
                schema:
                  type: object
                  required: [name]
                  properties: {name: {type: string, maxLength: 5}, age: {type: integer}, tags: {type: array, items: {type: string}}}
          responses: {'201': {description: ok}}
    components: {securitySchemes: {token: {type: http, scheme: bearer}}}
    """

  /// A shell in front of a server, and its document.
  private func zoo(_ server: Server = Server()) throws -> (shell: TestShell, file: String) {
    let shell = TestShell(server)
    return (shell, try shell.write(Self.document, to: "zoo.yaml"))
  }

  @Test func aCallSendsWhatTheDocumentSays() async throws {
    let server = Server()
    let (shell, file) = try zoo(server)
    let url = ["--url", "https://zoo.example.com/api", "--secret", "ZOO_TOKEN"]
    let show = ["call", file, "showPet", "petId=7", "fields=name", "fields=kind"] + url
    let shown = await shell.run(show, environment: ["ZOO_TOKEN": "s3cret"])
    #expect(shown.status == 0 && shown.err.isEmpty, "\(shown)")
    #expect(shown.out == "{\n  \"name\": \"나루\",\n  \"age\": 1.50\n}\n")
    let added = await shell.run(
      ["call", file, "POST", "/pets", "name=나루", "age=3", "tags=a", "--secret", "T"] + url.prefix(2),
      environment: ["T": "x"]
    )
    #expect(added.status == 0, "\(added)")
    let requests = server.requests
    #expect(requests.first?.head.path == "/api/pets/7?fields=name%2Ckind")
    #expect(requests.first?.head.headerFields[.authorization] == "Bearer s3cret")
    #expect(requests.last.map { String(decoding: $0.body, as: UTF8.self) } == #"{"name":"나루","age":3,"tags":["a"]}"#)
    #expect(!"\(shown)\(added)".contains("s3cret"))
  }

  @Test func somebodyElsesServerThatIsDownIsNotOurs() async throws {
    let (shell, file) = try zoo(Server())
    let output = await TestShell().run("call", file, "showPet", "petId=7")
    #expect(output.status == 1 && !output.err.isEmpty && !output.err.contains("naru serve"), "\(output)")
    withExtendedLifetime(shell) {}
  }

  @Test func wrongValuesAreNamedAndNothingIsSent() async throws {
    let server = Server()
    let (shell, file) = try zoo(server)
    let output = await shell.run("call", file, "addPet", "name=코끼리거북이", "age=old", environment: ["LANG": "en_US.UTF-8"])
    #expect(output.status == 64 && output.err.split(separator: "\n").count == 2, "\(output)")
    #expect(output.err.contains("`name`") && output.err.contains("`age`") && output.err.contains("“old”"), "\(output)")
    let missing = await shell.run("call", file, "showPet")
    #expect(missing.status == 64 && missing.err.contains("`petId`"), "\(missing)")
    let unknown = await shell.run("call", file, "showPet", "petID=7")
    #expect(unknown.status == 64 && unknown.err.contains("petID") && unknown.err.contains("petId"), "\(unknown)")
    let operation = await shell.run("call", file, "shwPet")
    #expect(operation.status == 64 && operation.err.contains("showPet"), "\(operation)")
    let body = await shell.run("call", file, "showPet", "petId=1", "--body", "{}")
    #expect(body.status == 64 && body.err.contains("showPet"), "\(body)")
    let secret = await shell.run("call", file, "showPet", "petId=1", "--secret", "NO_TOKEN")
    #expect(secret.status == 64 && secret.err.contains("NO_TOKEN"), "\(secret)")
    #expect(server.requests.isEmpty)
  }

  @Test func aRefusalIsOneSentenceWithItsStatus() async throws {
    let (shell, file) = try zoo(Server(status: .conflict, body: #"{"code":"TAKEN","message":"이미 있는 이름입니다."}"#))
    let output = await shell.run("call", file, "addPet", "name=나루")
    #expect(output.status == 1 && output.out.isEmpty && output.err.split(separator: "\n").count == 1, "\(output)")
    #expect(output.err.contains("409") && output.err.contains("이미 있는 이름입니다."), "\(output)")
  }

  @Test func bytesGoToAFile() async throws {
    let (shell, file) = try zoo(Server(body: "나루"))
    let target = shell.folder.appending(path: "answer.bin")
    let output = await shell.run("call", file, "showPet", "petId=1", "-o", target.path)
    #expect(output.status == 0 && output.out.isEmpty, "\(output)")
    #expect(try String(contentsOf: target, encoding: .utf8) == "나루")
  }

  @Test func operationsAndTheirValuesAreListed() async throws {
    let (shell, file) = try zoo()
    let operations = await shell.run("call", file)
    #expect(operations.status == 0 && operations.lines.count == 3, "\(operations)")
    #expect(operations.lines[1].contains("showPet") && operations.lines[1].contains("/pets/{petId}"))
    let fields = await shell.run("call", file, "showPet", "--describe")
    #expect(fields.lines.count == 3 && fields.out.contains("array of name | kind"), "\(fields)")
  }

  @Test func theServerIsThatOfTheDocumentUnlessAnotherIsNamed() async throws {
    let server = Server()
    let (shell, file) = try zoo(server)
    _ = await shell.run("call", file, "showPet", "petId=1", environment: ["NARU_URL": ""])
    #expect(server.requests.last?.head.authority == "eu.example.com" && server.requests.last?.head.path == "/v2/pets/1")
    _ = await shell.run("call", file, "showPet", "petId=1")
    #expect(server.requests.last?.head.authority == "127.0.0.1:8080")
  }
}

/// A server that keeps its requests.
private final class Server: Transport {
  private let status: HTTPResponse.Status
  private let body: String
  private let kept = Locked<[APIRequest]>([])

  init(status: HTTPResponse.Status = .ok, body: String = #"{"name":"나루","age":1.50}"#) {
    self.status = status
    self.body = body
  }

  var requests: [APIRequest] { kept.withLock { $0 } }

  @concurrent
  func send(_ request: APIRequest) async throws -> APIResponse {
    kept.withLock { $0.append(request) }
    return APIResponse(head: HTTPResponse(status: status), body: Data(body.utf8))
  }
}
