import Foundation
import Hummingbird
import InMemoryLogging
import Logging
import Naru
import NaruServer
import ServerTesting
import TestSupport
import Testing

/// Requests over a socket that are wrong, unusual, or cut off.
struct RequestRulesTests {
  @API("/notes")
  struct Notes: Sendable {
    @GET("/all")
    var all: @Sendable () async throws -> [String]

    @GET("/stream")
    var stream: @Sendable () async throws -> Blob

    @POST("/add")
    var add: @Sendable (_ note: String) async throws -> String

    @POST("/own", auth: .required)
    var own: @Sendable (_ note: String) async throws -> String

    @POST("/file")
    var file: @Sendable (_ file: Blob) async throws -> Int
  }

  private static let host = "Host: naru.example\r\n"

  private func withServer(
    log: Logger = Logger(label: "naru.test", factory: { _ in SwiftLogNoOpLogHandler() }),
    _ body: @escaping @Sendable (RunningServer) async throws -> Void
  ) async throws {
    let router = Router()
    router.get("/plain") { request, _ in request.uri.string }
    router.head("/plain") { _, _ in Response(status: .ok, body: ResponseBody { try await $0.finish(nil) }) }
    router.get("/chunks") { _, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          try await writer.write(ByteBuffer(string: "one "))
          try await writer.write(ByteBuffer(string: "two"))
          try await writer.finish(nil)
        }
      )
    }
    router.mount(Notes.self, options: ServingOptions(language: .english, logger: log)) { _ in
      Notes(all: { ["a", "나"] }, stream: { Blob(chunks: AsyncStream<Data> { nil }) }, add: { $0 }, own: { $0 }) {
        try await $0.collect(upTo: 1 << 20).count
      }
    }
    try await ServerTesting.withServer(router, server: .limited(), log: log, body)
  }

  private func post(_ path: String, _ head: String, _ body: String = "") -> String {
    "POST \(path) HTTP/1.1\r\n\(Self.host)Content-Type: application/json\r\n\(head)\r\n\(body)"
  }

  @Test(arguments: ["", "Host: a\r\nHost: a\r\n", "Host: \r\n", "Host: a b\r\n", "Host: a/b\r\n", "Host: x@a\r\n"])
  func aRequestWithoutOneValidHostIs400(host: String) async throws {
    try await withServer { server in
      let (text, isClosed) = try await server.connect().asking("GET /plain HTTP/1.1\r\n\(host)\r\n").receive()
      #expect(text.hasPrefix("HTTP/1.1 400 ") && text.contains("Host") && isClosed)
    }
  }

  @Test(arguments: ["/plain#x", "//plain", "/a//plain", "*plain", "plain", "http://other.example/plain", "http:plain"])
  func aTargetThatCouldBeMisreadIs400(target: String) async throws {
    try await withServer { server in
      let (text, isClosed) = try await server.connect().asking("GET \(target) HTTP/1.1\r\n\(Self.host)\r\n").receive()
      #expect(text.hasPrefix("HTTP/1.1 400 ") && isClosed, "\(text)")
    }
  }

  @Test(arguments: [
    ("/plain?next=//x", "/plain?next=//x"), ("http://naru.example/plain?a", "/plain?a"),
    ("HTTP://Naru.Example/plain", "/plain"),
  ])
  func aValidTargetIsReadInOneWay(target: String, path: String) async throws {
    try await withServer { server in
      let text = try await server.connect().ask("GET \(target) HTTP/1.1\r\n\(Self.host)\r\n")
      #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix("\r\n\r\n\(path)"), "\(text)")
    }
  }

  @Test func aRejectionWaitsForTheResponsesBeforeIt() async throws {
    try await withServer { server in
      let good = "GET /plain HTTP/1.1\r\n\(Self.host)\r\n"
      let text = try await server.connect().asking(good + good + "GET //x HTTP/1.1\r\n\(Self.host)\r\n" + good)
        .receive().text
      #expect(text.matches(of: /HTTP\/1.1 ([0-9]+)/).map(\.1) == ["200", "200", "400"])
    }
  }

  @Test func aConnectionOfHTTP10IsClosedAfterTheResponse() async throws {
    try await withServer { server in
      let (text, isClosed) = try await server.connect().asking("GET /chunks HTTP/1.0\r\n\r\n").receive()
      #expect(text.hasPrefix("HTTP/1.0 200 ") && text.hasSuffix("\r\n\r\none two") && isClosed, "\(text)")
    }
  }

  @Test func aResponseToHEADNeverHasABody() async throws {
    try await withServer { server in
      let connection = try server.connect()
      connection.send("HEAD /plain HTTP/1.1\r\n\(Self.host)\r\nGET /plain HTTP/1.1\r\n\(Self.host)\r\n")
      let text = await connection.receive { $0.hasSuffix("/plain") }.text
      #expect(text.components(separatedBy: "\r\n\r\n").count == 3, "\(text)")
    }
  }

  @Test func headOfAContractHasTheLengthOfGet() async throws {
    try await withServer { server in
      let connection = try server.connect()
      connection.send("HEAD /notes/all HTTP/1.1\r\n\(Self.host)\r\n")
      let head = await connection.receive { $0.contains("\r\n\r\n") }.text.lowercased()
      #expect(head.contains("content-length: 11\r\n"), "\(head)")
      connection.send("HEAD /notes/stream HTTP/1.1\r\n\(Self.host)\r\n")
      let stream = await connection.receive { $0.contains("\r\n\r\n") }.text.lowercased()
      #expect(stream.hasPrefix("http/1.1 200 ") && !stream.contains("content-length"), "\(stream)")
      #expect(await connection.ask("GET /plain HTTP/1.1\r\n\(Self.host)\r\n").hasSuffix("/plain"))
    }
  }

  @Test func everyResponseForbidsGuessingItsType() async throws {
    try await withServer { server in
      for path in ["/plain", "/notes/all", "/unknown", "//"] {
        let text = try await server.connect().ask("GET \(path) HTTP/1.1\r\n\(Self.host)\r\n").lowercased()
        #expect(text.components(separatedBy: "x-content-type-options: nosniff\r\n").count == 2, "\(text)")
      }
    }
  }

  // MARK: Bodies

  @Test(arguments: ["/unknown", "/notes/own", "/notes/all"])
  func aLongBodyThatNoOneReadsClosesTheConnection(path: String) async throws {
    try await withServer { server in
      let head = post(path, "Content-Length: 4000000000\r\n", "\"x")
      let (text, isClosed) = try await server.connect().asking(head).receive(sending: "more")
      #expect([401, 404, 405].contains { text.hasPrefix("HTTP/1.1 \($0) ") } && isClosed)
      #expect(text.lowercased().contains("connection: close\r\n"))
    }
  }

  @Test func aShortBodyThatNoOneReadsKeepsTheConnection() async throws {
    try await withServer { server in
      let connection = try server.connect()
      let refused = await connection.ask(post("/notes/own", "Content-Length: 7\r\n", "\"a"))
      #expect(refused.hasPrefix("HTTP/1.1 401 ") && !refused.lowercased().contains("connection: close"))
      #expect(await connection.ask("bcde\"GET /plain HTTP/1.1\r\n\(Self.host)\r\n").hasSuffix("/plain"))
    }
  }

  @Test func continueIsSentWhenTheBodyIsRead() async throws {
    try await withServer { server in
      let expecting = "Content-Length: 3\r\nExpect: 100-continue\r\n"
      let connection = try server.connect()
      connection.send(post("/notes/add", expecting))
      #expect(await connection.receive { $0.hasSuffix("\r\n\r\n") }.text == "HTTP/1.1 100 Continue\r\n\r\n")
      #expect(await connection.ask("\"a\"").hasSuffix("\"a\""))
      // A caller who is refused does not have to send the body.
      let refused = try await server.connect().asking(post("/notes/own", expecting)).receive()
      #expect(refused.text.hasPrefix("HTTP/1.1 401 ") && refused.isClosed)
      let immediate = try await server.connect().ask(post("/notes/add", expecting, "\"a\""))
      #expect(immediate.hasPrefix("HTTP/1.1 200 ") && immediate.hasSuffix("\"a\""))
    }
  }

  @Test(
    arguments: ["add", "file"],
    [
      "Transfer-Encoding: chunked\r\n\r\nzz\r\n\"a\"\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n3\r\n\"a\"x\r\n",
      "Content-Length: -1\r\n\r\n\"a\"", "Content-Length: 1\r\nContent-Length: 2\r\n\r\n\"a\"",
      "Content-Length: 99999999999999999999\r\n\r\n\"a\"", "Content-Length: 10\r\n\r\n\"a\"",
      "Transfer-Encoding: chunked\r\n\r\n3\r\n\"a\"\r\n",
    ]
  )
  func aBodyThatIsBrokenOffIs400AndNoErrorOfTheServer(endpoint: String, rest: String) async throws {
    let log = InMemoryLogHandler()
    var logger = Logger(label: "test") { _ in log }
    logger.logLevel = .debug
    try await withServer(log: logger) { server in
      let connection = try server.connect()
      connection.send("POST /notes/\(endpoint) HTTP/1.1\r\n\(Self.host)Content-Type: application/json\r\n\(rest)")
      connection.endSending()
      let (text, isClosed) = await connection.receive()
      #expect(text.hasPrefix("HTTP/1.1 400 ") && isClosed, "\(text)")
    }
    #expect(!log.lines.contains { $0.hasPrefix("error") }, "\(log.lines)")
  }

  @Test func aClientThatHasFinishedSendingGetsTheWholeResponse() async throws {
    let router = Router()
    let size = 8 << 20
    router.get("/large") { _, _ in
      Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(repeating: 0x78, count: size)))
    }
    try await ServerTesting.withServer(router, server: .limited()) { server in
      let connection = try server.connect(receiveBuffer: 4096)
      connection.send("GET /large HTTP/1.1\r\n\(Self.host)\r\n")
      connection.endSending()
      let (text, isClosed) = await connection.receive()
      #expect(text.utf8.count > size && isClosed)
    }
  }
}

extension RawConnection {
  /// Sends a request.
  fileprivate func asking(_ text: String) -> RawConnection {
    send(text)
    return self
  }
}

extension RunningServer {
  /// Opens a connection.
  func connect(receiveBuffer: Int32? = nil) throws -> RawConnection {
    try RawConnection(port: url.port ?? 0, receiveBuffer: receiveBuffer)
  }
}
