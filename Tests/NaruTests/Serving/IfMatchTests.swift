import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Writes that require a version.
struct IfMatchTests {
  @Payload(init: true)
  struct Note: Sendable, Equatable {
    var text: String
  }

  @API("/notes")
  struct Notes: Sendable {
    @GET("/{id}", versioned: true)
    var show: @Sendable (_ id: String, _ word: String?) async throws -> Note
    @PUT("/{name}")
    var replace: @Sendable (_ name: String, _ note: Note) async throws -> Note
    @PATCH("/{id}")
    var change: @Sendable (_ id: String, _ note: Note) async throws -> Note
    @DELETE("/{id}")
    var remove: @Sendable (_ id: String) async throws -> Void
    @PUT("/{id}/title")
    var rename: @Sendable (_ id: String, _ note: Note) async throws -> Note
    @POST("/{id}")
    var act: @Sendable (_ id: String, _ note: Note) async throws -> Note
  }

  /// Notes in memory. What arrives can be carried out without being answered.
  final class Server: Transport {
    private let notes = Locked(["1": Note(text: "가")])
    private let losses = Locked(0)
    private let received = Locked<[HTTPRequest]>([])
    private let inside = Locked((now: 0, most: 0))
    private let transport = Locked<InMemoryTransport?>(nil)

    var requests: [HTTPRequest] { received.withLock { $0 } }
    /// The largest number of writes that were carried out at the same time.
    var most: Int { inside.withLock { $0.most } }
    subscript(id: String) -> String? { notes.withLock { $0[id]?.text } }

    init() {
      let options = ServingOptions(language: .korean, idempotency: InMemoryIdempotencyStore())
      let server = InMemoryTransport().mounting(Notes.self, options: options) { [self] _ in
        Notes(
          show: { [self] id, _ in
            await Task.yield()
            guard let note = notes.withLock({ $0[id] }) else { throw APIError(.notFound) }
            return note
          },
          replace: { [self] id, note in await write(id, note) },
          change: { [self] id, note in
            guard self[id] != nil else { throw APIError.notFound("없는 쪽지입니다.") }
            return await write(id, note)
          },
          remove: { [self] id in
            guard notes.withLock({ $0.removeValue(forKey: id) }) != nil else { throw APIError.notFound("없는 쪽지입니다.") }
          },
          rename: { [self] id, note in await write(id, note) },
          act: { [self] id, note in await write(id, note) }
        )
      }
      transport.withLock { $0 = server }
    }

    private func write(_ id: String, _ note: Note) async -> Note {
      inside.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      for _ in 0..<5 { await Task.yield() }
      notes.withLock { $0[id] = note }
      inside.withLock { $0.now -= 1 }
      return note
    }

    func set(_ id: String, _ text: String) { notes.withLock { $0[id] = Note(text: text) } }
    func loseResponses(_ count: Int) { losses.withLock { $0 = count } }

    @concurrent
    func send(_ request: APIRequest) async throws -> APIResponse {
      received.withLock { $0.append(request.head) }
      guard let server = transport.withLock({ $0 }) else { throw APIError(.unreachable) }
      let response = try await server.send(request)
      let isLost = losses.withLock { losses in
        losses -= 1
        return losses >= 0
      }
      guard !isLost else { throw APIError(.unreachable) }
      return response
    }
  }

  private let server = Server()
  private var notes: Notes { .live(APIClient(InMemoryTransport.url, transport: server)) }

  private func expectRefusal(_ body: () async throws -> Void) async {
    let error = await #expect(throws: APIError.self) { try await body() }
    #expect(error?.status == .preconditionFailed && error?.code == .conflict)
    #expect(error?.serverCode == "PRECONDITION_FAILED")
    #expect(error?.localizedMessage.korean.contains("그사이") == true)
  }

  @Test func theVersionThatWasSeenCanBeRequired() async throws {
    let (note, version) = try await withEntityTag { try await notes.show(id: "1") }
    #expect(note.text == "가" && version != nil)
    _ = try await withCallOptions(ifMatch: version) { try await notes.change(id: "1", note: Note(text: "나")) }
    #expect(server["1"] == "나")
    // It has another version by now.
    await expectRefusal {
      _ = try await withCallOptions(ifMatch: version) { try await notes.change(id: "1", note: Note(text: "다")) }
    }
    await expectRefusal {
      _ = try await withCallOptions(ifMatch: version) { try await notes.replace(name: "1", note: Note(text: "다")) }
    }
    await expectRefusal { try await withCallOptions(ifMatch: version) { try await notes.remove(id: "1") } }
    #expect(server["1"] == "나")
    // Without a version, the last one wins.
    _ = try await notes.change(id: "1", note: Note(text: "라"))
    try await withCallOptions(ifMatch: nil) { try await notes.remove(id: "1") }
    #expect(server["1"] == nil)
  }

  @Test func theSentenceIsInTheLanguageOfTheCaller() async throws {
    let english: HTTPFields = [.acceptLanguage: "en"]
    let error = await #expect(throws: APIError.self) {
      try await withCallOptions(headers: english, ifMatch: EntityTag("\"other\"")) { try await notes.remove(id: "1") }
    }
    let sentence = "This was changed elsewhere in the meantime. Load it again, and then retry."
    #expect(error?.localizedMessage.english == sentence)
  }

  struct Sheet: ResultWithHeaders {
    var body: String
    var headers: HTTPFields
  }

  @API("/sheet")
  struct Sheets: Sendable {
    @GET("/", versioned: true)
    var show: @Sendable () async throws -> Sheet
    @PUT("/")
    var replace: @Sendable (_ note: Note) async throws -> Note
  }

  @Test(
    arguments: [
      (#""a""#, .ifMatch, "*", true), (#""a""#, .ifMatch, #""x", "a""#, true), (#""a""#, .ifMatch, #""a","x""#, true),
      (#""a""#, .ifMatch, #""x""#, false), (#""a""#, .ifMatch, "x", false), (#""a""#, .ifMatch, "a", false),
      (#""a""#, .ifNoneMatch, "*", false), (#""a""#, .ifNoneMatch, #""x""#, true),
      (#""a""#, .ifNoneMatch, #""x" , W/"a""#, false), (#""a""#, .ifNoneMatch, #"W/"a"x"#, true),
      // A proxy that compresses the response has made the tag weak.
      (#""a""#, .ifMatch, #"W/"a""#, true), (#""a""#, .ifMatch, #"W/"x""#, false),
      (#""a,b""#, .ifMatch, #""a,b""#, true), (#""a,b""#, .ifMatch, #""x,y","a,b""#, true),
      (#""a,b""#, .ifMatch, #""a","b""#, false), (#""a,b""#, .ifNoneMatch, #""x", "a,b""#, false),
      // The tag of the handler itself is weak.
      (#"W/"a""#, .ifMatch, #"W/"a""#, false), (#"W/"a""#, .ifMatch, " * ", true),
    ] as [(String, HTTPField.Name, String, Bool)]
  )
  func aConditionIsAListOfTags(tag: String, field: HTTPField.Name, value: String, isAccepted: Bool) async throws {
    let sheets = Sheets(show: returns(Sheet(body: "가", headers: [.eTag: tag])), replace: { $0 }).inMemory()
    let response = try await sheets.send(.put, "/sheet", [field: value], Data(#"{"text":"나"}"#.utf8))
    #expect(response.head.status == (isAccepted ? .ok : .preconditionFailed))
  }

  @Test func whatDoesNotExistIsNotFoundAndIsNotCreated() async throws {
    let change = { _ = try await notes.change(id: "2", note: Note(text: "나")) }
    let error = await #expect(throws: APIError.self) {
      try await withCallOptions(ifMatch: EntityTag("*")) { try await change() }
    }
    #expect(error?.status == .notFound && error?.localizedMessage.korean == "없는 쪽지입니다.")
    let create = { _ = try await notes.replace(name: "2", note: Note(text: "나")) }
    await expectRefusal { try await withCallOptions(ifMatch: EntityTag("*")) { try await create() } }
    #expect(server["2"] == nil)
  }

  @Test func otherPathsAndMethodsHaveNoVersion() async throws {
    try await withCallOptions(headers: [.ifMatch: "\"other\""]) {
      _ = try await notes.rename(id: "1", note: Note(text: "나"))
      _ = try await notes.act(id: "1", note: Note(text: "다"))
      #expect(try await notes.show(id: "1").text == "다")
    }
  }

  @Test func ofTwoChangesOfOneVersionOneIsRejected() async throws {
    for round in 0..<20 {
      let version = try await withEntityTag { try await notes.show(id: "1") }.version
      let refused = try await concurrently(4) { number in
        do {
          _ = try await withCallOptions(ifMatch: version) {
            try await notes.change(id: "1", note: Note(text: "\(round) \(number)"))
          }
          return false
        } catch let error as APIError where error.status == .preconditionFailed {
          return true
        }
      }
      #expect(refused.count { $0 } == 3)
    }
    #expect(server.most == 1)
  }

  @Test func aWriteWithoutAVersionDoesNotComeBetween() async throws {
    try await concurrently(40) { number in
      _ = try? await notes.change(id: "\(1 + number % 2)", note: Note(text: "\(number)"))
    }
    #expect(server.most == 1)
  }

  @Test(.timeLimit(.minutes(1)))
  func aBodyThatArrivesSlowlyDelaysNoOtherChange() async throws {
    let gate = Gate()
    let head = HTTPRequest(method: .put, scheme: "http", authority: "h", path: "/notes/1")
    var slow = APIRequest(endpoint: Notes.Endpoints.replace, head: head)
    let chunks = AsyncStream<Data> {
      await gate.wait()
      return nil
    }
    slow.stream = Blob(chunks: chunks)
    let first = Task { [slow] in try await server.send(slow) }
    await gate.arrived()
    _ = try await notes.change(id: "1", note: Note(text: "나"))
    gate.open()
    #expect(try await first.value.head.status == .badRequest)
  }

  @Test func aRepeatedWriteIsNotRejectedForItsOwnWork() async throws {
    let version = try await withEntityTag { try await notes.show(id: "1") }.version
    server.loseResponses(1)
    let retrying = Notes.live(over: server, middleware: [Retry(attempts: 2, base: .zero)])
    let changed = try await withCallOptions(ifMatch: version) {
      try await retrying.replace(name: "1", note: Note(text: "나"))
    }
    #expect(changed.text == "나")
    let keys = server.requests.suffix(2).compactMap { $0.headerFields[HTTPField.Name("Idempotency-Key") ?? .eTag] }
    #expect(keys.count == 2 && Set(keys).count == 1)
  }

  @Test func theTokensSayWhatHasVersions() {
    #expect(Notes.endpoints.filter(\.isVersioned).map(\.name) == ["show", "replace", "change", "remove"])
    #expect(Notes.Endpoints.change.declares(.preconditionFailed, "PRECONDITION_FAILED"))
    #expect(!Notes.Endpoints.rename.declares(.preconditionFailed, "PRECONDITION_FAILED"))
  }
}
