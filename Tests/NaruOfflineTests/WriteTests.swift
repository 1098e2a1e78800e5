import Foundation
import HTTPTypes
import Naru
import NaruAuth
import NaruOffline
import TestSupport
import Testing

/// Writes that are queued, sent, rejected and repeated.
struct WriteTests {
  private let device: Device
  private var server: ShelfServer { device.server }

  init() throws {
    device = try Device()
    device.server.change(Device.hong) { content in
      content.books = (1...3).map { Book(id: $0, title: "책 \($0)") }
      content.lastID = 3
    }
  }

  @API("/api")
  struct Files: Sendable {
    @PUT("/files/{link...}") var upload: @Sendable (_ link: LinkURL, _ file: Blob) async throws -> Void
  }

  @Test func aWriteToALinkIsNotQueued() async throws {
    server.isDown = true
    let offline = try device.app()
    let link = LinkURL("https://bucket.example.com/a?signature=1")
    let queued = await #expect(throws: APIError.self) {
      try await offline.write(Files.self) { try await $0.upload(link, Blob(Data())) }
    }
    #expect(queued?.code == .encodingFailed)
    let sent = await #expect(throws: APIError.self) {
      try await offline.live(Files.self, queueingUnsent: true).upload(link, Blob(Data()))
    }
    #expect(sent?.code == .unreachable && !(sent?.underlyingError is WriteQueued))
    #expect(try offline.queuedWrites().isEmpty)
  }

  private var log: [String] { server.content(Device.hong).log }

  private func change(_ offline: Offline, _ id: Int, title: String? = nil, rating: Int? = nil) async throws {
    try await offline.write(Shelf.self) {
      try await $0.change(id: id, changes: BookChanges(title: title, rating: rating))
    }
  }

  @Test func aWriteIsOnDiskBeforeTheCallReturnsAndIsSentOnce() async throws {
    server.isDown = true
    let offline = try device.app()
    try await change(offline, 1, rating: 5)
    // Another opener of the file sees it.
    let write = try #require(try device.app().queuedWrites().first)
    #expect(write.endpoint == Shelf.Endpoints.change && write.attempts == 0 && !write.isRejected)
    #expect(try write.argument("id") == 1 && write.body() == BookChanges(rating: 5))
    server.isDown = false
    try await offline.send()
    try await offline.send()
    #expect(log == ["change 1 5"])
    #expect(try offline.queuedWrites().isEmpty)
    // The token is that of the time of sending, and the key is the write's.
    #expect(server.received.count == 1)
    #expect(server.received[0].head.headerFields[.authorization] == "Bearer \(Device.hong.uuidString)")
    #expect(server.received[0].head.headerFields[try #require(.init("Idempotency-Key"))] == write.key)
  }

  @Test func twoWritesToOneBookKeepTheirOrderWhileWritesToAnotherProceed() async throws {
    let gate = Gate()
    server.pause { request in if request.head.path == "/api/books/1" { await gate.wait() } }
    let offline = try device.app()
    for rating in 1...3 { try await change(offline, 1, rating: rating) }
    for rating in 4...5 { try await change(offline, 2, rating: rating) }
    let sending = Task { try await offline.send() }
    #expect(await until { log.count == 2 })
    #expect(log == ["change 2 4", "change 2 5"])
    gate.open()
    try await sending.value
    #expect(log == ["change 2 4", "change 2 5", "change 1 1", "change 1 2", "change 1 3"])
  }

  @Test func aSlowWriteDelaysNoWriteThatIsQueuedLater() async throws {
    let (offline, gate) = (try device.app(), Gate())
    server.pause { request in if request.head.path == "/api/books/1" { await gate.wait() } }
    let running = Task { await offline.run() }
    try await change(offline, 1, rating: 1)
    await gate.arrived()
    for id in 1...3 { try await change(offline, id, rating: 2) }
    #expect(await until { Set(log) == ["change 2 2", "change 3 2"] })
    gate.open()
    #expect(await until { log.suffix(2) == ["change 1 1", "change 1 2"] })
    running.cancel()
    await running.value
  }

  @Test func aScopeOfTheAppsOwnKeepsTheOrderOfSeveralResources() async throws {
    let offline = try device.app()
    for id in [3, 1, 2] {
      try await offline.write(Shelf.self, in: "all") { try await $0.change(id: id, changes: BookChanges(rating: id)) }
    }
    try await offline.send()
    #expect(log == ["change 3 3", "change 1 1", "change 2 2"])
  }

  @Test func aRejectionInTheMiddleOfAChainRejectsWhatDependsOnItAndNothingElse() async throws {
    let offline = try device.app()
    let id = LocalID()
    try await change(offline, 1, rating: 1)
    try await offline.write(Shelf.self, creating: id) { try await $0.add(book: NewBook(title: "")) }
    try await offline.write(Shelf.self) { try await $0.change(id: Int(id.integer), changes: BookChanges(rating: 2)) }
    try await offline.write(Shelf.self) { try await $0.annotate(note: NewNote(book: Int(id.integer), text: "메모")) }
    try await change(offline, 1, rating: -1)
    try await change(offline, 1, rating: 3)
    try await offline.send()
    #expect(log == ["change 1 1", "change 1 3"])
    let rejected = try offline.queuedWrites(rejected: true)
    #expect(rejected.map(\.endpointName) == ["Shelf.add", "Shelf.change", "Shelf.annotate", "Shelf.change"])
    #expect(
      rejected.map(\.lastError?.korean) == [
        "제목이 없습니다.", "먼저 보냈어야 할 변경이 거절되어 보내지 않았습니다.", "먼저 보냈어야 할 변경이 거절되어 보내지 않았습니다.",
        "별점이 잘못되었습니다.",
      ]
    )
    #expect(try offline.queuedWrites(rejected: false).isEmpty)
    #expect(try offline.status().rejected == 4)
    // Discarding the creation discards what needs it.
    #expect(try offline.discard(rejected[0].id))
    #expect(try offline.queuedWrites().map(\.id) == [rejected[3].id])
  }

  @Test func aWriteThatNoCreationPrecedesIsSeenAsRejectedAndDelaysNoOther() async throws {
    let (offline, seen) = (try device.app(), Locked(0))
    let watching = Task { for await status in offline.statuses { seen.withLock { $0 = status.rejected } } }
    for id in [Int(LocalID().integer), 1] {
      try await offline.write(Shelf.self, in: "all") { try await $0.change(id: id, changes: BookChanges(rating: 5)) }
    }
    try await offline.send()
    #expect(log == ["change 1 5"])
    #expect(await until { seen.withLock { $0 } == 1 })
    watching.cancel()
  }

  @Test func aRejectedWriteCanBeRetriedWithWhatDependsOnIt() async throws {
    let offline = try device.app()
    let id = LocalID()
    server.respond { request in
      guard request.head.method == .post else { return nil }
      return APIResponse(failure: APIError(.forbidden), format: BareJSON.self, language: .korean)
    }
    let write = try await offline.write(Shelf.self, creating: id) { try await $0.add(book: NewBook(title: "새 책")) }
    try await offline.write(Shelf.self) { try await $0.change(id: Int(id.integer), changes: BookChanges(rating: 2)) }
    try await offline.send()
    #expect(try offline.queuedWrites(rejected: true).count == 2)
    server.respond { _ in nil }
    #expect(try offline.retry(write.id))
    try await offline.send()
    #expect(log == ["add 새 책", "change 4 2"])
  }

  @Test func createUpdateAndDeleteOfTheSameResourceWhileOffline() async throws {
    server.isDown = true
    let offline = try device.app()
    let id = LocalID()
    try await offline.write(Shelf.self, creating: id) { try await $0.add(book: NewBook(title: "새 책")) }
    try await offline.write(Shelf.self) { try await $0.change(id: Int(id.integer), changes: BookChanges(rating: 2)) }
    try await offline.write(Shelf.self) { try await $0.annotate(note: NewNote(book: Int(id.integer), text: "메모")) }
    try await offline.send()
    try await offline.write(Shelf.self) { try await $0.remove(id: Int(id.integer)) }
    #expect(try offline.realID(of: id) == nil)
    server.isDown = false
    device.clock.advance(by: .seconds(600))
    // After a restart.
    let again = try device.app()
    try await again.send()
    #expect(
      Set(log) == ["add 새 책", "change 4 2", "note 4 메모", "remove 4"]
        || Set(log) == ["add 새 책", "change 4 2", "remove 4"]
    )
    #expect(log.firstIndex(of: "change 4 2") == 1 || log.firstIndex(of: "note 4 메모") == 1)
    #expect(try again.realID(of: id) == "4")
    #expect(server.content(Device.hong).books.count == 3)
    // The app may still know only the local id.
    try await again.write(Shelf.self, in: "late") {
      try await $0.change(id: Int(id.integer), changes: BookChanges(rating: 1))
    }
    #expect(try again.queuedWrites().last?.argument("id") == 4)
  }

  @Test(arguments: ["a", "42", "a\"b"])
  func onlyWholeValuesAreReplacedByTheRealID(real: String) async throws {
    let offline = try device.app { $0.endpoints += Drawer.endpoints }
    let id = LocalID()
    server.respond { request in
      guard request.head.method == .post, request.head.path == "/drawers" else { return nil }
      return APIResponse(head: HTTPResponse(status: .created), body: try JSONEncoder().encode(["id": real]))
    }
    try await offline.write(Drawer.self, creating: id) { try await $0.add() }
    let label = Drawer.Label(
      drawer: id.text,
      neighbors: [id.text, "\(id.text)0"],
      note: "Was \(id.text), or \(id.integer), and \"\(id.text)\"."
    )
    try await offline.write(Drawer.self) { try await $0.label(id.text, "a-\(id.text)", id.text, label) }
    let picture = Data("\(id.text)".utf8)
    try await offline.write(Drawer.self) { try await $0.picture(id: id.text, picture: Blob(picture)) }
    try await offline.send()
    let sent = Dictionary(grouping: server.received) { $0.head.method }
    let put = try #require(sent[.put]?.first)
    #expect(put.head.path?.removingPercentEncoding == "/drawers/of(\(real))/label?word=a-\(id.text)")
    #expect(put.head.headerFields[try #require(HTTPField.Name("At"))] == real)
    let labelled = try JSONDecoder().decode(Drawer.Label.self, from: put.body)
    #expect(labelled == .init(drawer: real, neighbors: [real, "\(id.text)0"], note: label.note))
    #expect(sent[.patch]?.first?.body == picture)
    #expect(sent[.patch]?.first?.head.path?.removingPercentEncoding == "/drawers/\(real):picture")
  }

  @Test func aTokenThatExpiresWhile100WritesAreQueuedIsRenewedOnce() async throws {
    let renewals = Locked(0)
    let server = server
    let session = Session(store: MemoryTokenStore()) { _ in
      renewals.withLock { $0 += 1 }
      server.allow("second", Device.hong)
      return Credential(accessToken: Secret("second"), refreshToken: Secret("r2"))
    }
    server.allow("first", Device.hong)
    try await session.signIn { Credential(accessToken: Secret("first"), refreshToken: Secret("r1")) }
    let client = APIClient(InMemoryTransport.url, transport: server, middleware: [Authentication(session)])
    let offline = try device.app(client: client)
    for number in 0..<100 { try await change(offline, number % 3 + 1, rating: number) }
    server.expire("first")
    try await offline.send()
    #expect(renewals.withLock { $0 } == 1)
    #expect(log.count == 100)
    #expect(try offline.queuedWrites().isEmpty)
  }

  @Test func withoutASessionWritesStayQueuedAndAreNotRejected() async throws {
    let offline = try device.app()
    try await change(offline, 1, rating: 1)
    try await change(offline, 2, rating: 2)
    server.expire(Device.hong.uuidString)
    try await offline.send()
    #expect(try offline.status().queued == 2)
    #expect(server.received.count <= 2)
    server.allow(Device.hong.uuidString, Device.hong)
    device.clock.advance(by: .seconds(10))
    try await offline.send()
    #expect(log.count == 2)
  }

  @Test(arguments: [500, 502, 503, 504, 408, 425, 301, 0, 403, 409])
  func aTransientFailureIsRetriedAfterAGrowingWait(status: Int) async throws {
    let offline = try device.app()
    try await change(offline, 1, rating: 1)
    server.respond { _ in
      guard status != 0 else { throw APIError(.timedOut) }
      // A limit, and a request with the same key that is not over.
      let fields: HTTPFields = [403, 409].contains(status) ? [.retryAfter: "1"] : [:]
      return APIResponse(head: HTTPResponse(status: .init(code: status), headerFields: fields))
    }
    var waits: [TimeInterval] = []
    for _ in 0..<9 {
      let before = device.clock.shown
      try await offline.send()
      guard case .queued(let date?) = try #require(try offline.queuedWrites().first).state else {
        Issue.record("It was rejected.")
        return
      }
      waits.append(date.timeIntervalSince(before))
      let count = server.received.count
      try await offline.send()
      // It is too early.
      #expect(server.received.count == count)
      device.clock.advance(by: .seconds(waits[waits.count - 1]))
    }
    #expect(waits == [2, 4, 8, 16, 32, 64, 128, 256, 300])
    server.respond { _ in nil }
    try await offline.send()
    #expect(log == ["change 1 1"])
  }

  @Test func tooManyRequestsPauseEverythingForAsLongAsTheServerAsks() async throws {
    let offline = try device.app { $0.concurrency = 1 }
    for id in 1...3 { try await change(offline, id, rating: id) }
    server.respond { _ in
      APIResponse(failure: APIError(.rateLimited, retryAfter: .seconds(90)), format: BareJSON.self, language: .korean)
    }
    try await offline.send()
    #expect(server.received.count == 1)
    server.respond { _ in nil }
    device.clock.advance(by: .seconds(89))
    try await offline.send()
    #expect(log.isEmpty)
    device.clock.advance(by: .seconds(1))
    try await offline.send()
    #expect(log.count == 3)
  }

  @Test func aLostResponseDoesNotRepeatTheEffect() async throws {
    let offline = try device.app()
    let losses = Locked([true, true, true])
    server.lose { _ in losses.withLock { $0.popLast() } ?? false }
    try await offline.write(Shelf.self) { try await $0.add(book: NewBook(title: "새 책")) }
    try await offline.write(Shelf.self) { try await $0.remove(id: 1) }
    for _ in 0..<4 {
      try await offline.send()
      device.clock.advance(by: .seconds(300))
    }
    #expect(log.sorted() == ["add 새 책", "remove 1"])
    #expect(try offline.queuedWrites().isEmpty)
  }

  /// Its server may remember no keys.
  @Test(arguments: [true, false]) func aDeletionMayHaveBeenMadeByAnEarlierAttempt(isRepeated: Bool) async throws {
    let offline = try device.app()
    try await offline.write(Shelf.self) { try await $0.remove(id: 99) }
    if isRepeated { server.respond { _ in throw APIError(.timedOut) } }
    try await offline.send()
    server.respond { _ in nil }
    try await offline.send(ignoringBackoff: true)
    #expect(try offline.queuedWrites().map(\.isRejected) == (isRepeated ? [] : [true]))
  }

  @Test func aCallThatIsRepeatedWithItsKeyIsQueuedOnce() async throws {
    let offline = try device.app()
    try await withCallOptions(idempotencyKey: "key") {
      for _ in 1...2 { try await offline.write(Shelf.self) { try await $0.add(book: NewBook(title: "새 책")) } }
      await #expect(throws: MessageError.self) { try await change(offline, 1, rating: 1) }
    }
    #expect(try offline.texts() == ["새 책"])
  }

  @Test func aQueuedChangeOfAVersionIsRejectedIfTheResourceHasChangedAndRetriedWithoutIt() async throws {
    let offline = try device.app()
    let shelf = offline.live(Shelf.self)
    let version = try await withEntityTag { try await shelf.show(id: 1) }.version
    // The cached response has the same version.
    server.isDown = true
    #expect(try await withEntityTag { try await shelf.show(id: 1) }.version == version)
    try await withCallOptions(ifMatch: version) { try await change(offline, 1, rating: 5) }
    server.change(Device.hong) { $0.books[0].title = "다른 기기에서" }
    server.isDown = false
    try await offline.send()
    let rejected = try #require(try offline.queuedWrites(rejected: true).first)
    #expect(rejected.status == .preconditionFailed && rejected.lastError?.english.contains("changed elsewhere") == true)
    #expect(log.isEmpty)
    // The user wants it nevertheless.
    #expect(try offline.retry(rejected.id))
    try await offline.send()
    #expect(log == ["change 1 5"])
    #expect(try offline.queuedWrites().isEmpty)
  }

  @Test func aQueuedChangeOfAVersionWhoseResponseIsLostIsNotRejectedForItsOwnWork() async throws {
    let offline = try device.app()
    let version = try await withEntityTag { try await offline.live(Shelf.self).show(id: 1) }.version
    try await withCallOptions(ifMatch: version) { try await change(offline, 1, rating: 5) }
    let losses = Locked([true])
    server.lose { _ in losses.withLock { $0.popLast() } ?? false }
    try await offline.send()
    device.clock.advance(by: .seconds(10))
    try await offline.send()
    #expect(log == ["change 1 5"])
    #expect(try offline.queuedWrites().isEmpty)
  }

  @Test func writesOfSeveralPathsCanHaveOneOrder() async throws {
    let offline = try device.app { options in
      for write in Shelf.endpoints where write.method != .get { options.scopes[write] = "shelf" }
    }
    let shelf = offline.live(Shelf.self, queueingUnsent: true)
    server.isDown = true
    await #expect(throws: APIError.self) { try await shelf.change(id: 2, changes: BookChanges(rating: 2)) }
    server.isDown = false
    // It does not overtake one of another path.
    await #expect(throws: APIError.self) { try await shelf.change(id: 1, changes: BookChanges(rating: 1)) }
    #expect(try offline.texts() == ["2", "1"])
    try await offline.send()
    #expect(log == ["change 2 2", "change 1 1"])
    try await shelf.remove(id: 1)
    let error = await #expect(throws: APIError.self) { try await shelf.remove(id: 1) }
    #expect(error?.status == .notFound)
  }

  @Test func aFileIsQueuedAsItIs() async throws {
    let offline = try device.app()
    try await offline.write(Shelf.self) {
      try await $0.cover(id: 1, picture: Blob(Data("0123456789".utf8), contentType: "image/png"))
    }
    try await offline.send()
    #expect(log == ["cover 1 10"])
    #expect(server.received[0].head.headerFields[.contentType] == "image/png")
  }

  @Test func aQueuedWriteIsNotRetriedAndMayHaveNoBody() async throws {
    let offline = try device.app()
    let write = try await offline.write(Shelf.self) { try await $0.remove(id: 1) }
    #expect(try write.body(as: BookChanges.self) == nil)
    #expect(try !offline.retry(write.id))
    #expect(try offline.queuedWrites().map(\.id) == [write.id])
  }

  @Test func aWriteWithAKnownLocalIDIsInTheOrderOfTheRealOne() async throws {
    let offline = try device.app()
    let id = LocalID()
    try await offline.write(Shelf.self, creating: id) { try await $0.add(book: NewBook(title: "새 책")) }
    try await offline.send()
    try await change(offline, Int(id.integer), rating: 1)
    try await change(offline, 4, rating: 2)
    #expect(try Set(offline.queuedWrites().map(\.scope)).count == 1)
  }

  @Test func aReadOrNoCallCantBeQueued() async throws {
    let offline = try device.app()
    await #expect(throws: APIError.self) { try await offline.write(Shelf.self) { try await $0.show(id: 1) } }
    await #expect(throws: APIError.self) { try await offline.write(Shelf.self) { _ in } }
    #expect(try offline.queuedWrites().isEmpty)
  }

  @Test func aBodyAboveTheLimitIsNotQueued() async throws {
    let offline = try device.app { $0.maxWriteSize = 10 }
    for size in [10, 11] {
      let whole = Blob(Data(repeating: 0, count: size), contentType: "image/png")
      let bytes = AsyncStream { continuation in
        continuation.yield(Data(repeating: 0, count: size))
        continuation.finish()
      }
      let chunks = Blob(chunks: bytes, contentType: "image/png")
      for picture in [whole, chunks] {
        let failure = await code {
          try await offline.write(Shelf.self) { try await $0.cover(id: 1, picture: picture) }
        }
        #expect(failure == (size > 10 ? .tooLarge : nil))
      }
    }
    #expect(try offline.queuedWrites().count == 2)
  }

  // MARK: Late writes

  @Test func aWriteWhoseKeyTheServerHasForgottenIsRejectedAndNotSentTwice() async throws {
    let offline = try device.app()
    try await change(offline, 1, rating: 5)
    try await change(offline, 1, rating: 4)
    server.lose { _ in true }
    for _ in 0..<7 {
      try await offline.send()
      device.clock.advance(by: .seconds(86_400))
    }
    #expect(log == ["change 1 5"])
    server.lose { _ in false }
    try await offline.send()
    // The next one was never sent.
    #expect(log == ["change 1 5", "change 1 4"])
    let late = try #require(try offline.queuedWrites().first)
    #expect(late.isRejected && late.lastError?.english.contains("may have been applied") == true)
    // The user has checked it.
    try offline.retry(late.id)
    try await offline.send()
    #expect(log == ["change 1 5", "change 1 4", "change 1 5"])
  }

  @Test(arguments: [401, 429])
  func aWriteThatTheServerDidNotApplyIsNeverTooLate(status: Int) async throws {
    let offline = try device.app()
    try await change(offline, 1, rating: 5)
    device.clock.advance(by: .seconds(30 * 86_400))
    server.respond { _ in APIResponse(head: HTTPResponse(status: .init(code: status))) }
    try await offline.send()
    #expect(try offline.queuedWrites().first?.attempts == 1)
    device.clock.advance(by: .seconds(30 * 86_400))
    server.respond { _ in nil }
    try await offline.send()
    #expect(log == ["change 1 5"])
    #expect(try offline.queuedWrites().isEmpty)
  }

  // MARK: Observation

  @Test func theQueueCanBeWatchedWithAttemptsAndErrors() async throws {
    let offline = try device.app()
    let observed = Locked<[[QueuedWrite]]>([])
    let watching = Task { for await writes in offline.writes { observed.withLock { $0.append(writes) } } }
    #expect(await until { observed.withLock { $0.last?.isEmpty == true } })
    server.isDown = true
    try await change(offline, 1, rating: 5)
    try await offline.send()
    #expect(
      await until { observed.withLock { $0.last?.first.map { $0.attempts == 1 && $0.lastError != nil } == true } }
    )
    server.isDown = false
    try await offline.send(ignoringBackoff: true)
    #expect(await until { observed.withLock { $0.last?.isEmpty == true } })
    try offline.close()
    await watching.value
  }

  @Test(.timeLimit(.minutes(1))) func aRetryAndADiscardAreReportedToEveryWatcher() async throws {
    let offline = try device.app()
    server.respond { _ in APIResponse(failure: APIError(.forbidden), format: BareJSON.self, language: .korean) }
    try await change(offline, 1, rating: 5)
    try await offline.send()
    var one = offline.statuses.makeAsyncIterator()
    var other = offline.statuses.makeAsyncIterator()
    #expect(await one.next()?.rejected == 1)
    #expect(await other.next()?.rejected == 1)
    let id = try #require(try offline.queuedWrites(rejected: true).first).id
    try offline.retry(id)
    #expect(await one.next()?.queued == 1)
    #expect(await other.next()?.queued == 1)
    try offline.discard(id)
    #expect(await one.next()?.queued == 0)
    #expect(await other.next()?.queued == 0)
  }

  @Test(.timeLimit(.minutes(1))) func aWriteThatFailedIsSentAgainWhenItsPauseIsOver() async throws {
    let offline = try device.app()
    let failures = Locked([HTTPResponse.Status](repeating: .serviceUnavailable, count: 3))
    server.respond { _ in failures.withLock { $0.popLast() }.map { APIResponse(head: HTTPResponse(status: $0)) } }
    try await change(offline, 1, rating: 5)
    let running = Task { await offline.run() }
    #expect(await until { log == ["change 1 5"] })
    running.cancel()
    await running.value
    #expect(server.received.count == 4)
  }

  @Test func afterADiscardTheNextWriteOfItsScopeIsSent() async throws {
    let offline = try device.app { $0.clock = HeldClock() }
    server.isDown = true
    try await change(offline, 1, rating: 1)
    try await change(offline, 1, rating: 2)
    let running = Task { await offline.run() }
    #expect(await until { (try? offline.queuedWrites().first?.lastError) != nil })
    server.isDown = false
    try offline.discard(try #require(try offline.queuedWrites().first).id)
    #expect(await until { log == ["change 1 2"] })
    running.cancel()
    await running.value
  }

  @Test func aRestoredConnectionStartsSendingAndTheStateCanBeWatched() async throws {
    let connectivity = ConnectivityValue(false)
    let offline = try device.app { $0.connectivity = connectivity }
    let observed = Locked<[Offline.Status]>([])
    let watching = Task { for await status in offline.statuses { observed.withLock { $0.append(status) } } }
    let running = Task { await offline.run() }
    try await change(offline, 1, rating: 1)
    #expect(await until { observed.withLock { $0.last?.queued == 1 && $0.last?.isConnected == false } })
    #expect(server.received.isEmpty)
    connectivity.isConnected = true
    #expect(await until { log == ["change 1 1"] })
    #expect(await until { observed.withLock { $0.last?.queued == 0 && $0.last?.isConnected == true } })
    // A later write is sent without being asked for.
    try await change(offline, 2, rating: 2)
    #expect(await until { log.count == 2 })
    running.cancel()
    watching.cancel()
    await running.value
  }
}

/// A contract whose ids are strings.
@API("/drawers", serves: false)
private struct Drawer: Sendable {
  @Payload(init: true)
  struct Label: Sendable, Equatable {
    var drawer: String
    var neighbors: [String]
    var note: String
  }

  @POST("/", status: 201) var add: @Sendable () async throws -> Void
  @PUT("/of({id})/label", status: 204)
  var label: @Sendable (_ id: String, _ word: Query<String>, _ at: Header<String>, _ label: Label) async throws -> Void
  @PATCH("/{id}:picture", status: 204) var picture: @Sendable (_ id: String, _ picture: Blob) async throws -> Void
}
