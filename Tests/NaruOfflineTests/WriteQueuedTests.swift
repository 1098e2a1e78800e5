import Foundation
import Naru
import NaruAuth
import NaruOffline
import TestSupport
import Testing

/// Calls of a client that keeps what it can't send.
struct KeptForLaterTests {
  private let device: Device
  private var server: ShelfServer { device.server }

  init() throws { device = try Device("책") }

  private func shelf(_ offline: Offline) -> Shelf { offline.live(queueingUnsent: true) }

  private func expectQueued(_ body: () async throws -> Void) async throws {
    let error = await #expect(throws: APIError.self) { try await body() }
    #expect(try #require(error?.underlyingError as? WriteQueued).write.endpoint != nil)
  }

  @Test func aWriteThatCantBeSentIsQueuedAndOneThatCanIsNot() async throws {
    let offline = try device.app()
    let shelf = shelf(offline)
    #expect(try await shelf.change(id: 1, changes: BookChanges(rating: 1)).rating == 1)
    server.isDown = true
    try await expectQueued { _ = try await shelf.change(id: 1, changes: BookChanges(rating: 2)) }
    server.isDown = false
    // It does not overtake.
    try await expectQueued { _ = try await shelf.change(id: 1, changes: BookChanges(rating: 3)) }
    try await offline.send()
    #expect(server.content(Device.hong).log == ["change 1 1", "change 1 2", "change 1 3"])
    #expect(try await shelf.change(id: 1, changes: BookChanges(rating: 4)).rating == 4)
  }

  @Test func aGuestsWriteIsNeverQueuedBecauseTheQueueSendsTheToken() async throws {
    let offline = try device.app()
    let shelf = shelf(offline)
    server.isDown = true
    await withCallOptions(asGuest: true) {
      await #expect(throws: APIError(.unreachable)) { try await shelf.remove(id: 1) }
      await #expect(throws: APIError.self) { try await offline.write(Shelf.self) { try await $0.remove(id: 1) } }
    }
    #expect(try offline.queuedWrites().isEmpty)
  }

  /// After a week, the server has forgotten the key, and the call is too late.
  @Test(arguments: [(days: 0, rejected: 0), (7, 1)])
  func aLostResponseOfADirectCallIsNotRepeatedByTheQueue(days: Int, rejected: Int) async throws {
    let offline = try device.app()
    server.lose { _ in true }
    try await expectQueued { _ = try await shelf(offline).add(book: NewBook(title: "새 책")) }
    server.lose { _ in false }
    device.clock.advance(by: .seconds(days * 86_400))
    try await offline.send()
    #expect(server.content(Device.hong).log == ["add 새 책"])
    #expect(try offline.queuedWrites().count == rejected && offline.queuedWrites(rejected: true).count == rejected)
  }

  @Test func withoutAConnectionAWriteIsQueuedAndNotTried() async throws {
    let offline = try device.app { $0.connectivity = ConnectivityValue(false) }
    let running = Task { await offline.run() }
    defer { running.cancel() }
    #expect(await until { (try? offline.status().isConnected) == false })
    try await expectQueued { _ = try await shelf(offline).add(book: NewBook(title: "새 책")) }
    #expect(server.received.isEmpty)
  }

  @Test func aQueuedCreationHasALocalIDForLaterCalls() async throws {
    let offline = try device.app()
    let shelf = shelf(offline)
    server.isDown = true
    let error = await #expect(throws: APIError.self) { try await shelf.add(book: NewBook(title: "새 책")) }
    let id = try #require((error?.underlyingError as? WriteQueued)?.write.localID)
    server.isDown = false
    // The server does not know the id, neither before nor after.
    try await expectQueued { _ = try await shelf.change(id: Int(id.integer), changes: BookChanges(rating: 4)) }
    try await expectQueued { _ = try await shelf.annotate(note: NewNote(book: Int(id.integer), text: "메모")) }
    #expect(server.received.isEmpty)
    try await offline.send()
    // The app may still use the local id.
    #expect(try await shelf.change(id: Int(id.integer), changes: BookChanges(rating: 5)).rating == 5)
    #expect(try await shelf.show(id: Int(id.integer)).rating == 5)
    #expect(server.content(Device.hong).log.sorted() == ["add 새 책", "change 1 4", "change 1 5", "note 1 메모"])
  }

  @Test func aDirectWriteDoesNotOvertakeAnEarlierOneThatCantBeSent() async throws {
    let (offline, gate, firsts) = (try device.app(), Gate(), Locked([true]))
    let shelf = shelf(offline)
    server.pause { _ in if firsts.withLock({ $0.popLast() }) ?? false { await gate.wait() } }
    async let first: Void = expectQueued { _ = try await shelf.change(id: 1, changes: BookChanges(rating: 1)) }
    await gate.arrived()
    async let second: Void = expectQueued { _ = try await shelf.change(id: 1, changes: BookChanges(rating: 2)) }
    // A write of another book does not wait.
    await #expect(throws: APIError.self) { try await shelf.remove(id: 2) }
    server.isDown = true
    gate.open()
    _ = try await (first, second)
    server.isDown = false
    try await offline.send(ignoringBackoff: true)
    #expect(server.content(Device.hong).log == ["change 1 1", "change 1 2"])
  }

  @API("/memos/{id}/like")
  fileprivate struct Likes: Sendable {
    @POST("/") var add: @Sendable (_ id: Int) async throws -> Void
    @PUT("/") var put: @Sendable (_ id: Int) async throws -> Void
    @PATCH("/") var change: @Sendable (_ id: Int) async throws -> Void
    @DELETE("/") var remove: @Sendable (_ id: Int, _ user: Query<Int?>) async throws -> Void
  }

  @Test func whatAQueuedWriteDeletesCanBeCreatedAgain() async throws {
    let offline = try device.app { $0.endpoints += Likes.endpoints }
    let likes: Likes = offline.live(queueingUnsent: true)
    server.isDown = true
    // The query may select a part.
    try await expectQueued { try await likes.remove(id: 1, user: 7) }
    try await expectQueued { try await likes.change(id: 1) }
    for create in [likes.add, likes.put] {
      try await expectQueued { try await likes.remove(id: 1) }
      await #expect(throws: APIError.self) { try await likes.change(id: 1) }
      for call in [create, likes.change] { try await expectQueued { try await call(1) } }
    }
    #expect(try offline.queuedWrites().count == 8)
  }

  @API("/token")
  fileprivate struct Tokens: Sendable {
    @POST("/") var renew: @Sendable () async throws -> String
  }

  /// If the token can't be renewed, nothing is sent and nothing is lost, even after more than a week.
  @Test(arguments: [true, false], [403, 404, 503])
  func aRenewalThatFailsLeavesEverythingForLater(isSession: Bool, status: Int) async throws {
    let (clock, isUp) = (device.clock, Locked(true))
    let renew: @concurrent @Sendable () async throws -> Secret = {
      if !isUp.withLock({ $0 }) { _ = try await Tokens.live(over: ClosureTransport.status(status, "{}")).renew() }
      return Secret(Device.hong.uuidString)
    }
    let renewal = Renewal(renew: renew)
    let session = Session(store: MemoryTokenStore(), refresher: renewal, clock: clock, now: { clock.shown })
    try await session.signIn { Credential(accessToken: try await renew(), lifetime: .seconds(60), user: "hong") }
    server.allow(Device.hong.uuidString, Device.hong)
    let token: any Middleware =
      isSession ? Authentication(session) : BearerAuthentication(user: { "hong" }) { try await renew() }
    let client = APIClient(InMemoryTransport.url, transport: server, middleware: [token])
    let offline = try device.app(client: client)
    let books = try await offline.read(Shelf.self) { try await $0.list() }
    isUp.withLock { $0 = false }
    clock.advance(by: .seconds(60))
    #expect(try await offline.read(Shelf.self) { try await $0.list() }.value == books.value)
    try await expectQueued { _ = try await shelf(offline).change(id: 1, changes: BookChanges(rating: 1)) }
    try await offline.write(Shelf.self) { try await $0.change(id: 1, changes: BookChanges(rating: 2)) }
    for _ in 1...2 {
      try await offline.send()
      #expect(try offline.status().queued == 2)
      clock.advance(by: .seconds(8 * 86_400))
    }
    isUp.withLock { $0 = true }
    try await offline.send()
    #expect(server.content(Device.hong).log == ["change 1 1", "change 1 2"])
  }

  private struct Renewal: CredentialRefresher {
    let renew: @concurrent @Sendable () async throws -> Secret
    func refresh(_ credential: Credential) async throws -> Credential {
      Credential(accessToken: try await renew(), lifetime: .seconds(60))
    }
  }

  @Test func aRejectionIsNotQueued() async throws {
    let offline = try device.app()
    await #expect(throws: APIError.self) { try await shelf(offline).change(id: 1, changes: BookChanges(rating: -1)) }
    #expect(try offline.queuedWrites().isEmpty)
  }
}
