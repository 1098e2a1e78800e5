import Foundation
import HTTPTypes
import Logging
import Naru
import TestSupport
import Testing

struct CallLogTests {
  /// Collects the log.
  private struct Lines: LogHandler {
    struct Line: Sendable, Equatable {
      var level: Logger.Level
      var message: String
      var metadata: [String: String]
    }

    let lines = Locked<[Line]>([])
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let line = Line(
        level: event.level,
        message: "\(event.message)",
        metadata: (event.metadata ?? [:]).mapValues { "\($0)" }
      )
      lines.withLock { $0.append(line) }
    }

    var logger: Logger { Logger(label: "test") { _ in self } }
    var all: [Line] { lines.withLock { $0 } }
    var text: String { all.map { "\($0.message) \($0.metadata)" }.joined(separator: "\n") }
  }

  private static let endpoint = Endpoint(
    "Books",
    "reset",
    .post,
    "/books/{token}/x",
    auth: .required,
    idempotencyKey: true,
    parameters: [.init("token", .path), .init("text", .query), .init("note", .body)]
  )

  private let lines = Lines()

  private func client(_ transport: some Transport, _ middleware: [any Middleware]? = nil) throws -> APIClient {
    APIClient(
      try #require(URL(string: "https://h/api")),
      transport: transport,
      middleware: middleware ?? [CallLog(lines.logger), BearerAuthentication { Secret("s3cret") }]
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
    let line = try #require(lines.all.first)
    #expect(lines.all.count == 1)
    #expect(line.level == .info)
    #expect(line.message == "POST /books/{token}/x 201")
    #expect(line.metadata["endpoint"] == "Books.reset")
    #expect(line.metadata["attempt"] == "1")
    #expect(line.metadata["sent"] == "21")
    #expect(line.metadata["received"] == "18")
    #expect(try #require(line.metadata["ms"].flatMap(Double.init)) >= 0)
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
    #expect(lines.all.map(\.level) == [level])
    #expect(lines.all.map(\.message) == ["POST /books/{token}/x \(word)"])
    #expect(!lines.text.contains("s3cret"))
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
    try await client(transport, [CallLog(lines.logger), retry, CallLog(lines.logger)]).send(call)
    #expect(lines.all.map(\.metadata["attempt"]) == ["1", "2", "3", "1"])
    #expect(lines.all.map(\.level) == [.warning, .warning, .info, .info])
  }

  @Test
  func nothingIsLoggedBelowTheLoggersLevel() async throws {
    var logger = lines.logger
    logger.logLevel = .error
    try await client(ClosureTransport.status(200), [CallLog(logger)]).send(call)
    #expect(lines.all.isEmpty)
  }

  private func intercept(_ request: APIRequest, _ response: APIResponse) async throws -> APIResponse {
    try await CallLog(lines.logger).intercept(
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
    #expect(lines.all.isEmpty)
    #expect(try await response.stream?.collect(upTo: 100).count == 20)
    #expect(lines.all.map(\.metadata["sent"]) == ["15"])
    #expect(lines.all.map(\.metadata["received"]) == ["20"])
  }

  @Test
  func aBrokenStreamIsLoggedAsAFailure() async throws {
    let response = try await intercept(request, APIResponse(head: .init(status: .ok), stream: chunks(2, failing: true)))
    await #expect(throws: APIError.self) { _ = try await response.stream?.collect(upTo: 100) }
    #expect(lines.all.map(\.message) == ["GET /export unreachable"])
    #expect(lines.all.map(\.metadata["received"]) == ["10"])
  }

  @Test
  func anUnreadStreamIsLoggedWhenItIsReleased() async throws {
    do {
      let response = try await intercept(request, APIResponse(head: .init(status: .ok), stream: chunks(2)))
      var iterator = try #require(response.stream).makeAsyncIterator()
      #expect(try await iterator.next()?.count == 5)
      #expect(lines.all.isEmpty)
    }
    #expect(lines.all.map(\.metadata["received"]) == ["5"])
  }
}
