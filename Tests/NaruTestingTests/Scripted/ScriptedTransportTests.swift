import Foundation
import HTTPTypes
import Naru
import NaruTesting
import Testing

/// Answering calls from a script.
struct ScriptedTransportTests {
  private let server = ScriptedTransport()
  private var library: Library { .over(server) }

  private func error(_ call: () async throws -> Void) async throws -> APIError {
    try #require(await #expect(throws: APIError.self) { try await call() })
  }

  @Test func aFailureIsWrittenAsAServerWouldWriteIt() async throws {
    let made = APIError(.conflict, "이미 있습니다.", serverCode: "TWICE", status: .conflict, headers: [.location: "/books/1"])
    let server = ScriptedTransport().on(Library.Endpoints.show, .failure(made))
    let library = Library.live(APIClient(InMemoryTransport.url, transport: server))
    let error = try #require(await #expect(throws: APIError.self) { try await library.show(id: 1) })
    #expect(error == made)
    #expect(error.headers[.location] == "/books/1")
  }

  @Test func aCallCanBeCarriedOutWithoutAResponse() async throws {
    let calls = Locked(0)
    let carriedOut = ScriptedResponse.response { request in
      calls.withLock { $0 += 1 }
      return try IncomingCall(request).reply(())
    }
    server.on(Library.Endpoints.remove, carriedOut.lost.times(2), carriedOut)
    for _ in 0..<2 { #expect(try await error { try await library.remove(1) }.code == .unreachable) }
    try await library.remove(1)
    #expect(calls.withLock { $0 } == 3)
    server.expectAllUsed()
  }

  @Test func responsesComeInOrderForEachEndpoint() async throws {
    let book = Library.Book(id: 1, title: "하나", added: Date(timeIntervalSince1970: 1.5))
    server
      .on(Library.Endpoints.show, .value(book), .failure(.notFound, code: "NO_BOOK", message: "없습니다."))
      .on(Library.Endpoints.search, .value(CountedList([book], total: 9)))
      .on(Library.Endpoints.remove, .success)
    #expect(try await library.show(1) == book)
    try await library.remove(1)
    let failure = try await error { _ = try await library.show(1) }
    #expect(failure.code == .notFound && failure.serverCode == "NO_BOOK")
    #expect(failure.localizedDescription == "없습니다.")
    let page = try await library.search("x", nil)
    #expect(page.elements == [book] && page.total == 9)
    server.expectAllUsed()
  }

  @Test func responsesCanBeBytesErrorsAndClosures() async throws {
    struct Odd: Error {}
    server.on(
      Library.Endpoints.show,
      .text("<html>", status: .badGateway),
      .bytes(Data([0xFF])),
      .error(APIError(.timedOut)),
      .error(Odd()),
      .failure(.tooManyRequests, retryAfter: .seconds(7)),
      .response { request in
        let title = try #require(request.head.path)
        return APIResponse(head: HTTPResponse(status: .ok), body: Data(#"{"id":3,"title":"\#(title)"}"#.utf8))
      }
    )
    #expect(try await error { _ = try await library.show(1) }.excerpt == "<html>")
    #expect(try await error { _ = try await library.show(1) }.code == .decodingFailed)
    #expect(try await error { _ = try await library.show(1) }.code == .timedOut)
    #expect(try await error { _ = try await library.show(1) }.underlyingError is Odd)
    #expect(try await error { _ = try await library.show(1) }.retryAfter == .seconds(7))
    #expect(try await library.show(1).title == "/api/library/books/1")
  }

  @Test func responsesCanBeRepeated() async throws {
    let book = Library.Book(id: 1, title: "")
    server.on(Library.Endpoints.show, .failure(.notFound).times(2), .value(book).times(0), .value(book).always)
    for _ in 0..<2 { _ = try await error { _ = try await library.show(1) } }
    for _ in 0..<9 { #expect(try await library.show(1) == book) }
    server.expectAllUsed()
  }

  @Test func aCallWithoutAResponseFailsTheTestAndNamesTheEndpoint() async throws {
    server.on(Library.Endpoints.remove, .success)
    try await library.remove(1)
    var text = ""
    for _ in 0..<2 { text += try await issue { try await library.remove(1) } }
    #expect(text.contains("Library.remove was called (call 2), but the script has no answer for it."))
    #expect(text.contains("server.on(Library.Endpoints.remove, .value(…))"))
    #expect(text.contains("unimplemented, Library.remove"))
  }

  @Test func unusedResponsesAreReported() async throws {
    server.on(Library.Endpoints.show, .failure(.notFound).times(3), .success.always).on(Library.Endpoints.add, .success)
    _ = try? await library.show(1)
    let unused = try await issue { server.expectAllUsed() }
    #expect(unused == "Some answers were not used: Library.add: 1, Library.show: 2.")
  }

  @Test func bodiesAndResultsCanBeStreams() async throws {
    let head = HTTPRequest(method: .put, scheme: "https", authority: "h", path: "/x")
    var request = APIRequest(endpoint: Library.Endpoints.add, head: head)
    let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
    for chunk in ["ab", "c"] { continuation.yield(Data(chunk.utf8)) }
    continuation.finish()
    request.stream = Blob(chunks: chunks, length: 3)
    let sent = Locked<[Int]>([])
    request.onSend = { bytes, _ in sent.withLock { $0.append(bytes) } }
    request.streamsResponse = true
    server.on(
      Library.Endpoints.add,
      .response { APIResponse(head: HTTPResponse(status: .ok), body: $0.stream?.data ?? Data()) },
      .value(Blob(Data("xyz".utf8), contentType: "text/plain")).times(2)
    )
    #expect(try await server.send(request).body == Data("abc".utf8))
    #expect(sent.withLock { $0 } == [3])
    request.stream = nil
    let response = try await server.send(request)
    #expect(try await response.stream?.collect(upTo: 9) == Data("xyz".utf8))
    #expect(response.head.headerFields[.contentType] == "text/plain")
    request.streamsResponse = false
    #expect(try await server.send(request).body == Data("xyz".utf8))
  }

  @Test func theResponseLimitApplies() async throws {
    server.on(Library.Endpoints.show, .text("12345"))
    let failure = try await error {
      _ = try await withCallOptions(maxResponseSize: 4) { try await library.show(1) }
    }
    #expect(failure.code == .tooLarge)
  }
}
