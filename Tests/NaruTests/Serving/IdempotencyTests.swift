import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Requests with an `Idempotency-Key`, served with a store.
struct IdempotencyTests {
  @API("/notes", auth: .optional)
  struct Diary: Sendable {
    @POST("/", status: 201, idempotencyKey: true)
    var add: @Sendable (_ text: String) async throws -> Int
    @DELETE("/{id}")
    var remove: @Sendable (_ id: Int) async throws -> Void
    @GET("/count")
    var count: @Sendable () async throws -> Int
    @POST("/file")
    var upload: @Sendable (_ file: Blob) async throws -> Int
  }

  private let notes = Locked<[String]>([])
  private let clock = TestClock()

  private func server(
    limit: Int = 10_000,
    whileAdding: @escaping @Sendable () async throws -> Void = {}
  ) -> InMemoryTransport {
    let store = InMemoryIdempotencyStore(limit: limit, now: { [clock] in clock.date })
    let options = ServingOptions(authenticator: ClosureAuthenticator.digits, idempotency: store)
    return InMemoryTransport().mounting(Diary.self, options: options) { [notes] _ in
      Diary(
        add: { text in
          try await whileAdding()
          return notes.append(text)
        },
        remove: { _ in notes.withLock { _ = $0.removeLast() } },
        count: { notes.withLock { $0.count } },
        upload: { file in try await file.collect(upTo: 100).count }
      )
    }
  }

  private func diary(_ server: InMemoryTransport, _ person: Int = 1) -> Diary {
    Diary.live(over: server, middleware: [BearerAuthentication { Secret("\(person)") }])
  }

  private func add(_ text: String, _ key: String, to diary: Diary) async throws -> Int {
    try await withCallOptions(idempotencyKey: key) { try await diary.add(text: text) }
  }

  /// Sends a body as another client could.
  private func add(_ body: String, _ key: String) async throws -> APIResponse {
    let fields: HTTPFields = [
      .contentType: "application/json", try #require(HTTPField.Name("Idempotency-Key")): key,
    ]
    return try await server().send(.post, "/notes", fields, Data(body.utf8))
  }

  @Test(arguments: [2, 50])
  func theSameKeyTakesEffectOnceInSequence(count: Int) async throws {
    let diary = diary(server())
    for _ in 0..<count { #expect(try await add("a", "key", to: diary) == 1) }
    #expect(try await add("a", "other", to: diary) == 2)
    #expect(notes.withLock { $0 } == ["a", "a"])
  }

  @Test(arguments: [2, 50])
  func theSameKeyTakesEffectOnceConcurrently(count: Int) async throws {
    let gate = Gate()
    let diary = diary(server { await gate.wait() })
    let answers = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<count { group.addTask { try await add("a", "key", to: diary) } }
      await Task.yield()
      gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: 1, count: count))
    #expect(notes.withLock { $0 } == ["a"])
  }

  @Test
  func anotherBodyUnderTheSameKeyIsRejected() async throws {
    let diary = diary(server())
    _ = try await add("a", "key", to: diary)
    let error = await #expect(throws: APIError.self) { try await add("b", "key", to: diary) }
    #expect(error?.status == .conflict)
    #expect(error?.localizedMessage.korean.contains("Idempotency-Key") == true)
    #expect(notes.withLock { $0 } == ["a"])
  }

  @Test
  func keysBelongToAPersonAndAnEndpoint() async throws {
    let server = server()
    _ = try await add("a", "key", to: diary(server, 1))
    #expect(try await add("a", "key", to: diary(server, 2)) == 2)
    let key = try #require(HTTPField.Name("Idempotency-Key"))
    let remove = { try await withCallOptions(headers: [key: "key"]) { try await diary(server).remove(id: 2) } }
    try await remove()
    // A repeated deletion succeeds, too, and deletes nothing else.
    try await remove()
    #expect(notes.withLock { $0 } == ["a"])
  }

  @Test
  func aHandlerThatThrowsLeavesNothingBehind() async throws {
    let fails = Locked(true)
    let diary = diary(server { if fails.withLock({ $0 }) { throw APIError(.conflict) } })
    await #expect(throws: APIError.self) { try await add("a", "key", to: diary) }
    fails.withLock { $0 = false }
    // The key is free again, also for another request.
    #expect(try await add("b", "key", to: diary) == 1)
  }

  @Test
  func aKeyIsForgottenAfterSevenDays() async throws {
    let diary = diary(server())
    _ = try await add("a", "key", to: diary)
    clock.advance(by: .seconds(7 * 86_400 - 1))
    #expect(try await add("a", "key", to: diary) == 1)
    clock.advance(by: .seconds(1))
    #expect(try await add("b", "key", to: diary) == 2)
  }

  @Test
  func theOldestKeysAreForgottenAtTheLimit() async throws {
    let diary = diary(server(limit: 4))
    for number in 1...6 { _ = try await add("a", "\(number)", to: diary) }
    #expect(try await add("a", "6", to: diary) == 6)
    #expect(try await add("a", "1", to: diary) == 7)
  }

  @Test(arguments: [("k", 1, 200), ("k", 255, 200), ("k", 256, 400), ("k", 0, 400), ("새", 85, 200), ("새", 86, 400)])
  func aKeyHasUpTo255Bytes(character: String, length: Int, status: Int) async throws {
    let response = try await add(#""a""#, String(repeating: character, count: length))
    #expect(response.head.status.code == (status == 200 ? 201 : status))
  }

  @Test
  func aCallerWhoLeavesFindsTheResultLater() async throws {
    let gate = Gate()
    let diary = diary(server { await gate.wait() })
    let first = Task { try await add("a", "key", to: diary) }
    await gate.arrived()
    first.cancel()
    _ = await first.result
    gate.open()
    #expect(try await add("a", "key", to: diary) == 1)
    #expect(notes.withLock { $0 } == ["a"])
  }

  @Test
  func aStreamedBodyIsNotReadForItsKey() async throws {
    let diary = diary(server())
    let file = Blob(Data("0123".utf8), contentType: "text/plain")
    for _ in 0..<2 {
      #expect(try await withCallOptions(idempotencyKey: "file") { try await diary.upload(file: file) } == 4)
    }
  }

  @Test
  func anInvalidBodyIsStillDescribed() async throws {
    let response = try await add("7", "key")
    #expect(response.head.status == .badRequest)
    #expect(response.text.contains("must be a string"))
  }

  @API("/keyed", auth: .required, security: [.apiKey(query: "key")])
  struct Keyed: Sendable {
    @POST("/", idempotencyKey: true)
    var add: @Sendable (_ lang: Query<String>, _ text: String) async throws -> Int
  }

  struct Keys: CredentialAuthenticator {
    func identity(with credentials: [SecurityScheme: Secret], calling endpoint: Endpoint) async throws -> Caller.User? {
      Caller.User(id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
    }
  }

  @Test
  func aCallerWithARenewedKeyInTheQueryRepeatsTheSameRequest() async throws {
    let options = ServingOptions(authenticator: Keys(), idempotency: InMemoryIdempotencyStore())
    let server = InMemoryTransport().mounting(Keyed.self, options: options) { [notes] _ in
      Keyed { _, text in notes.append(text) }
    }
    func add(_ lang: String, with secret: String) async throws -> Int {
      let credentials = [SecurityScheme.apiKey(query: "key"): Secret(secret)]
      let keyed = Keyed.live(over: server, credentials: credentials)
      return try await withCallOptions(idempotencyKey: "1") { try await keyed.add(lang, "text") }
    }
    #expect(try await add("ko", with: "old") == 1)
    #expect(try await add("ko", with: "n&w") == 1)
    await #expect { _ = try await add("en", with: "old") } throws: { ($0 as? APIError)?.code == .conflict }
  }

  @Test
  func withoutAStoreKeysAreIgnored() async throws {
    var served = Diary.unimplemented
    served.add = { [notes] text in notes.append(text) }
    let diary = Diary.overHTTP(served)
    #expect(try await add("a", "key", to: diary) == 1)
    #expect(try await add("a", "key", to: diary) == 2)
  }
}
