import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

struct JSONLinesTests {
  struct Word: Codable, Sendable, Equatable {
    var text: String
    var isLast = false
  }

  @API("/chat")
  struct Chat: Sendable {
    @POST("/")
    var ask: @Sendable (_ question: String) async throws -> JSONLines<Word>
  }

  /// Receives lines as bytes in pieces of a size.
  private func words(
    _ text: String,
    pieces: Int = 1000,
    type: String = "application/x-ndjson; charset=utf-8"
  ) async throws -> JSONLines<Word> {
    let blob = Blob(Data(text.utf8), inPiecesOf: pieces, contentType: type)
    let transport = ClosureTransport { request in
      #expect(request.streamsResponse)
      #expect(request.head.headerFields[.accept] == "application/x-ndjson")
      return APIResponse(head: HTTPResponse(status: .ok), stream: blob)
    }
    return try await Chat.live(APIClient(InMemoryTransport.url, transport: transport, maxResponseSize: 100)).ask("?")
  }

  private static let line = #"{"text":"나루","isLast":false}"#

  @Test(
    arguments: [
      ("\(line)\n\(line)\n", 2), ("\(line)\r\n\(line)\r\n", 2), ("\n \n\(line)\n\n\(line)", 2), ("", 0), ("\n", 0),
      (#" { "text" : "a\nb" , "isLast" : true } "# + "\n", 1), (line, 1),
      ("\u{1E}\(line)\n\u{1E}\(line)\n", 2),
    ]
  )
  func linesInAnyPiecesAreRead(text: String, count: Int) async throws {
    for pieces in [1, 2, 3, 1000] {
      let found = try await words(text, pieces: pieces).all()
      #expect(found.count == count, "in pieces of \(pieces)")
      #expect(found.allSatisfy { ["나루", "a\nb"].contains($0.text) })
    }
  }

  @Test(
    arguments: [
      "application/ndjson", "application/jsonl", "application/x-jsonlines;charset=UTF-8", "application/stream+json",
      "application/stream+json;charset=UTF-8", "Text/X-NDJSON", "application/jsonlines", "application/x-jsonl",
      "application/json-seq", "application/x-ndjson, application/x-ndjson", "application/x-ndjson charset=utf-8",
    ]
  )
  func otherNamesOfTheTypeAreKnown(type: String) async throws {
    #expect(try await words(Self.line, type: type).all().count == 1)
  }

  @Test func theShortBodyOfSpringIsNoSingleJSON() async throws {
    let fields: HTTPFields = [.contentType: "application/stream+json"]
    let transport = ClosureTransport.status(200, "\(Self.line)\n\(Self.line)\n", fields)
    let client = APIClient(InMemoryTransport.url, transport: transport)
    let call = OutgoingCall(Endpoint("Chat", "ask", .get, "/chat", format: Envelope.self))
    let lines: JSONLines<Word> = try await client.send(call)
    #expect(try await lines.all().count == 2)
  }

  @Test func anUndecodableLineIsAnErrorAndTheNextOneCanBeRead() async throws {
    var iterator = try await words("\(Self.line)\n{\"text\":7}\n\(Self.line)\n{\"te").makeAsyncIterator()
    #expect(try await iterator.next() == Word(text: "나루"))
    let error = await #expect(throws: APIError.self) { _ = try await iterator.next() }
    #expect(error?.code == .decodingFailed && error?.excerpt == #"{"text":7}"#)
    #expect(error?.endpoint == Chat.Endpoints.ask)
    #expect(try await iterator.next() == Word(text: "나루"))
    await #expect { _ = try await iterator.next() } throws: { ($0 as? APIError)?.code == .decodingFailed }
    #expect(try await iterator.next() == nil)
  }

  @Test func aLineBeyondTheLimitIsAnErrorAndManyShortOnesAreNot() async throws {
    let long = try await words("{\"text\":\"" + String(repeating: "x", count: 2000), pieces: 50)
    #expect(await code { for try await _ in long {} } == .tooLarge)
    #expect(try await words(String(repeating: Self.line + "\n", count: 50)).all().count == 50)
  }

  @Test func aResponseOfAnotherTypeIsUndecodable() async throws {
    for type in ["application/json", "text/html"] {
      let error = await #expect(throws: APIError.self) { _ = try await words("[]", type: type) }
      #expect(error?.code == .decodingFailed && error?.excerpt == "[]")
    }
  }

  @Test func wordsAreServedOneByOne() async throws {
    let asked = Locked(0)
    let chat = Chat { question in
      let words = AsyncThrowingStream<Word, any Error> {
        let number = asked.next()
        if number == 3 { throw APIError(.serverError) }
        return Word(text: "\(question)\n\(number)", isLast: number == 2)
      }
      return JSONLines(words)
    }
    var words = try await Chat.overHTTP(chat).ask("나").makeAsyncIterator()
    #expect(asked.withLock { $0 } == 0)
    #expect(try await words.next() == Word(text: "나\n1"))
    #expect(asked.withLock { $0 } == 1)
    #expect(try await words.next() == Word(text: "나\n2", isLast: true))
    await #expect(throws: APIError.self) { _ = try await words.next() }
  }

  @Test func aReplacedContractHasKnownWords() async throws {
    var chat = Chat.unimplemented
    chat.ask = { _ in JSONLines([Word(text: "a"), Word(text: "b")]) }
    #expect(try await chat.ask(question: "?").all().map(\.text) == ["a", "b"])
  }
}
