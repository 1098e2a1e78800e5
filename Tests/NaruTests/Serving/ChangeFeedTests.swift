import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// The stream of a server that says which reads have changed, as any client sees it.
struct ChangeFeedTests {
  @API("/notes", auth: .required)
  struct Notes: Sendable {
    @GET("/") var list: @Sendable () async throws -> [String]
    @GET("/{id}") var show: @Sendable (_ id: Int) async throws -> String
    @GET("/public", auth: .optional) var published: @Sendable () async throws -> [String]
    @GET("/team", auth: .required, scopes: ["team"]) var team: @Sendable () async throws -> [String]
    @PUT("/{id}", changes: ["list", "show"])
    var replace: @Sendable (_ id: Int, _ text: String) async throws -> Void
    @POST("/public", changes: ["published", "team"]) var publish: @Sendable (_ text: String) async throws -> Void
    @POST("/visits", auth: .none, changes: ["list", "published"]) var visit: @Sendable () async throws -> Void
  }

  /// The stream on the wire.
  @API("/naru", auth: .required)
  struct Stream: Sendable {
    @GET("/changes")
    var changes:
      @Sendable (_ since: String?, _ seconds: Int?, _ once: Bool?, _ naruDevice: Header<String?>) async throws ->
        EventStream<Event>
  }

  struct Event: Codable, Sendable, Equatable {
    struct Read: Codable, Sendable, Hashable {
      var read: String
      var path: [String]?
    }
    var changes: [Read]
    var all: Bool?
  }

  private static let names = ClosureAuthenticator { [ids = ["hong": UUID(), "kim": UUID()]] token in
    ids[token.revealed].map { Caller.User(id: $0, session: UUID()) }
  }

  private let transport: InMemoryTransport

  init() { transport = Self.server(ChangeFeed()) }

  private static func server(_ feed: ChangeFeed) -> InMemoryTransport {
    let options = ServingOptions(authenticator: names, handlerTimeout: .seconds(60))
    let notes = ServedContract(Notes.self, options: options) { _ in
      var notes = Notes.unimplemented
      notes.replace = { id, text in
        if text.isEmpty { throw APIError(.notFound) }
        if text == "private" { ChangeFeed.tellOnlyCaller() }
      }
      notes.publish = { text in if text == "private" { ChangeFeed.tellOnlyCaller() } }
      notes.visit = {}
      return notes
    }
    return InMemoryTransport(feed.serving([notes]))
  }

  private func client(_ name: String?, on device: String? = nil, _ transport: InMemoryTransport? = nil) -> APIClient {
    let fields = HTTPField.Name("Naru-Device")
    let sent = ChangedRequest { request in
      if let fields, let device { request.head.headerFields[fields] = device }
    }
    return APIClient(
      InMemoryTransport.url,
      transport: transport ?? self.transport,
      middleware: [sent, BearerAuthentication { name.map { Secret($0) } }]
    )
  }

  /// A stream that is read event by event.
  private final class Events {
    private var iterator: StreamIterator<ServerSentEvent<Event>>
    private(set) var last: ServerSentEvent<Event>?

    init(_ stream: EventStream<Event>) { iterator = stream.makeAsyncIterator() }

    func next() async throws -> Event? {
      last = try await iterator.next()
      return last?.data
    }
  }

  private func events(_ client: APIClient, since: String? = nil, on device: String? = nil) async throws -> Events {
    Events(try await Stream.live(client).changes(since, nil, nil, device))
  }

  private func once(_ client: APIClient, since: String? = nil, seconds: Int? = nil) async throws -> Event? {
    let events = Events(try await Stream.live(client).changes(since, seconds, true, nil))
    let event = try await events.next()
    #expect(try await events.next() == nil)
    return event
  }

  private let list = Event.Read(read: "Notes.list")
  private let published = Event.Read(read: "Notes.published")

  // MARK: Who learns what

  @Test func theSameUsersOtherDeviceLearnsOfAChangeAndNoOneElse() async throws {
    let (phone, other) = (try await events(client("hong")), try await events(client("kim")))
    #expect(try await phone.next() == Event(changes: []))
    #expect(try await other.next() == Event(changes: []))
    let notes = Notes.live(client("hong", on: "tablet"))
    try await notes.replace(id: 7, text: "다시")
    let event = try #require(try await phone.next())
    #expect(Set(event.changes) == [list, Event.Read(read: "Notes.show", path: ["notes", "7"])] && event.all == nil)
    // Another user gets the next event only when it concerns them.
    try await notes.publish(text: "모두에게")
    #expect(try await other.next() == Event(changes: [published]))
    // A read that needs a sign-in is the user's own.
    #expect(Set(try #require(try await phone.next()).changes) == [published, Event.Read(read: "Notes.team")])
  }

  @Test func aDeviceIsNotToldOfItsOwnChanges() async throws {
    let (phone, tablet) = (
      try await events(client("hong"), on: "phone"), try await events(client("hong"), on: "tablet")
    )
    _ = try await (phone.next(), tablet.next())
    let notes = Notes.live(client("hong", on: "phone"))
    try await notes.replace(id: 7, text: "다시")
    #expect(try await tablet.next()?.changes.count == 2)
    try await Notes.live(client("kim")).publish(text: "모두에게")
    #expect(try await phone.next() == Event(changes: [published]))
  }

  @Test func aHandlerTellsOnlyTheCaller() async throws {
    let (phone, other) = (try await events(client("hong")), try await events(client("kim")))
    _ = try await (phone.next(), other.next())
    try await Notes.live(client("hong")).publish(text: "private")
    #expect(try await phone.next()?.changes.contains(published) == true)
    #expect(try await once(client("kim"), since: other.last?.id) == Event(changes: []))
    ChangeFeed.tellOnlyCaller()
  }

  @Test func aGuestsWriteIsToldToThoseWhoNeedNoSignIn() async throws {
    let phone = try await events(client("hong"))
    _ = try await phone.next()
    try await Notes.live(client(nil)).visit()
    #expect(try await phone.next() == Event(changes: [published]))
  }

  @Test func aWriteThatFailsChangesNothing() async throws {
    let phone = try await events(client("hong"))
    _ = try await phone.next()
    let notes = Notes.live(client("hong"))
    await #expect(throws: APIError.self) { try await notes.replace(id: 7, text: "") }
    try await notes.publish(text: "다음")
    #expect(try await phone.next()?.changes.contains(list) == false)
  }

  @Test(arguments: [nil, "bad"])
  func withoutAValidTokenThereIsNoStream(token: String?) async throws {
    #expect(await code { try await events(client(token)) } == .unauthorized)
  }

  // MARK: Revisions

  @Test func aDeviceThatWasAwayLearnsWhatHasChangedSince() async throws {
    let phone = try await events(client("hong"))
    _ = try await phone.next()
    let first = try #require(phone.last?.id)
    let notes = Notes.live(client("hong"))
    for _ in 1...3 { try await notes.replace(id: 7, text: "다시") }
    #expect(try await once(client("hong"), since: first)?.changes.count == 2)
    #expect(try await once(client("kim"), since: first) == Event(changes: []))
    let back = try await events(client("hong"), since: first)
    #expect(try await back.next()?.changes.count == 2)
    #expect(try await once(client("hong"), since: back.last?.id) == Event(changes: []))
  }

  @Test func aNewDeviceLearnsOfTheLastSeconds() async throws {
    let clock = TestClock()
    let transport = Self.server(ChangeFeed(clock: clock))
    // The server does not know what was before its start.
    #expect(try await once(client("hong", on: nil, transport), seconds: 5) == Event(changes: [], all: true))
    clock.advance(by: .seconds(60))
    try await Notes.live(client("hong", on: nil, transport)).replace(id: 7, text: "다시")
    clock.advance(by: .seconds(60))
    #expect(try await once(client("hong", on: nil, transport), seconds: 30) == Event(changes: []))
    #expect(try await once(client("hong", on: nil, transport), seconds: 61)?.changes.count == 2)
    #expect(try await once(client("hong", on: nil, transport), seconds: .max) == Event(changes: [], all: true))
    #expect(try await once(client("hong", on: nil, transport)) == Event(changes: []))
  }

  @Test(arguments: ["", "x", "0", "nonsense.1", "-1", "🙂", String(repeating: "9", count: 3000)])
  func anUnknownRevisionMeansThatEverythingMayHaveChanged(revision: String) async throws {
    #expect(try await once(client("hong"), since: revision) == Event(changes: [], all: true))
  }

  @Test func aRevisionOfTheFutureOrOfAnotherProcessIsUnknown() async throws {
    let phone = try await events(client("hong"))
    _ = try await phone.next()
    let revision = try #require(phone.last?.id)
    #expect(try await once(client("hong"), since: "\(revision)000000") == Event(changes: [], all: true))
    let clock = TestClock()
    let restarted = Self.server(ChangeFeed(clock: clock))
    clock.advance(by: .seconds(3600))
    #expect(try await once(client("hong", on: nil, restarted), since: revision) == Event(changes: [], all: true))
  }

  @Test func aForgottenRevisionMeansThatEverythingMayHaveChanged() async throws {
    let phone = try await events(client("hong"))
    _ = try await phone.next()
    let revision = try #require(phone.last?.id)
    let notes = Notes.live(client("kim"))
    for _ in 1...499 { try await notes.replace(id: 7, text: "다시") }
    #expect(try await once(client("hong"), since: revision) == Event(changes: []))
    for _ in 1...2 { try await notes.replace(id: 7, text: "다시") }
    #expect(try await once(client("hong"), since: revision) == Event(changes: [], all: true))
    // Nothing of that was for an open stream.
    try await notes.publish(text: "모두에게")
    #expect(try await phone.next() == Event(changes: [published]))
    // A stream that is read too slowly does not get everything.
    for _ in 1...501 { try await Notes.live(client("hong")).replace(id: 7, text: "다시") }
    #expect(try await phone.next() == Event(changes: [], all: true))
  }

  @Test func aSlowReaderGetsOneEventForABurst() async throws {
    let phone = try await events(client("hong"))
    _ = try await phone.next()
    for _ in 1...100 { try await Notes.live(client("hong")).replace(id: 7, text: "다시") }
    #expect(try await phone.next()?.changes.count == 2)
    try await Notes.live(client("kim")).publish(text: "다음")
    #expect(try await phone.next() == Event(changes: [published]))
  }

  // MARK: The stream

  @Test func aStreamShowsThatItIsAliveAndEndsAfterAWhile() async throws {
    let awake = Gate()
    let clock = TestClock(whileAsleep: { await awake.wait() })
    let transport = Self.server(ChangeFeed(clock: clock))
    let phone = try await events(client("hong", on: nil, transport))
    #expect(try await phone.next() == Event(changes: []))
    clock.advance(by: .seconds(300))
    awake.open()
    #expect(try await phone.next() == nil)
    #expect(clock.waits.allSatisfy { $0 == .seconds(20) })
    // Another one gets a sign of life.
    let next = try await events(client("hong", on: nil, transport))
    for _ in 1...3 { #expect(try await next.next() == Event(changes: [])) }
  }

  @Test func aUserHasAFewStreams() async throws {
    let transport = Self.server(ChangeFeed(maxStreams: 2))
    let hong = client("hong", on: nil, transport)
    var open = [try await events(hong), try await events(hong)]
    let error = await #expect(throws: APIError.self) { try await events(hong) }
    #expect(error?.code == .rateLimited && error?.retryAfter == .seconds(20))
    // Neither a question nor another user's stream is one of them.
    #expect(try await once(hong) == Event(changes: []))
    #expect(try await events(client("kim", on: nil, transport)).next() == Event(changes: []))
    open.removeLast()
    var next: Events?
    for _ in 1...1000 where next == nil {
      next = try? await events(hong)
      await Task.yield()
    }
    #expect(try await next?.next() == Event(changes: []))
    #expect(try await open[0].next() == Event(changes: []))
  }

  @Test func theEventsAreNotCollectedByAProxyOrStoredByACache() async throws {
    var head = HTTPRequest(method: .get, scheme: "http", authority: "naru.invalid", path: "/naru/changes?once=true")
    head.headerFields[.authorization] = "Bearer hong"
    let response = try await transport.send(APIRequest(endpoint: Endpoint("Raw", "raw", .get, "/"), head: head))
    #expect(response.head.headerFields[.contentType]?.hasPrefix("text/event-stream") == true)
    #expect(HTTPField.Name("X-Accel-Buffering").flatMap { response.head.headerFields[$0] } == "no")
    #expect(response.head.headerFields[.cacheControl] == "no-store")
  }

  // MARK: Several processes

  private final class Line: ChangeChannel {
    let messages: AsyncStream<String?>
    let incoming: AsyncStream<String?>.Continuation
    let others = Locked<[Line]>([])

    init() { (messages, incoming) = AsyncStream.makeStream() }

    func send(_ message: String) { for line in others.withLock({ $0 }) { line.incoming.yield(message) } }
  }

  @Test func processesTellEachOther() async throws {
    let (one, two) = (Line(), Line())
    for line in [one, two] { line.others.withLock { $0 = [one, two] } }
    let (here, there) = (Self.server(ChangeFeed(channel: one)), Self.server(ChangeFeed(channel: two)))
    let phone = try await events(client("hong", on: nil, there))
    let near = try await events(client("hong", on: nil, here))
    _ = try await (phone.next(), near.next())
    try await Notes.live(client("hong", on: "tablet", here)).replace(id: 7, text: "다시")
    #expect(try await phone.next()?.changes.count == 2)
    #expect(try await near.next()?.changes.count == 2)
    // What is lost, or can't be read, may be anything.
    for message in [nil, "{", ""] {
      two.incoming.yield(message)
      #expect(try await phone.next() == Event(changes: [], all: true))
    }
    try await Notes.live(client("kim", on: nil, here)).publish(text: "모두에게")
    #expect(try await near.next() == Event(changes: [published]))
  }
}
