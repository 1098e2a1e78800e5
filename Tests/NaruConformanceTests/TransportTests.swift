import Foundation
import HTTPTypes
import Naru
import NaruAsyncHTTPClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ServerTests {
  /// The promises of every transport, with a server that works.
  @Suite(.timeLimit(.minutes(5)))
  struct TransportTests {
    // MARK: Content

    @Test(arguments: TestedTransport.allCases)
    func stringsInThePathTheQueryAndTheBodyArriveUnchanged(over transport: TestedTransport) async throws {
      let strings = [
        "plain", "한글과 빈칸", "a+b&c=d%e#f?g/h;i", "100%", "“따옴표”", "👨‍👩‍👧‍👦 🇰🇷", "..%2F..", "\u{200B}\u{202E}rtl", "null",
      ]
      try await transport.run { subject async throws in
        for string in strings {
          let echo = try await subject.probe().echo(path: string, query: string, body: .init(text: string))
          #expect(echo == Probe.Echo(path: string, query: string, header: nil, body: string, method: "POST"))
        }
      }
    }

    @Test(arguments: TestedTransport.allCases)
    func everyMethodArrives(over transport: TestedTransport) async throws {
      try await transport.run { subject async throws in
        let probe = subject.probe()
        #expect(try await probe.get().method == "GET")
        #expect(try await probe.put(body: .init(text: "x")).method == "PUT")
        #expect(try await probe.patch(body: .init(text: "x")).method == "PATCH")
        #expect(try await probe.delete().method == "DELETE")
        let removed = try await probe.remove(items: ["a", "나루"])
        #expect(removed.method == "DELETE" && removed.body == "a,나루")
      }
    }

    @Test(arguments: TestedTransport.allCases)
    func headerFieldsArriveInBothDirections(over transport: TestedTransport) async throws {
      try await transport.run { subject async throws in
        #expect(try await subject.probe().header(probeMark: "mark-1").header == "mark-1")
        let page = try await subject.probe().counted()
        #expect(page.total == 1234 && page.elements == [1, 2, 3])
      }
    }

    @Test(arguments: TestedTransport.allCases)
    func theResponseToHEADEndsWithItsHead(over transport: TestedTransport) async throws {
      try await transport.run { subject async throws in
        let probe = subject.probe(timeout: .seconds(10))
        #expect(try await probe.size(bytes: 1 << 30).length == 1 << 30)
        #expect(try await probe.get().method == "GET")
      }
    }

    @Test(arguments: TestedTransport.allCases)
    func aResponseWithoutABodyIsASuccessForACallWithoutAValue(over transport: TestedTransport) async throws {
      try await transport.run { try await $0.probe().nothing() }
    }

    @Test(arguments: TestedTransport.allCases)
    func aFailureHasItsStatusCodeAndMessage(over transport: TestedTransport) async throws {
      try await transport.run { subject async throws in
        for status in [400, 401, 403, 404, 409, 418, 429, 500, 503] {
          let error = try await failure { try await subject.probe().fail(status: status) }
          #expect(error.status?.code == status)
          #expect(error.serverCode == "PROBE")
          #expect(error.message?.korean == "이것은 \(status)입니다.")
          #expect(error.endpoint == Probe.Endpoints.fail)
        }
      }
    }

    @Test(arguments: TestedTransport.allCases)
    func bodiesOfAMegabyteAreSentAndReceived(over transport: TestedTransport) async throws {
      let text = String(repeating: "가나다라마바사아자차카타파하", count: 25_000)
      try await transport.run { subject async throws in
        let echo = try await subject.probe().echo(path: "p", query: "q", body: .init(text: text))
        #expect(echo.body == text)
      }
    }

    @Test(arguments: TestedTransport.allCases)
    func aHundredConcurrentCallsGetTheirOwnResponses(over transport: TestedTransport) async throws {
      try await transport.run { subject async throws in
        let probe = subject.probe()
        try await concurrently(100) { number in
          let echo = try await probe.echo(path: "\(number)", query: "q", body: .init(text: "\(number)"))
          #expect(echo.path == "\(number)" && echo.body == "\(number)")
        }
      }
    }

    // MARK: Streams

    @Test(arguments: TestedTransport.allCases)
    func aStreamedResponseMayBeLargerThanTheLimit(over transport: TestedTransport) async throws {
      try await transport.run { subject async throws in
        let blob = try await subject.probe(maxResponseSize: 1000).download(bytes: 4_000_000)
        #expect(try await blob.collect(upTo: 4_000_000).count == 4_000_000)
      }
    }

    @Test(arguments: TestedTransport.allCases, [3_000_000, nil])
    func streamedBytesAreSentAndTheirProgressIsReported(over transport: TestedTransport, length: Int?) async throws {
      try await transport.run { subject async throws in
        let progress = Locked<[Int]>([])
        let blob = Blob(chunks: ProbeServer.chunks(3_000_000), length: length)
        let arrived = try await withCallOptions(onSend: { bytes, _ in progress.withLock { $0.append(bytes) } }) {
          try await subject.probe().upload(bytes: blob)
        }
        #expect(arrived == 3_000_000)
        let reported = progress.withLock { $0 }
        #expect(reported.last == 3_000_000)
        #expect(reported == reported.sorted())
      }
    }

    @Test(arguments: TestedTransport.allCases)
    func anErrorOfTheSentStreamFailsTheCall(over transport: TestedTransport) async throws {
      struct Torn: Error {}
      try await transport.run { subject async throws in
        let chunks = AsyncThrowingStream<Data, any Error> { continuation in
          continuation.yield(Data(count: 1000))
          continuation.finish(throwing: Torn())
        }
        let blob = Blob(chunks: chunks, length: 2000)
        let error = try await failure { _ = try await subject.probe().upload(bytes: blob) }
        // Without a socket, the server reads the stream and reports the error.
        #expect(transport == .inMemory || error.underlyingError is Torn, "\(error)")
        _ = try await subject.probe().get()
      }
    }

    // MARK: Limits

    @Test(arguments: TestedTransport.allCases)
    func aResponseOverTheLimitIsTooLarge(over transport: TestedTransport) async throws {
      try await transport.run { subject async throws in
        let error = try await failure { _ = try await subject.probe(maxResponseSize: 1000).large(bytes: 5000) }
        #expect(error.code == .tooLarge)
        // The body is the string with quotes.
        #expect(try await subject.probe(maxResponseSize: 1002).large(bytes: 1000).count == 1000)
      }
    }

    @Test(arguments: TestedTransport.allCases)
    func aServerThatDoesNotRespondIsTimedOut(over transport: TestedTransport) async throws {
      try await transport.run { subject async throws in
        let error = try await failure { try await subject.probe(timeout: .milliseconds(50)).wait() }
        #expect(error.code == .timedOut)
        _ = try await subject.probe().get()
      }
      // The timeout for the head is separate from the timeout of the call.
      try await transport.run { subject async throws in
        let error = try await failure {
          try await withCallOptions(firstByteTimeout: .milliseconds(50)) { try await subject.probe().wait() }
        }
        #expect(error.code == .timedOut)
        _ = try await subject.probe().get()
      }
    }

    @Test(arguments: TestedTransport.allCases)
    func aCancelledCallEndsImmediately(over transport: TestedTransport) async throws {
      try await transport.run { subject async throws in
        let call = Task { try await subject.probe().wait() }
        await subject.server.waitUntilWaiting()
        call.cancel()
        #expect(try await failure { try await call.value }.code == .cancelled)
        _ = try await subject.probe().get()
      }
    }

    @Test(arguments: TestedTransport.allCases)
    func aCallInACancelledTaskIsNotSent(over transport: TestedTransport) async throws {
      try await transport.run { subject async throws in
        let call = Task {
          withUnsafeCurrentTask { $0?.cancel() }
          try await subject.probe().count()
        }
        #expect(try await failure { try await call.value }.code == .cancelled)
        #expect(subject.server.hits == 0)
      }
    }

    // MARK: Isolation

    @Test(arguments: TestedTransport.overSockets)
    func aRedirectIsNotFollowed(over transport: TestedTransport) async throws {
      try await transport.run { subject async throws in
        #expect(try await failure { try await subject.probe().redirect() }.status?.code == 307)
        #expect(subject.server.hits == 0)
      }
    }

    @Test(arguments: TestedTransport.allCases)
    func cookiesAndResponsesAreNotStored(over transport: TestedTransport) async throws {
      try await transport.run { subject async throws in
        let probe = subject.probe()
        for _ in 0..<2 { #expect(try await probe.cookie(cookie: nil).body.header == nil) }
        for _ in 0..<3 { _ = try await probe.cacheable() }
        #expect(subject.server.hits == 3)
      }
    }

    // MARK: URLSession

    @Test func theConfigurationOfAURLSessionIsUsed() async throws {
      try await FaultServer.run { server async throws in
        let configuration = URLSessionTransport.defaultConfiguration
        configuration.httpAdditionalHeaders = ["X-App": "naru"]
        let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        configuration.httpCookieStorage = storage
        configuration.httpShouldSetCookies = true
        configuration.httpCookieAcceptPolicy = .always
        let properties: [HTTPCookiePropertyKey: Any] = [
          .name: "visit", .value: "7", .domain: server.url.host() ?? "", .path: "/",
        ]
        storage.setCookie(try #require(HTTPCookie(properties: properties)))
        let transport = URLSessionTransport(configuration: configuration, delegate: NoDecisions())
        #expect(try await transport.send(.get(server.url)).head.status == .ok)
        let head = try #require(server.requests.first).lowercased()
        #expect(head.contains("x-app: naru") && head.contains("cookie: visit=7"), "\(head)")
      }
    }

    @Test func aGETWithABodyCannotBeSent() async throws {
      var request = APIRequest.get(try #require(URL(string: "http://127.0.0.1:1")))
      request.body = Data("1".utf8)
      let error = try await failure { [request] in _ = try await URLSessionTransport().send(request) }
      #expect(error.code == .encodingFailed)
    }

    @Test func aChallengeForAPasswordIsA401() async throws {
      let transports: [any Transport] = [URLSessionTransport(), AsyncHTTPClientTransport()]
      for transport in transports {
        try await FaultServer.run { server async throws in
          let challenge = "WWW-Authenticate: Basic realm=\"a\""
          let body = Data("{}".utf8)
          try await server.play([.readHead, .response("401 Unauthorized", fields: [challenge], body: body)])
          let response = try await transport.send(.get(server.url))
          #expect(response.head.status.code == 401)
          #expect(response.head.headerFields[.wwwAuthenticate] == "Basic realm=\"a\"")
          #expect(response.body == body)
        }
      }
    }
  }
}

/// A delegate that decides nothing.
private final class NoDecisions: NSObject, URLSessionTaskDelegate, Sendable {}

extension APIRequest {
  /// A `GET` of a server's root.
  static func get(_ url: URL) -> APIRequest {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(url.port ?? 0)", path: "/")
    return APIRequest(endpoint: Endpoint("Probe", "get", .get, "/"), head: head)
  }
}
