import Foundation
import Naru
import NaruAsyncHTTPClient
import NaruLab
import NaruOffline
import TestSupport
import Testing

/// The queue of an app that reports to the lab.
@Suite(.timeLimit(.minutes(2)))
struct TimelineTests {
  private let server = NoteServer(idempotency: InMemoryIdempotencyStore())
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func app() throws -> Offline {
    try Offline(in: folder.url, for: "홍길동", client: server.apiClient, options: OfflineOptions(contracts: [Notes.self]))
  }

  /// Returns the first report of a state.
  private func next(
    _ state: Lab.QueueState,
    _ events: inout EventStream<Lab.Event>.AsyncIterator
  ) async throws -> Lab.QueueEntry {
    while let event = try await events.next() {
      if case .queue(let entry) = event.data, entry.call.state == state { return entry }
    }
    throw APIError(.notFound)
  }

  /// The events of the lab, from now on.
  private func events() async throws -> EventStream<Lab.Event>.AsyncIterator {
    let events = try await server.lab.events().makeAsyncIterator()
    let laboratory = server.laboratory
    #expect(await until { laboratory.readerCount == 1 })
    return events
  }

  @Test func aQueuedWriteWhoseAnswerIsLostIsSentTwiceAndAppliedOnce() async throws {
    _ = try await server.lab.addRule(rule: .init(fault: .answerLost, endpoint: "Notes.add", calls: [1]))
    var events = try await events()
    let app = try app()
    let reports = Task { [server] in await app.report(toLabOf: server.apiClient) }
    defer { reports.cancel() }

    let write = try await app.write(Notes.self) { try await $0.add(note: NewNote(text: "배", password: "s3cret")) }
    let queued = try await next(.queued, &events)
    #expect(queued.call.key == write.key && queued.call.endpoint == "Notes.add" && queued.call.target == "/notes")
    #expect(abs(queued.call.queuedAt.timeIntervalSince(write.queuedAt)) < 0.01)
    #expect(queued.sentTimes == 0 && queued.appliedTimes == 0 && queued.call.attempts == 0)

    try await app.send()
    let waiting = try await next(.waiting, &events)
    #expect(waiting.sentTimes == 1 && waiting.appliedTimes == 1 && waiting.call.attempts == 1)
    #expect(waiting.call.status == nil && waiting.call.reason?.isEmpty == false)

    try await app.send(ignoringBackoff: true)
    let done = try await next(.done, &events)
    #expect(done.sentTimes == 2 && done.appliedTimes == 1 && done.call.attempts == 2 && done.call.reason == nil)
    #expect(try await server.lab.queue() == [done])
    #expect(server.all.count == 3)

    // From the exchange to the queue, and back by the key.
    let exchanges = try await server.lab.exchanges(filter: .init(key: done.call.key)).exchanges
    #expect(exchanges.count == 2)
    let detail = try await server.lab.exchange(id: exchanges[1].id)
    #expect(detail.queued == done.call && detail.sentTimes == 2 && detail.appliedTimes == 1)
  }

  @Test func refusedAndDiscardedWritesAreReportedWithTheirReason() async throws {
    var events = try await events()
    let app = try app()
    let reports = Task { [server] in await app.report(toLabOf: server.apiClient) }
    defer { reports.cancel() }
    try await app.write(Notes.self) { try await $0.remove(token: "s3cret-path") }
    #expect(try await next(.queued, &events).call.target == "/notes/redacted")
    try await app.send()
    let refused = try await next(.refused, &events)
    #expect(refused.call.status == 404 && refused.call.reason?.isEmpty == false && refused.appliedTimes == 0)
    let write = try await app.write(Notes.self) { try await $0.add(note: NewNote(text: "배")) }
    _ = try await next(.queued, &events)
    try app.discard(write.id)
    let discarded = try await next(.discarded, &events)
    #expect(discarded.call.key == write.key && discarded.sentTimes == 0)
    #expect(try await server.lab.queue().map(\.call.state) == [.discarded, .refused])
  }

  @Test func theNextChangeReportsWhatTheLabHasMissed() async throws {
    let line = Line(base: server.inMemory)
    let app = try app()
    let reports = Task { await app.report(toLabOf: APIClient(InMemoryTransport.url, transport: line)) }
    defer { reports.cancel() }
    line.isCut.withLock { $0 = true }
    let missed = try await app.write(Notes.self) { try await $0.add(note: NewNote(text: "배")) }
    #expect(await until { line.failures.withLock { $0 } > 0 })
    try await app.send()
    #expect(server.all.count == 3)
    #expect(try await server.lab.queue().isEmpty)
    var events = try await events()
    line.isCut.withLock { $0 = false }
    try await app.write(Notes.self) { try await $0.add(note: NewNote(text: "섬")) }
    let done = try await next(.done, &events)
    #expect(done.call.key == missed.key && done.sentTimes == 1 && done.appliedTimes == 1)
  }

  @Test func aWriteTooOldForAReportIsNotDiscarded() async throws {
    var events = try await events()
    let app = try app()
    for _ in 0..<3 { try await app.write(Notes.self) { try await $0.add(note: NewNote(text: "배")) } }
    let reports = Task { [server] in await app.report(toLabOf: server.apiClient, newest: 3) }
    defer { reports.cancel() }
    for _ in 0..<3 { _ = try await next(.queued, &events) }
    let last = try await app.write(Notes.self) { try await $0.add(note: NewNote(text: "섬")) }
    #expect(try await next(.queued, &events).call.key == last.key)
    try app.discard(last.id)
    #expect(try await next(.discarded, &events).call.key == last.key)
  }

  @Test func theLabKeepsTheNewestThousandCalls() async throws {
    func call(_ number: Int) -> Lab.QueuedCall {
      Lab.QueuedCall(
        key: "\(number)",
        endpoint: "Notes.remove",
        method: "DELETE",
        target: "/notes/s3cret-path",
        state: .queued,
        queuedAt: Date(),
        attempts: 0
      )
    }
    let lab = server.lab
    for start in stride(from: 0, to: 1100, by: 100) { try await lab.report(calls: (start..<start + 100).map(call)) }
    let queue = try await lab.queue()
    #expect(queue.map(\.call.key) == (100..<1100).reversed().map(String.init))
    // Whatever an app sends.
    #expect(queue.allSatisfy { $0.call.target == "/notes/redacted" })
    #expect(await code { try await lab.report(calls: (0...100).map(call)) } == .invalid)
    try await lab.clear()
    #expect(try await lab.queue().isEmpty)
  }

  @Test(arguments: [
    "http://127.0.0.1:8080", "http://[::1]:8080", "http://192.168.0.7:8080", "http://10.1.2.3", "http://172.31.0.1",
    "http://[fe80::1]:8080", "http://mac.local:8080",
  ])
  func aLabInTheLocalNetworkGetsReports(address: String) async throws {
    var events = try await events()
    let app = try app()
    try await app.write(Notes.self) { try await $0.add(note: NewNote(text: "배")) }
    let url = try #require(URL(string: address))
    let client = APIClient(url, transport: server.inMemory, allowsInsecureHTTP: true)
    let reports = Task { await app.report(toLabOf: client) }
    defer { reports.cancel() }
    #expect(try await next(.queued, &events).call.endpoint == "Notes.add")
  }

  @Test(arguments: [
    "https://lab.example.com", "http://172.32.0.1", "http://10.example.com", "http://1.2.3.4", "https://local",
  ])
  func anotherServerGetsNothing(address: String) async throws {
    let app = try app()
    try await app.write(Notes.self) { try await $0.add(note: NewNote(text: "배")) }
    let url = try #require(URL(string: address))
    await app.report(toLabOf: APIClient(url, transport: server.inMemory, allowsInsecureHTTP: true))
    #expect(try await server.lab.queue().isEmpty)
  }

  @Test func anAppReportsOverHTTPWithTheTokenOfTheLab() async throws {
    let (app, token) = (try app(), Secret("0123456789abcdef"))
    try await app.write(Notes.self) { try await $0.add(note: NewNote(text: "배")) }
    let queued = try await server.serve(token: token) { url async throws in
      let client = APIClient(url, transport: AsyncHTTPClientTransport())
      #expect(await code { _ = try await Lab.live(client).queue() } == .unauthorized)
      let lab = APIClient(url, transport: AsyncHTTPClientTransport(), middleware: [LabToken(token)])
      var events = try await Lab.live(lab).events().makeAsyncIterator()
      let reports = Task { await app.report(toLabOf: lab) }
      defer { reports.cancel() }
      return try await next(.queued, &events)
    }
    #expect(queued.call.endpoint == "Notes.add")
  }

  /// A connection to the lab that can break.
  private struct Line: Transport {
    let base: InMemoryTransport
    let isCut = Locked(false)
    let failures = Locked(0)

    @concurrent
    func send(_ request: APIRequest) async throws -> APIResponse {
      guard !isCut.withLock({ $0 }) else {
        failures.withLock { $0 += 1 }
        throw APIError(.unreachable)
      }
      return try await base.send(request)
    }
  }
}
