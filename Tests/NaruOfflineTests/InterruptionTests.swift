import Foundation
import GRDB
import HTTPTypes
import InMemoryLogging
import Logging
import Naru
import TestSupport
import Testing

@testable import NaruOffline

/// Kills, clocks, full disks, other processes and other versions.
struct InterruptionTests {
  private let device: Device
  private var server: ShelfServer { device.server }

  init() throws { device = try Device("책", "둘") }

  private var log: [String] { server.content(Device.hong).log }

  private func change(_ offline: Offline, _ id: Int = 1, rating: Int) async throws {
    try await offline.write(Shelf.self) { try await $0.change(id: id, changes: BookChanges(rating: rating)) }
  }

  // MARK: The app is killed

  @Test(arguments: [true, false])
  func theAppIsKilledBetweenTheRequestAndTheResponse(isCarriedOut: Bool) async throws {
    let (gate, reached) = (Gate(), Gate())
    let stop: @Sendable (APIRequest) async -> Void = { _ in
      reached.open()
      await gate.wait()
    }
    if isCarriedOut { server.hold(stop) } else { server.pause(stop) }
    let killed = try device.app()
    try await change(killed, rating: 1)
    try await change(killed, rating: 2)
    // The first process never gets further.
    let sending = Task { try await killed.send() }
    await reached.wait()
    server.hold { _ in }
    server.pause { _ in }
    let again = try device.app()
    // It still holds its lock, so its write is left alone for a while.
    try await again.send()
    #expect(server.received.count == 1)
    let process = ProcessInfo.processInfo.processIdentifier
    #expect(
      try again.queuedWrites().map(\.state) == [
        .sending(process: process, until: device.clock.shown + 75), .queued(notBefore: nil),
      ]
    )
    device.clock.advance(by: .seconds(76))
    let resumed = Task { try await again.send() }
    if !isCarriedOut {
      #expect(await until { server.received.count == 2 })
      gate.open()
    }
    try await resumed.value
    #expect(log == ["change 1 1", "change 1 2"])
    #expect(try again.queuedWrites().isEmpty)
    // A process that was only slow changes nothing, either.
    gate.open()
    try await sending.value
    #expect(log == ["change 1 1", "change 1 2"])
  }

  @Test(arguments: [true, false])
  func theAppIsKilledBetweenTheResponseAndTheRemoval(leavesFile: Bool) async throws {
    let offline = try device.app()
    try await change(offline, rating: 1)
    let write = try #require(try offline.queuedWrites().first)
    try await offline.send()
    // The removal did not reach the disk.
    try offline.file.database.write { db in
      var record = write.record
      (record.claimedUntil, record.claimedBy) = (device.clock.shown + 75, "1-killed")
      try record.insert(db)
    }
    let lock = offline.file.url.path + ".1-killed.lock"
    if leavesFile { try Data().write(to: URL(filePath: lock)) }
    // No process holds the lock, so nothing has to wait.
    #expect(try offline.queuedWrites().map(\.state) == [.queued(notBefore: nil)])
    try await offline.send()
    #expect(!FileManager.default.fileExists(atPath: lock))
    #expect(server.received.count == 2)
    #expect(log == ["change 1 1"])
    #expect(try offline.queuedWrites().isEmpty)
  }

  @Test func filesOfLocksAreRemoved() async throws {
    func locks() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: device.folder.url.path).filter { $0.hasSuffix(".lock") }
    }
    let offline = try device.app()
    #expect(try locks().isEmpty)
    try await change(offline, rating: 1)
    try await offline.send()
    #expect(try locks().count == 1)
    try Data().write(to: URL(filePath: offline.file.url.path + ".1-killed.lock"))
    // One opener removes only the files that no process has locked.
    let other = try device.app()
    #expect(try locks().count == 1)
    try offline.close()
    #expect(try locks().isEmpty)
    try other.close()
  }

  @Test func anAppThatStopsSendingLogsNoError() async throws {
    let (gate, reached, log) = (Gate(), Gate(), InMemoryLogHandler())
    server.hold { _ in
      reached.open()
      await gate.wait()
    }
    let offline = try device.app { $0.logger = Logger(label: "test") { _ in log } }
    try await change(offline, rating: 1)
    let running = Task { await offline.run() }
    await reached.wait()
    running.cancel()
    try offline.close()
    gate.open()
    await running.value
    #expect(log.lines == [])
  }

  // MARK: The clock

  @Test(arguments: [-1e9, -600, -10, 600, 1e9])
  func theClockJumps(seconds: Double) async throws {
    let offline = try device.app()
    server.isDown = true
    try await change(offline, rating: 1)
    try await change(offline, 2, rating: 2)
    for _ in 0..<8 {
      try await offline.send()
      device.clock.advance(by: .seconds(300))
    }
    try await offline.send()
    server.isDown = false
    device.clock.skew = seconds
    let isBack = seconds < 0
    try await offline.send()
    if !isBack, seconds < 300 { device.clock.advance(by: .seconds(300)) }
    try await offline.send()
    // A jump of years can't be told from years in which the server has forgotten the keys. The user decides.
    let late = try offline.queuedWrites(rejected: true)
    #expect(late.count == (seconds > 7 * 86_400 ? 2 : 0))
    for write in late { try offline.retry(write.id) }
    try await offline.send()
    #expect(log.sorted() == ["change 1 1", "change 2 2"])
  }

  @Test func aJumpOfTheClockDoesNotKeepAnotherProcessesClaim() async throws {
    let (gate, reached) = (Gate(), Gate())
    server.hold { _ in
      reached.open()
      await gate.wait()
    }
    let killed = try device.app()
    try await change(killed, rating: 1)
    let sending = Task { try await killed.send() }
    await reached.wait()
    server.hold { _ in }
    device.clock.skew = -1e6
    let again = try device.app()
    try await again.send()
    #expect(try again.queuedWrites().isEmpty)
    gate.open()
    try await sending.value
    #expect(log == ["change 1 1"])
  }

  // MARK: The disk

  @Test func theDiskIsFull() async throws {
    let offline = try device.app()
    try await change(offline, rating: 1)
    let database = offline.file.database
    try database.write { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages)")
    }
    let picture = Blob(Data(repeating: 1, count: 100_000), contentType: "image/png")
    let error = await #expect(throws: MessageError.self) {
      try await offline.write(Shelf.self) { try await $0.cover(id: 1, picture: picture) }
    }
    #expect(error?.localizedMessage.korean.contains("저장 공간") == true)
    // A read still works, though it can't be kept.
    server.change(Device.hong) { $0.books = [Book(id: 1, title: String(repeating: "책", count: 50_000))] }
    #expect(try await offline.read(Shelf.self) { try await $0.list() }.isFresh)
    try database.write { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
    // Nothing was lost.
    #expect(try offline.texts() == ["1"])
    try await offline.send()
    #expect(log == ["change 1 1"])
  }

  @Test func aFolderThatCannotBeCreatedIsAnErrorWithAMessage() async throws {
    let file = device.folder.url.appending(path: "file")
    try Data().write(to: file)
    let error = #expect(throws: MessageError.self) {
      try Offline(
        in: file.appending(path: "folder"),
        for: "a",
        client: server.client(Device.hong),
        options: OfflineOptions(contracts: [])
      )
    }
    #expect(error?.localizedMessage.english.contains("\(file.path)/folder/") == true)
    #expect(error?.localizedMessage.english.contains("Check its permissions") == true)
  }

  @Test func nothingIsQueuedInAFileThatAnotherProcessHasDeletedOrReplaced() async throws {
    let (widget, app) = (try device.app(), try device.app())
    #expect(try await app.signOut { _ in .discard })
    for _ in 1...2 {
      let error = await #expect(throws: MessageError.self) { try await change(widget, rating: 1) }
      #expect(error?.localizedMessage.english.contains(widget.file.url.path) == true)
      _ = try device.app()
    }
    try await change(device.app(), rating: 2)
    try widget.close()
    #expect(try device.app().texts() == ["2"])
  }

  // MARK: Another process

  @Test func twoProcessesOfOneAppShareAFile() async throws {
    let apps = [try device.app(), try device.app()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<2 {
        group.addTask {
          for rating in 0..<25 { try await change(apps[number], number + 1, rating: rating) }
        }
        group.addTask {
          for _ in 0..<20 { try await apps[number].send() }
        }
      }
      try await group.waitForAll()
    }
    for app in apps { try await app.send() }
    device.clock.advance(by: .seconds(76))
    for app in apps { try await app.send() }
    for id in 1...2 {
      #expect(log.filter { $0.hasPrefix("change \(id) ") } == (0..<25).map { "change \(id) \($0)" })
    }
    #expect(try apps[0].queuedWrites().isEmpty)
  }

  // MARK: Another version

  enum Old {
    /// The shelf of an earlier version of the app.
    @API("/api", auth: .required)
    struct Shelf: Sendable {
      @PATCH("/books/{id}") var change: @Sendable (_ id: Int, _ changes: BookChanges) async throws -> Book
      @POST("/books/{id}/rating") var rate: @Sendable (_ id: Int, _ rating: Int) async throws -> Void
      @DELETE("/shelf/{id}") var remove: @Sendable (_ id: Int) async throws -> Void
    }
  }

  @Test func aWriteFromAnOlderVersionOfAContractIsSentOrVisiblyRejected() async throws {
    server.isDown = true
    let old = try device.app { $0.endpoints = Old.Shelf.endpoints }
    try await old.write(Old.Shelf.self) { try await $0.rate(id: 1, rating: 5) }
    try await old.write(Old.Shelf.self) { try await $0.remove(id: 1) }
    try await old.write(Old.Shelf.self) { try await $0.change(id: 1, changes: BookChanges(rating: 3)) }
    try old.close()
    server.isDown = false
    let new = try device.app()
    try await new.send()
    #expect(log == ["change 1 3"])
    let rejected = try new.queuedWrites(rejected: true)
    #expect(rejected.map(\.endpointName) == ["Shelf.rate", "Shelf.remove"])
    #expect(rejected.allSatisfy { $0.lastError?.english.contains("earlier version of the app") == true })
  }

  @Test func anOutdatedAppKeepsItsWritesAndTheUpdatedOneSendsThem() async throws {
    let name = try #require(HTTPField.Name("Naru-Release"))
    func app(_ release: Release) throws -> Offline {
      let token = BearerAuthentication { Secret(Device.hong.uuidString) }
      server.allow(Device.hong.uuidString, Device.hong)
      let client = APIClient(InMemoryTransport.url, transport: server, middleware: [token], release: release)
      return try device.app(client: client)
    }
    let old = try app("1.0")
    try await change(old, rating: 1)
    try await change(old, 2, rating: 2)
    server.respond { request in
      guard request.head.headerFields[name] == "1.0" else { return nil }
      return APIResponse(failure: APIError(.outdated), format: BareJSON.self, language: .english)
    }
    try await old.send()
    // The whole queue pauses after the first response.
    let requests = server.received.count
    device.clock.advance(by: .seconds(1))
    try await old.send()
    #expect(server.received.count == requests && log.isEmpty)
    let kept = try old.queuedWrites()
    #expect(kept.count == 2 && !kept.contains(where: \.isRejected))
    #expect(kept.compactMap(\.lastError?.english).contains(APIError(.outdated).localizedMessage.english))
    try old.close()

    let new = try app("1.1")
    try await new.send(ignoringBackoff: true)
    #expect(log.sorted() == ["change 1 1", "change 2 2"])
    #expect(try new.queuedWrites().isEmpty)
    #expect(server.received.suffix(2).allSatisfy { $0.head.headerFields[values: name] == ["1.1"] })
  }

  @Test func aFileOfAnotherVersionIsRejectedWithAMessage() async throws {
    let offline = try device.app()
    try offline.file.database.write { db in
      try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99')")
    }
    try offline.close()
    let error = #expect(throws: MessageError.self) { try device.app() }
    let message = try #require(error).localizedMessage
    let file = try #require(file)
    for text in [message.korean, message.english] { #expect(text.contains(file.path), "\(text)") }
    #expect(message.english.contains("Another version of the app"))
  }

  /// The file of the user.
  private var file: URL? {
    try? FileManager.default.contentsOfDirectory(at: device.folder.url, includingPropertiesForKeys: nil)
      .first { $0.pathExtension == "sqlite" }
  }

  @Test(arguments: ["damaged", "damaged after its header", "zeros"])
  func aDamagedFileIsNamedAndStaysAsItWas(_ damage: String) async throws {
    let offline = try device.app()
    try await change(offline, rating: 1)
    try offline.close()
    let file = try #require(file)
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    let bytes = try Data(contentsOf: file)
    let damaged =
      switch damage {
      case "damaged after its header": bytes.prefix(100) + Data(repeating: 0xA5, count: bytes.count - 100)
      case "zeros": Data(count: bytes.count)
      default: Data("xxxxx".utf8)
      }
    try damaged.write(to: file)
    let error = #expect(throws: MessageError.self) {
      let offline = try device.app()
      defer { try? offline.close() }
      _ = try offline.queuedWrites()
    }
    let message = try #require(error).localizedMessage
    for text in [message.korean, message.english] { #expect(text.contains(file.path), "\(text)") }
    #expect(message.korean.contains("손상"), "\(message)")
    #expect(try Data(contentsOf: file) == damaged)
  }

  @Test func anErrorOfTheFileNamesIt() async throws {
    let offline = try device.app()
    try offline.file.database.write { try $0.execute(sql: "ALTER TABLE queuedWrite RENAME TO other") }
    let error = #expect(throws: MessageError.self) { try offline.queuedWrites() }
    let file = try #require(file)
    let unreadable = MessageError(DatabaseError(resultCode: .SQLITE_IOERR), of: file)
    for message in [error?.localizedMessage, unreadable?.localizedMessage] {
      for text in [message?.korean, message?.english] { #expect(text?.contains(file.path) == true, "\(text ?? "")") }
    }
  }

  @Test func aWriteThatWaitsForACreationDoesNotWakeTheApp() async throws {
    let (offline, id) = (try device.app(), LocalID())
    server.isDown = true
    try await offline.write(Shelf.self, creating: id) { try await $0.add(book: NewBook(title: "새 책")) }
    try await change(offline, Int(id.integer), rating: 1)
    try await offline.send()
    #expect(try offline.store.nextDate() == device.clock.shown + 2)
  }

  // MARK: Many

  @Test func tenThousandEntriesAreLoadedQuickly() async throws {
    let offline = try device.app()
    try await change(offline, rating: 1)
    try offline.file.database.write { db in
      let first = try #require(try WriteRecord.fetchOne(db))
      for number in 2...10_000 {
        var record = first
        (record.id, record.key) = (nil, "\(first.key)\(number)")
        (record.scope, record.target) = ("/api/books/\(number)", "/api/books/\(number)")
        try record.insert(db)
      }
    }
    let start = ContinuousClock.now
    let again = try device.app()
    let writes = try again.queuedWrites()
    let duration = start.duration(to: .now)
    #expect(writes.count == 10_000)
    // An optimized build takes a tenth of it.
    #expect(duration < .seconds(5), "\(duration)")
  }
}
