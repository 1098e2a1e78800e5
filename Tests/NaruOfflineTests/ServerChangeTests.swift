import Foundation
import HTTPTypes
import InMemoryLogging
import Logging
import Naru
import NaruOffline
import TestSupport
import Testing

/// Devices that follow the changes of others through the server.
struct ServerChangeTests {
  private let device: Device
  private let folder: TemporaryFolder
  /// The clock of the server's feed, which has run for a minute.
  private let time = HeldClock()
  private var server: ShelfServer { device.server }

  init() throws {
    (device, folder) = (try Device("책", "둘"), try TemporaryFolder())
    startServer()
  }

  private func startServer(maxStreams: Int = 20) {
    server.feed.withLock { $0 = ChangeFeed(maxStreams: maxStreams, clock: time) }
    time.advance(by: .seconds(60))
  }

  private func phone(
    _ clock: any Clock<Duration> = HeldClock(),
    _ adjust: (inout OfflineOptions) -> Void = { _ in }
  ) throws -> Offline {
    try device.app { options in
      options.clock = clock
      adjust(&options)
    }
  }

  private func tablet(of user: UUID = Device.hong, _ clock: HeldClock = HeldClock()) throws -> Offline {
    var options = OfflineOptions(contracts: [Shelf.self])
    options.clock = clock
    return try Offline(in: folder.url, for: "\(user)", client: server.client(user), options: options)
  }

  /// Whether a screen shows titles, while devices don't wait for more changes.
  private func shows(_ titles: [String], _ screen: Screen, _ clocks: HeldClock...) async -> Bool {
    await until {
      for clock in clocks where clock.sleeps.first == .milliseconds(100) { clock.advance(by: .milliseconds(100)) }
      return screen.titles.last == titles
    }
  }

  private func book(_ id: Int, _ offline: Offline) -> Screen {
    Screen(offline.values(Shelf.self, { [try await $0.show(id)] }))
  }

  private func count(_ path: String) -> Int { server.received.count { $0.head.path?.hasPrefix(path) == true } }

  /// Waits for a condition while the server sends a few heartbeats.
  private func untilHeartbeats(_ condition: () -> Bool) async -> Bool {
    var count = 0
    return await until {
      if count < 10, time.sleeps == [.seconds(20)] {
        time.advance(by: .seconds(20))
        count += 1
      }
      return condition()
    }
  }

  /// Changes a book with a client without a cache.
  private func retitle(_ title: String, id: Int = 1, of user: UUID = Device.hong) async throws {
    _ = try await Shelf.live(server.client(user)).change(id: id, changes: BookChanges(title: title))
  }

  /// Expects that a device asks for changes every 30 seconds.
  private func expectAsking(_ screen: Screen, _ clock: HeldClock) async throws {
    for title in ["하나", "1"] {
      #expect(await until { clock.sleeps.contains(.seconds(30)) })
      try await retitle(title)
      clock.advance(by: .seconds(30))
      #expect(await screen.shows([title, "둘"]))
    }
  }

  @Test func aChangeIsShownOnTheUsersOtherDevicesAndReadOnceOnEach() async throws {
    let (one, two) = (HeldClock(), HeldClock())
    let (phone, tablet) = (try phone(one), try tablet(two))
    let (here, there) = (list(phone), list(tablet))
    #expect(await until { server.openStreams == 2 && here.all.count == 1 && there.all.count == 1 })
    for (title, offline) in [("하나", phone), ("1", tablet)] {
      let before = server.reads()
      _ = try await offline.live(Shelf.self).change(id: 1, changes: BookChanges(title: title))
      #expect(await shows([title, "둘"], here, one, two))
      #expect(await shows([title, "둘"], there, one, two))
      #expect(server.reads() == before + 2)
    }
    try await phone.write(Shelf.self) { try await $0.change(id: 1, changes: BookChanges(title: "줄")) }
    try await phone.send()
    #expect(await shows(["줄", "둘"], here, one, two))
    #expect(await shows(["줄", "둘"], there, one, two))
    #expect(server.reads() == 8)
  }

  @Test func anotherUsersDeviceIsNotTold() async throws {
    server.change(Device.kim) { $0.books = [Book(id: 1, title: "김")] }
    let screen = try list(tablet(of: Device.kim))
    #expect(await screen.shows(["김"]))
    #expect(await until { server.openStreams == 1 })
    try await retitle("하나")
    try await retitle("이", of: Device.kim)
    #expect(await screen.shows(["이"]))
    #expect(server.reads() == 2)
  }

  @Test func aDeviceThatWasAwayReadsOnlyWhatHasChanged() async throws {
    let clock = HeldClock()
    let offline = try phone(clock)
    let (screen, second) = (list(offline), book(2, offline))
    #expect(await second.shows(["둘"]))
    #expect(await until { server.openStreams == 1 && screen.all.count == 1 && clock.sleeps == [.seconds(10)] })
    time.advance(by: .seconds(20))
    server.breakStreams()
    #expect(await until { clock.sleeps == [.seconds(2)] })
    try await retitle("하나")
    clock.advance(by: .seconds(2))
    #expect(await screen.shows(["하나", "둘"]))
    #expect(server.reads() == 2 && server.reads("/api/books/2") == 1)
    // After a restart, the server does not know what has changed before.
    #expect(await until { server.openStreams == 1 })
    clock.advance(by: .milliseconds(100))
    startServer()
    server.breakStreams()
    server.change(Device.hong) { $0.books[1].title = "2" }
    #expect(await until { clock.sleeps.contains(.seconds(2)) })
    clock.advance(by: .seconds(2))
    #expect(await second.shows(["2"]))
    #expect(await screen.shows(["하나", "2"]))
    #expect(server.reads() == 3 && server.reads("/api/books/2") == 2)
  }

  @Test func aBurstOfAnotherDeviceIsReadAFewTimes() async throws {
    let clock = HeldClock()
    let screen = try list(phone(clock))
    #expect(await until { server.openStreams == 1 && screen.all.count == 1 })
    for number in 1...100 { try await retitle("\(number)") }
    // The first change was read at once, and the others are read together.
    #expect(await shows(["100", "둘"], screen, clock))
    #expect(server.reads() <= 4)
  }

  @Test func anOwnWriteWhoseResponseIsLostIsToldByTheServer() async throws {
    let offline = try phone()
    let screen = list(offline)
    #expect(await until { server.openStreams == 1 && screen.all.count == 1 })
    server.lose { $0.head.method == .patch }
    await #expect(throws: APIError.self) {
      _ = try await offline.live(Shelf.self).change(id: 1, changes: BookChanges(title: "하나"))
    }
    #expect(await screen.shows(["하나", "둘"]))
  }

  @Test func onlyWhatAnEventNamesIsReadAgain() async throws {
    let (events, event) = AsyncStream.makeStream(of: Data.self)
    server.respond { request in
      guard request.endpoint.id == "ChangeStream.follow" else { return nil }
      return APIResponse(
        head: HTTPResponse(status: .ok),
        stream: Blob(chunks: events, contentType: "text/event-stream")
      )
    }
    event.yield(Data("id: 1\ndata: {\"changes\":[]}\n\n".utf8))
    let offline = try phone()
    let (first, second) = (book(1, offline), book(2, offline))
    #expect(await first.shows(["책"]))
    #expect(await second.shows(["둘"]))
    server.change(Device.hong) { $0.books = [Book(id: 1, title: "하나"), Book(id: 2, title: "2")] }
    let reads = #"{"read":"Nothing"},{"read":""},{"read":"Shelf.show","path":["api","books","1"]}"#
    event.yield(Data("id: 2\ndata: {\"changes\":[\(reads)]}\n\n".utf8))
    #expect(await first.shows(["하나"]))
    #expect(second.titles == [["둘"]])
  }

  // MARK: Servers and networks without the stream

  @Test func aProxyThatCollectsEventsIsNoticedAndTheServerIsAsked() async throws {
    let (log, clock) = (InMemoryLogHandler(), HeldClock())
    let (silent, _) = AsyncStream.makeStream(of: Data.self)
    server.respond { request in
      guard request.head.path?.hasPrefix("/naru/changes") == true, request.head.path?.contains("once") == false else {
        return nil
      }
      return APIResponse(
        head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"]),
        stream: Blob(chunks: silent, contentType: "text/event-stream")
      )
    }
    let offline = try phone(clock) { $0.logger = Logger(label: "test") { _ in log } }
    let screen = list(offline)
    #expect(await until { clock.sleeps == [.seconds(10)] && screen.all.count == 1 })
    clock.advance(by: .seconds(10))
    try await expectAsking(screen, clock)
    #expect(log.lines.count { $0.contains("a proxy may collect its events") } == 1 && log.lines.count == 1)
    // Another network may be without the proxy.
    server.respond { _ in nil }
    offline.sendSoon()
    #expect(await until { server.openStreams == 1 })
  }

  @Test func aDeviceBeyondTheLimitOfStreamsAsks() async throws {
    startServer(maxStreams: 1)
    let (log, clock) = (InMemoryLogHandler(), HeldClock())
    let first = try list(tablet())
    #expect(await until { server.openStreams == 1 && first.all.count == 1 })
    let offline = try phone(clock) { $0.logger = Logger(label: "test") { _ in log } }
    let screen = list(offline)
    try await expectAsking(screen, clock)
    #expect(log.lines.count { $0.contains("rejects the stream of changes") } == 1 && log.lines.count == 1)
    // The other device's stream ends when it notices that no one looks at its screen.
    await first.close()
    let isFollowed = await untilHeartbeats {
      if clock.sleeps.contains(.seconds(30)) { clock.advance(by: .seconds(30)) }
      return server.openStreams == 1 && clock.sleeps == [.seconds(10)]
    }
    #expect(isFollowed)
  }

  @Test func aServerThatDoesNotOfferTheStreamIsNotAsked() async throws {
    server.feed.withLock { $0 = nil }
    let offline = try phone(ContinuousClock())
    let screen = list(offline)
    #expect(await until { screen.all.count == 1 })
    _ = try await offline.live(Shelf.self).change(id: 1, changes: BookChanges(title: "하나"))
    #expect(await screen.shows(["하나", "둘"]))
    #expect(count("/naru") == 0)
    let fields = server.received.flatMap(\.head.headerFields).map(\.name.rawName)
    #expect(!fields.contains("Naru-Device"))
  }

  @Test func aServerThatBeginsToOfferTheStreamSaysSoWithA304() async throws {
    server.feed.withLock { $0 = nil }
    let offline = try phone()
    _ = try await offline.read(Shelf.self) { try await $0.list() }
    startServer()
    let screen = list(offline)
    #expect(await until { server.openStreams == 1 && screen.all.count >= 1 })
    #expect(server.received.contains { $0.head.headerFields.contains(.ifNoneMatch) })
  }

  @Test(arguments: [404, 405, 200])
  func aServerThatOffersNoStreamAfterAllIsAskedOnce(status: Int) async throws {
    let log = InMemoryLogHandler()
    server.respond { request in
      guard request.endpoint.id == "ChangeStream.follow" else { return nil }
      let page = Data("<html></html>".utf8)
      return APIResponse(
        head: HTTPResponse(status: .init(code: status), headerFields: [.contentType: "text/html"]),
        body: page
      )
    }
    let offline = try phone(ContinuousClock()) { $0.logger = Logger(label: "test") { _ in log } }
    let screen = list(offline)
    #expect(await until { count("/naru") == 1 && screen.all.count == 1 })
    for title in ["하나", "1"] {
      _ = try await offline.live(Shelf.self).change(id: 1, changes: BookChanges(title: title))
      #expect(await screen.shows([title, "둘"]))
    }
    let last = try #require(server.received.last { $0.head.method == .patch })
    #expect(!last.head.headerFields.contains { $0.name.rawName == "Naru-Device" })
    #expect(count("/naru") == 1 && log.lines.isEmpty)
  }

  @Test func withoutATokenTheServerIsAskedRarely() async throws {
    let clock = HeldClock()
    server.respond { request in
      request.endpoint.id == "ChangeStream.follow" ? APIResponse(head: HTTPResponse(status: .unauthorized)) : nil
    }
    let screen = try list(phone(clock))
    #expect(await screen.shows(["책", "둘"]))
    #expect(await until { clock.sleeps == [.seconds(300)] })
  }

  @Test func theStreamOfAnotherUserIsNotOpened() async throws {
    let (clock, token) = (HeldClock(), Locked("\(Device.hong)"))
    for user in [Device.hong, Device.kim] { server.allow("\(user)", user) }
    let authentication = BearerAuthentication { Secret(token.withLock { $0 }) }
    let client = APIClient(InMemoryTransport.url, transport: server, middleware: [authentication])
    let screen = try list(device.app(client: client) { $0.clock = clock })
    #expect(await until { server.openStreams == 1 && screen.all.count == 1 && clock.sleeps == [.seconds(10)] })
    token.withLock { $0 = "\(Device.kim)" }
    server.breakStreams()
    #expect(await until { clock.sleeps == [.seconds(2)] })
    clock.advance(by: .seconds(2))
    #expect(await until { clock.sleeps == [.seconds(300)] })
    #expect(count("/naru") == 1)
  }

  @Test func theStreamIsOpenOnlyWhileSomethingIsShown() async throws {
    let offline = try phone()
    _ = try await offline.read(Shelf.self) { try await $0.list() }
    #expect(count("/naru") == 0)
    let screen = list(offline)
    #expect(await until { server.openStreams == 1 && screen.all.count >= 1 })
    await screen.close()
    // The device may see the first event only after the screen was closed.
    #expect(await untilHeartbeats { server.openStreams == 0 })
    let next = list(offline)
    #expect(await until { server.openStreams == 1 })
    try offline.close()
    #expect(await until { server.openStreams == 0 && next.all.count >= 1 })
    #expect(count("/naru") == 2)
  }
}
