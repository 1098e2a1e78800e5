import Foundation
import HTTPTypes
import InMemoryLogging
import Logging
import Naru
import TestSupport
import Testing

struct CallLogTests {
  private static let endpoint = Endpoint(
    "Books",
    "reset",
    .post,
    "/books/{token}/x",
    auth: .required,
    idempotencyKey: true,
    parameters: [.init("token", .path), .init("text", .query), .init("note", .body)]
  )

  private let log = InMemoryLogHandler()
  private var logger: Logger { Logger(label: "test") { _ in log } }

  private func client(_ transport: some Transport, _ middleware: [any Middleware]? = nil) throws -> APIClient {
    APIClient(
      try #require(URL(string: "https://h/api")),
      transport: transport,
      middleware: middleware ?? [CallLog(logger), BearerAuthentication { Secret("s3cret") }]
    )
  }

  private var call: OutgoingCall {
    var call = OutgoingCall(Self.endpoint)
    call.path("token", "s3cret-path")
    call.query("text", "s3cret text")
    call.body(["password": "s3cret"])
    return call
  }

  @Test
  func aSuccessIsLoggedOnce() async throws {
    try await client(ClosureTransport.status(201, #"{"token":"s3cret"}"#)).send(call)
    let line = try #require(log.entries.first)
    #expect(log.entries.count == 1)
    #expect(line.level == .info)
    #expect(line.message == "POST /books/{token}/x 201")
    #expect(line.metadata["endpoint"] == "Books.reset")
    #expect(line.metadata["attempt"] == "1")
    #expect(line.metadata["sent"] == "21")
    #expect(line.metadata["received"] == "18")
    #expect(try #require(line.metadata["ms"].flatMap { Double("\($0)") }) >= 0)
  }

  @Test(
    arguments: [
      (.success(404), .warning, "404"), (.success(503), .warning, "503"), (.success(302), .info, "302"),
      (.failure(APIError(.unreachable)), .warning, "unreachable"),
      (.failure(APIError(.cancelled)), .info, "cancelled"),
      (.failure(APIError(.unknown, underlyingError: APIError(.invalidRequest, "s3cret"))), .warning, "unknown"),
    ] as [(Result<Int, APIError>, Logger.Level, String)]
  )
  func failuresAreLoggedWithoutValues(outcome: Result<Int, APIError>, level: Logger.Level, word: String) async throws {
    let transport = ClosureTransport { _ in
      APIResponse(head: HTTPResponse(status: .init(code: try outcome.get())), body: Data("s3cret".utf8))
    }
    let client = try client(transport)
    await #expect(throws: APIError.self) { try await client.send(call) }
    #expect(log.entries.map(\.level) == [level])
    #expect(log.entries.map(\.message) == ["POST /books/{token}/x \(word)"])
    #expect(!log.lines.joined().contains("s3cret"))
  }

  @Test
  func eachAttemptIsLoggedWithItsNumber() async throws {
    let tries = Locked(0)
    let transport = ClosureTransport { _ in
      let number = tries.withLock { tries in
        tries += 1
        return tries
      }
      return APIResponse(head: HTTPResponse(status: number == 3 ? .ok : .serviceUnavailable))
    }
    let retry = Retry(clock: TestClock())
    try await client(transport, [CallLog(logger), retry, CallLog(logger)]).send(call)
    #expect(log.entries.map(\.metadata["attempt"]) == ["1", "2", "3", "1"])
    #expect(log.entries.map(\.level) == [.warning, .warning, .info, .info])
  }

  @Test
  func nothingIsLoggedBelowTheLoggersLevel() async throws {
    var logger = self.logger
    logger.logLevel = .error
    try await client(ClosureTransport.status(200), [CallLog(logger)]).send(call)
    #expect(log.entries.isEmpty)
  }

  private func intercept(_ request: APIRequest, _ response: APIResponse) async throws -> APIResponse {
    try await CallLog(logger).intercept(
      request,
      next: APINext { request in
        if let stream = request.stream { _ = try await stream.collect(upTo: .max) }
        return response
      }
    )
  }

  private func chunks(_ count: Int, failing: Bool = false) -> Blob {
    let stream = AsyncThrowingStream<Data, any Error> { continuation in
      for _ in 0..<count { continuation.yield(Data("12345".utf8)) }
      continuation.finish(throwing: failing ? APIError(.unreachable) : nil)
    }
    return Blob(chunks: stream)
  }

  private var request: APIRequest {
    let head = HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/")
    return APIRequest(endpoint: Endpoint("Books", "export", .get, "/export"), head: head)
  }

  @Test
  func aStreamIsLoggedAfterItWasRead() async throws {
    var request = request
    request.stream = chunks(3)
    let response = try await intercept(request, APIResponse(head: .init(status: .ok), stream: chunks(4)))
    #expect(log.entries.isEmpty)
    #expect(try await response.stream?.collect(upTo: 100).count == 20)
    #expect(log.entries.map(\.metadata["sent"]) == ["15"])
    #expect(log.entries.map(\.metadata["received"]) == ["20"])
  }

  @Test
  func aBrokenStreamIsLoggedAsAFailure() async throws {
    let response = try await intercept(request, APIResponse(head: .init(status: .ok), stream: chunks(2, failing: true)))
    await #expect(throws: APIError.self) { _ = try await response.stream?.collect(upTo: 100) }
    #expect(log.entries.map(\.message) == ["GET /export unreachable"])
    #expect(log.entries.map(\.metadata["received"]) == ["10"])
  }

  @Test
  func anUnreadStreamIsLoggedWhenItIsReleased() async throws {
    do {
      let response = try await intercept(request, APIResponse(head: .init(status: .ok), stream: chunks(2)))
      var iterator = try #require(response.stream).makeAsyncIterator()
      #expect(try await iterator.next()?.count == 5)
      #expect(log.entries.isEmpty)
    }
    #expect(log.entries.map(\.metadata["received"]) == ["5"])
  }
}
