import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

struct EventStreamTests {
  private static let endpoint = Endpoint("Events", "all", .get, "/events")

  /// Receives events as bytes in pieces of a size.
  private func events<Value>(
    _ text: String,
    pieces: Int,
    type: String = "text/event-stream; charset=utf-8",
    of: Value.Type = String.self
  ) async throws -> EventStream<Value> {
    let blob = Blob(Data(text.utf8), inPiecesOf: pieces, contentType: type)
    let transport = ClosureTransport { request in
      #expect(request.streamsResponse)
      #expect(request.head.headerFields[.accept] == "text/event-stream")
      return APIResponse(head: HTTPResponse(status: .ok), stream: blob)
    }
    return try await APIClient(InMemoryTransport.url, transport: transport, maxResponseSize: 1000)
      .send(OutgoingCall(Self.endpoint))
  }

  // The cases of WHATWG HTML, “Interpreting an event stream”, and others that servers send.
  @Test(
    arguments: [
      ("data: 가\n\ndata: 나\n\n", ["가", "나"]),
      ("data: a\r\ndata: b\r\n\r\n", ["a\nb"]),
      ("data: a\rdata: b\r\rdata: c\r\r", ["a\nb", "c"]),
      ("data:a\n\ndata:  b\n\n", ["a", " b"]),
      ("data\n\ndata\ndata\n\ndata:", ["", "\n"]),
      (": comment\n\n:\ndata: x\n\n", ["x"]),
      ("event: only\n\n", []),
      ("\u{FEFF}data: bom\n\n", ["bom"]),
      ("datum: x\ndata: y\nnonsense\n\n", ["y"]),
      ("data: cut", []),
      ("data: cut\n", []),
      ("\n\n\ndata: x\n\n\n\n", ["x"]),
      ("data: a:b: c\n\n", ["a:b: c"]),
      // A vowel of Thai and a color of skin form one character with what is before them.
      ("data:\u{0E31}a\n\ndata: \u{0E31}\n\ndata:\u{1F3FD}\n\n", ["\u{0E31}a", "\u{0E31}", "\u{1F3FD}"]),
    ]
  )
  func streamsInAnyPiecesAreReadByTheStandard(text: String, expected: [String]) async throws {
    for pieces in [1, 2, 3, 1000] {
      let found = try await events(text, pieces: pieces).all()
      #expect(found.map(\.data) == expected, "in pieces of \(pieces)")
    }
  }

  @Test func anIDAppliesToLaterEventsAndANameToOne() async throws {
    let text = "id: 1\nevent: a\nretry: 20\ndata: x\n\ndata: y\n\nid: bad\0\nretry: 2s\ndata: z\n\nid\ndata: w\n\n"
    #expect(
      try await events(text, pieces: 1).all() == [
        ServerSentEvent("x", id: "1", name: "a", retry: .milliseconds(20)),
        ServerSentEvent("y", id: "1"),
        ServerSentEvent("z", id: "1"),
        ServerSentEvent("w"),
      ]
    )
  }

  @Test(arguments: [
    "data: [DONE]\n\n", "event: end\ndata:  [DONE] \n\ndata: 3\n\n", "data: [DONE]\n\ndata: [DONE]\n\n",
  ])
  func theMarkOfChatServersEndsAStreamOfJSON(end: String) async throws {
    for pieces in [1, 1000] {
      var iterator = try await events("data: 1\n\ndata: 2\n\n\(end)", pieces: pieces, of: Int.self).makeAsyncIterator()
      #expect(try await iterator.next()?.data == 1)
      #expect(try await iterator.next()?.data == 2)
      #expect(try await iterator.next() == nil)
      #expect(try await iterator.next() == nil)
    }
    let texts = try await events("data: [DONE]\n\ndata: 나\n\n", pieces: 1).all()
    #expect(texts.map(\.data) == ["[DONE]", "나"], "a string may be any string")
  }

  @Test(arguments: ["data:\n\n", "event: ping\ndata: \n\n", "id: 7\ndata\ndata: \n\n"])
  func blankDataIsNoEventOfAStreamOfJSON(blank: String) async throws {
    let found = try await events("\(blank)data: 1\n\n\(blank)", pieces: 1, of: Int.self).all()
    #expect(found == [ServerSentEvent(1, id: blank.contains("id") ? "7" : nil)])
  }

  @Test(
    arguments: [
      ("retry: 3000\n\nid: 5\ndata: x\n\ndata: y\n\n", [3000, nil]),
      ("retry: 1\n\n: ping\n\nretry: 2\n\ndata: x\n\n", [2]),
      ("retry: 1\n\nretry: soon\nretry\ndata: x\n\n", [1]), ("data: x\n\nretry: 7\n\ndata: y\n\n", [nil, 7]),
    ] as [(String, [Int?])]
  )
  func aWaitCountsWithoutData(text: String, waits: [Int?]) async throws {
    let found = try await events(text, pieces: 1).all()
    #expect(found.map(\.retry) == waits.map { $0.map { .milliseconds($0) } })
  }

  @Test func anUndecodableEventIsAnErrorAndTheNextOneCanBeRead() async throws {
    let text = "data: 1\n\ndata: \"x\"\n\n" + #"data: {"error":{"message":"Overloaded."}}"# + "\n\ndata: 3\n\n"
    var iterator = try await events(text, pieces: 1000, of: Int.self).makeAsyncIterator()
    #expect(try await iterator.next()?.data == 1)
    let error = await #expect(throws: APIError.self) { _ = try await iterator.next() }
    #expect(error?.code == .decodingFailed && error?.excerpt == "\"x\"" && error?.endpoint == Self.endpoint)
    let failure = await #expect(throws: APIError.self) { _ = try await iterator.next() }
    #expect(failure?.code == .invalidRequest && failure?.message == "Overloaded.")
    #expect(try await iterator.next()?.data == 3)
    #expect(try await iterator.next() == nil)
  }

  @Test func anEventBeyondTheLimitIsAnError() async throws {
    let text = "data: " + String(repeating: "x", count: 2000)
    let stream = try await events(text, pieces: 100)
    #expect(await code { for try await _ in stream {} } == .tooLarge)
  }

  @Test func aResponseOfAnotherTypeIsUndecodable() async throws {
    let error = await #expect(throws: APIError.self) {
      _ = try await events("<html>점검 중</html>", pieces: 1000, type: "text/html")
    }
    #expect(error?.code == .decodingFailed)
    #expect(error?.excerpt == "<html>점검 중</html>")
  }
}
