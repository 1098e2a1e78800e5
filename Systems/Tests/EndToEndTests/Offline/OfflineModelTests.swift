import Catalogue
import DockDock
import Foundation
import GRDB
import Local
import Naru
import NaruOffline
import ServedSystem
import Support
import SystemTesting
import Testing

/// Many people write without a reliable network, with apps that are abandoned in the middle of sending, and a server that is replaced by
/// another one on its data. Afterwards, the server has what a model has:
/// every accepted write once, in order within its scope, and every refused one is in its writer's list.
///
/// `scripts/check-faults offline` runs this with 10,000 writes and three seeds, and prints a table.
struct OfflineModelTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let writes = environment["NARU_OFFLINE_WRITES"].flatMap(Int.init) ?? 200
  private static let seeds: [UInt64] = environment["NARU_SEED"].flatMap(UInt64.init).map { [$0] } ?? [1]

  @Test(arguments: seeds)
  func nothingIsLostRepeatedOrSentInAnotherOrder(seed: UInt64) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "naru-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try await UnreliableServer(in: DataFolder(folder.appending(path: "server")), seed: seed)
    let count = min(20, Self.writes)
    var readers: [UnreliableReader] = []
    for number in 0..<count { readers.append(try await UnreliableReader(number, seed: seed, in: folder, server)) }
    server.isReliable.withLock { $0 = false }
    let start = ContinuousClock.now
    let people = try await withThrowingTaskGroup(of: UnreliableReader.self) { group in
      for (number, reader) in readers.enumerated() {
        group.addTask {
          for _ in 0..<Self.writes / count {
            try await reader.write()
            if number == 0, await reader.chance(20 * count, of: Self.writes) { try await server.replace() }
            if await reader.chance(100, of: Self.writes) { try await reader.sendAndKill() }
            if await reader.chance(1, of: 8) { try await reader.send() }
          }
          try await reader.sendAll()
          return reader
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    var totals = UnreliableReader.Totals()
    for reader in people { totals.add(try await reader.compare()) }
    let seconds = start.duration(to: .now) / .seconds(1)
    let row = [
      "seed \(seed)", "writes \(totals.written)", "refused \(totals.refused)", "requests \(server.requests)",
      "lost answers \(server.lostAnswers)", "apps abandoned \(totals.kills)", "servers replaced \(server.replacements)",
      "lost \(totals.lost)", "repeated \(totals.repeated)", "out of order \(totals.disordered)",
      "\(Int(seconds)) s",
    ]
    print(row.joined(separator: " | "))
    #expect(totals.lost == 0 && totals.repeated == 0 && totals.disordered == 0 && totals.wronglyRejected == 0)
    #expect(totals.written == Self.writes / count * count)
    try await server.close()
  }
}

/// The local backend behind a network that loses requests and answers. Another one on its data can take its place.
final class UnreliableServer: Transport {
  private struct State {
    var backend: LocalBackend
    var generation = 0
    var random: SeededRandom
    var requests = 0
    var lostAnswers = 0
  }

  static let isbns = ["9788966260959", "9788932917245", "9788937460449"]

  private let folder: DataFolder
  private let state: Locked<State>
  /// Whether the network is as it should be.
  let isReliable = Locked(true)

  init(in folder: DataFolder, seed: UInt64) async throws {
    self.folder = folder
    let backend = try await Self.backend(folder)
    try backend.catalogue.importText("isbn13,title\n" + Self.isbns.map { "\($0),책" }.joined(separator: "\n"))
    state = Locked(State(backend: backend, random: SeededRandom(seed: seed)))
  }

  private static func backend(_ folder: DataFolder) async throws -> LocalBackend {
    try await LocalBackend(
      storage: .folder(folder),
      signIn: .authenticator(TokenIsName()),
      settings: Settings(environment: ["NARU_WRITES_PER_MINUTE": "0"])
    )
  }

  var requests: Int { state.withLock { $0.requests } }
  var lostAnswers: Int { state.withLock { $0.lostAnswers } }
  var replacements: Int { state.withLock { $0.generation } }

  /// Starts another server on the data. What the old one is doing may be committed, but is never answered.
  func replace() async throws {
    let backend = try await Self.backend(folder)
    state.withLock { state in
      state.backend = backend
      state.generation += 1
    }
  }

  func close() async throws { try state.withLock { try $0.backend.close() } }

  @concurrent
  func send(_ request: APIRequest) async throws -> APIResponse {
    let isReliable = isReliable.withLock { $0 } || request.endpoint.method == .get
    let (backend, generation, number) = state.withLock { state in
      state.requests += 1
      return (state.backend, state.generation, state.random.next() % 100)
    }
    // A tenth of the requests does not arrive.
    if !isReliable, number < 10 { throw APIError(.unreachable) }
    let response = try await backend.inMemory.send(request)
    let isLost = state.withLock { state in
      let isLost = state.generation != generation || (!isReliable && number >= 70)
      if isLost { state.lostAnswers += 1 }
      return isLost
    }
    guard !isLost else { throw APIError(.unreachable) }
    return response
  }
}

/// A reader who writes records about three books.
actor UnreliableReader {
  struct Totals {
    var written = 0
    var refused = 0
    var kills = 0
    var lost = 0
    var repeated = 0
    var disordered = 0
    var wronglyRejected = 0

    mutating func add(_ other: Totals) {
      written += other.written
      refused += other.refused
      kills += other.kills
      lost += other.lost
      repeated += other.repeated
      disordered += other.disordered
      wronglyRejected += other.wronglyRejected
    }
  }

  /// A process of the app. A killed one never gets an answer.
  private final class Process: Transport {
    private let server: UnreliableServer
    private let isKilled = Locked(false)
    let sent = Locked(0)

    init(_ server: UnreliableServer) {
      self.server = server
    }

    func kill() { isKilled.withLock { $0 = true } }

    @concurrent
    func send(_ request: APIRequest) async throws -> APIResponse {
      try await stop()
      sent.withLock { $0 += 1 }
      let result: Result<APIResponse, any Error>
      do {
        result = .success(try await server.send(request))
      } catch {
        result = .failure(error)
      }
      try await stop()
      return try result.get()
    }

    private func stop() async throws {
      while isKilled.withLock({ $0 }) { try await Task.sleep(for: .seconds(3600)) }
    }
  }

  private let name: String
  private let folder: URL
  private let server: UnreliableServer
  private let clock = Locked(Date(timeIntervalSince1970: 1_800_000_000))
  private var random: SeededRandom
  private var entries: [ReadingBook.ID] = []
  /// The accepted records of each book, in order.
  private var model: [ReadingBook.ID: [String]] = [:]
  private var refused = 0
  private var written = 0
  private var kills = 0
  private var process: Process
  private var offline: Offline
  private var abandoned: [Task<Void, any Error>] = []

  init(_ number: Int, seed: UInt64, in folder: URL, _ server: UnreliableServer) async throws {
    name = "reader \(number)"
    self.folder = folder.appending(path: name)
    self.server = server
    random = SeededRandom(seed: seed &* 1000 &+ UInt64(number))
    process = Process(server)
    offline = try Self.open(name, self.folder, process, clock)
    let shelf = ReadingBooks.live(Self.client(name, server))
    for isbn in UnreliableServer.isbns {
      entries.append(try await shelf.add(book: NewReadingBook(bookID: isbn, status: .reading)).id)
    }
  }

  private static func client(_ name: String, _ transport: some Transport) -> APIClient {
    APIClient(InMemoryTransport.url, transport: transport, middleware: [BearerAuthentication { Secret(name) }])
  }

  private static func open(_ name: String, _ folder: URL, _ process: Process, _ clock: Locked<Date>) throws -> Offline {
    var options = OfflineOptions(contracts: [ReadingRecords.self])
    options.now = { clock.withLock { $0 } }
    return try Offline(in: folder, for: name, client: client(name, process), options: options)
  }

  func chance(_ part: Int, of whole: Int) -> Bool { random.next() % UInt64(max(whole, 1)) < UInt64(part) }

  /// Queues a record. A tenth of them will be refused.
  func write() async throws {
    let entry = entries[Int(random.next() % UInt64(entries.count))]
    let isRejected = chance(1, of: 10)
    let content = isRejected ? "" : "\(written)"
    try await offline.write(ReadingRecords.self, in: entry) {
      try await $0.add(record: NewReadingRecord(readingBookID: entry, content: content))
    }
    written += 1
    if isRejected { refused += 1 } else { model[entry, default: []].append(content) }
  }

  func send() async throws {
    clock.withLock { $0 += 301 }
    try await offline.send()
  }

  /// Starts to send, and kills the app at some moment of it.
  func sendAndKill() async throws {
    clock.withLock { $0 += 301 }
    let (old, running) = (process, offline)
    let (before, wanted) = (old.sent.withLock { $0 }, Int(random.next() % 4))
    let sending = Task { try await running.send() }
    let ended = Locked(false)
    let end = Task {
      _ = await sending.result
      ended.withLock { $0 = true }
    }
    while old.sent.withLock({ $0 }) < before + wanted, !ended.withLock({ $0 }) { await Task.yield() }
    old.kill()
    abandoned += [sending, Task { await end.value }]
    kills += 1
    process = Process(server)
    offline = try Self.open(name, folder, process, clock)
    // The old process had taken some writes for itself.
    clock.withLock { $0 += 80 }
  }

  func sendAll() async throws {
    for _ in 0..<10_000 {
      guard try offline.status().queued > 0 else { return }
      try await send()
    }
  }

  /// Compares what the server has with the model.
  func compare() async throws -> Totals {
    var totals = Totals(written: written, refused: refused, kills: kills)
    let records = ReadingRecords.live(Self.client(name, server))
    for entry in entries {
      var found: [String] = []
      for try await record in records.listPages(readingBook: entry, limit: 100).elements {
        found.append(record.content)
      }
      found.reverse()
      let expected = model[entry] ?? []
      totals.lost += Set(expected).subtracting(found).count
      totals.repeated += found.count - Set(found).count
      if totals.lost + totals.repeated == 0, found != expected { totals.disordered += 1 }
    }
    totals.wronglyRejected = abs(try offline.queuedWrites(rejected: true).count - refused)
    totals.lost += try offline.status().queued
    for task in abandoned { task.cancel() }
    return totals
  }
}
