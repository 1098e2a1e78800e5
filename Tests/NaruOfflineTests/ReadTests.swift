import Foundation
import HTTPTypes
import Naru
import NaruOffline
import TestSupport
import Testing

/// Reads that return cached responses.
struct ReadTests {
  private let device: Device
  private var server: ShelfServer { device.server }

  init() throws { device = try Device("책") }

  private func list(_ offline: Offline, _ policy: ReadPolicy? = nil) async throws -> Cached<[Book]> {
    try await offline.read(Shelf.self, policy: policy) { try await $0.list() }
  }

  private func rename(_ title: String) { server.change(Device.hong) { $0.books = [Book(id: 1, title: title)] } }

  @Test func withoutANetworkAReadReturnsTheCachedResponseWithItsAge() async throws {
    let first = try await list(device.app())
    #expect(first.isFresh && first.value.map(\.title) == ["책"])
    server.isDown = true
    device.clock.advance(by: .seconds(180))
    // After a restart.
    let cached = try await list(device.app())
    #expect(cached.value == first.value && !cached.isFresh)
    #expect(cached.age(at: device.clock.shown) == .seconds(180))
  }

  @Test(arguments: [408, 429, 500, 503])
  func aServerThatFailsIsAsGoodAsNone(status: Int) async throws {
    let offline = try device.app()
    _ = try await list(offline)
    server.respond { _ in APIResponse(head: HTTPResponse(status: .init(code: status))) }
    #expect(try await !list(offline).isFresh)
  }

  @Test(arguments: [401, 404])
  func aRejectionIsNotHidden(status: Int) async throws {
    let offline = try device.app()
    _ = try await list(offline)
    server.respond { _ in APIResponse(head: HTTPResponse(status: .init(code: status))) }
    await #expect(throws: APIError.self) { try await list(offline) }
    server.respond { _ in nil }
    server.isDown = true
    // What does not exist any more is forgotten.
    if status == 404 { await #expect(throws: APIError.self) { try await list(offline) } }
  }

  @Test func aGuestsReadIsCachedApart() async throws {
    let offline = try device.app()
    server.respond { request in
      guard request.head.headerFields[.authorization] == nil else { return nil }
      return APIResponse(head: HTTPResponse(status: .ok), body: Data(#"[{"id":2,"title":"모두의 책"}]"#.utf8))
    }
    let guests = try await withCallOptions(asGuest: true) { try await list(offline) }
    let own = try await list(offline)
    #expect(own.value.map(\.title) == ["책"] && guests.value.map(\.title) == ["모두의 책"])
    server.isDown = true
    #expect(try await list(offline).value == own.value)
    #expect(try await withCallOptions(asGuest: true) { try await list(offline) }.value == guests.value)
  }

  @Test func anErrorThatIsNotTheNetworksIsNotHidden() async throws {
    let offline = try device.app()
    _ = try await list(offline)
    server.respond { _ in throw APIError(.tooLarge) }
    await #expect(throws: APIError(.tooLarge)) { try await list(offline) }
  }

  @Test func aReadThatWasNeverCachedFailsWithAMessage() async throws {
    server.isDown = true
    await #expect(throws: APIError(.unreachable)) { try await list(device.app()) }
    let error = await #expect(throws: APIError.self) { try await list(device.app(), .cacheOnly) }
    #expect(error?.localizedMessage.english.contains("never loaded") == true)
  }

  @Test func anUnchangedValueIsConfirmedWithItsTag() async throws {
    let offline = try device.app()
    _ = try await list(offline)
    device.clock.advance(by: .seconds(60))
    let cached = try await list(offline)
    #expect(cached.isFresh && cached.date == device.clock.shown && cached.value.count == 1)
    #expect(server.received.last?.head.headerFields[.ifNoneMatch] != nil)
    #expect(try await list(offline, .cacheOnly).date == cached.date)
    rename("새 책")
    #expect(try await list(offline).value.map(\.title) == ["새 책"])
  }

  @Test func whatAnEarlierVersionCachedAndThisOneCannotReadIsNoResponse() async throws {
    let offline = try device.app()
    server.respond { _ in
      APIResponse(head: HTTPResponse(status: .ok, headerFields: [.eTag: "\"1\""]), body: Data(#"[{"id":1}]"#.utf8))
    }
    _ = try await offline.read(Earlier.Shelf.self) { try await $0.list(nil) }
    server.isDown = true
    await #expect(throws: APIError(.unreachable)) { try await list(offline) }
    server.isDown = false
    server.respond { request in
      request.head.headerFields[.ifNoneMatch] == nil ? nil : APIResponse(head: HTTPResponse(status: .notModified))
    }
    #expect(try await list(offline).value.map(\.title) == ["책"])
  }

  @Test func aResponseOfAnEarlierRequestReplacesNoneOfALaterOne() async throws {
    let offline = try device.app()
    let (gate, number) = (Gate(), Locked(0))
    server.hold { _ in if number.next() == 1 { await gate.wait() } }
    async let earlier = list(offline)
    await gate.arrived()
    rename("새 책")
    _ = try await list(offline)
    gate.open()
    _ = try await earlier
    #expect(try await list(offline, .cacheOnly).value.map(\.title) == ["새 책"])
  }

  @Test func aCachedResponseHasItsStatus() async throws {
    let offline = try device.app()
    server.respond { _ in APIResponse(head: HTTPResponse(status: .created), body: Data("7".utf8)) }
    for policy in [ReadPolicy.networkFirst, .cacheOnly] {
      #expect(try await offline.read(CountedList.self, policy: policy) { try await $0.made() }.value.isNew)
    }
  }

  @Test func aCacheThatIsYoungEnoughIsNotChecked() async throws {
    let offline = try device.app { $0.policies[Shelf.Endpoints.list] = .cacheFirst(maxAge: .seconds(60)) }
    _ = try await list(offline)
    rename("새 책")
    device.clock.advance(by: .seconds(60))
    #expect(try await list(offline).value.map(\.title) == ["책"])
    #expect(server.received.count == 1)
    device.clock.advance(by: .seconds(1))
    #expect(try await list(offline).value.map(\.title) == ["새 책"])
  }

  @Test func readsWithDifferentBodiesAreCachedSeparately() async throws {
    let offline = try device.app()
    for (word, titles) in [("책", ["책"]), ("새", [])] {
      let found = try await offline.read(Shelf.self, policy: .cacheFirst(maxAge: .seconds(60))) {
        try await $0.find(word)
      }
      #expect(found.value.map(\.title) == titles)
    }
  }

  @Test func aWriteMakesTheReadsItNamesStale() async throws {
    let offline = try device.app { $0.policy = .cacheFirst(maxAge: .seconds(3600)) }
    server.change(Device.hong) { $0.books.append(Book(id: 2, title: "다른 책")) }
    _ = try await list(offline)
    let show = { (id: Int) in try await offline.read(Shelf.self) { try await $0.show(id: id) } }
    for id in 1...2 { _ = try await show(id) }
    server.change(Device.hong) { $0.books.removeLast() }
    try await offline.write(Shelf.self) { try await $0.change(id: 1, changes: BookChanges(title: "둘")) }
    try await offline.send()
    #expect(try await show(1).value.title == "둘")
    // Another book is not changed.
    #expect(try await show(2).value.title == "다른 책")
    #expect(try await list(offline).value.map(\.title) == ["둘"])
    // So does a write that is sent at once.
    _ = try await offline.live(Shelf.self).change(id: 1, changes: BookChanges(title: "셋"))
    #expect(try await list(offline).value.map(\.title) == ["셋"])
    // A stale value is better than none.
    _ = try await offline.live(Shelf.self).change(id: 1, changes: BookChanges(title: "넷"))
    server.isDown = true
    #expect(try await list(offline).value.map(\.title) == ["셋"])
  }

  @Test func aReadOfTheNetworkOnlyIsNotCached() async throws {
    let offline = try device.app { $0.policies[Shelf.Endpoints.list] = .networkOnly }
    #expect(try await list(offline).isFresh)
    server.isDown = true
    await #expect(throws: APIError.self) { try await list(offline) }
    await #expect(throws: APIError.self) { try await list(offline, .cacheOnly) }
  }

  @Test func parametersArePartOfTheKey() async throws {
    let offline = try device.app()
    _ = try await list(offline)
    server.isDown = true
    await #expect(throws: APIError.self) { try await offline.read(Shelf.self) { try await $0.list(word: "책") } }
  }

  @Test func withoutAConnectionTheServerIsNotCalled() async throws {
    let connectivity = ConnectivityValue(true)
    let offline = try device.app { $0.connectivity = connectivity }
    let running = Task { await offline.run() }
    _ = try await list(offline)
    connectivity.isConnected = false
    #expect(await until { (try? offline.status().isConnected) == false })
    #expect(try await !list(offline).isFresh)
    #expect(server.received.count == 1)
    running.cancel()
    await running.value
  }

  @Test func theLeastRecentlyUsedResponsesAreRemovedFirst() async throws {
    let offline = try device.app { $0.maxCacheSize = 4_000 }
    server.change(Device.hong) { content in
      content.books = (1...20).map { Book(id: $0, title: String(repeating: "a", count: 400)) }
    }
    let show = { (id: Int) in try await offline.read(Shelf.self) { try await $0.show(id: id) } }
    for id in 1...20 {
      device.clock.advance(by: .seconds(601))
      _ = try await show(id)
      // The first one is used again and again.
      _ = try await offline.read(Shelf.self, policy: .cacheOnly) { try await $0.show(id: 1) }
    }
    server.isDown = true
    for id in [1, 20] { #expect(try await !show(id).isFresh) }
    await #expect(throws: APIError.self) { try await show(2) }
  }

  @Test func anOldResponseIsNotReturned() async throws {
    let offline = try device.app { $0.maxCacheAge = .seconds(3600) }
    _ = try await list(offline)
    server.isDown = true
    device.clock.advance(by: .seconds(3599))
    _ = try await list(offline)
    device.clock.advance(by: .seconds(1))
    await #expect(throws: APIError.self) { try await list(offline) }
  }

  @Test func aValueThatIsShownAgainIsDecodedOnce() async throws {
    let offline = try device.app()
    server.respond { _ in APIResponse(head: HTTPResponse(status: .ok), body: Data("7".utf8)) }
    _ = try await offline.read(CountedList.self) { try await $0.number() }
    try device.ageFiles()
    let before = CountedNumber.readings.withLock { $0 }
    for _ in 1...3 {
      let cached = try await offline.read(CountedList.self, policy: .cacheOnly) { try await $0.number() }
      #expect(cached.value.number == 7 && !cached.isFresh)
    }
    #expect(CountedNumber.readings.withLock { $0 } == before + 1)
  }

  @Test func aResponseThatAnExtensionCachedReplacesTheOneInMemory() async throws {
    let (app, appExtension) = (try device.app(), try device.app())
    _ = try await list(app)
    try device.ageFiles()
    for _ in 1...2 { #expect(try await list(app, .cacheOnly).value.map(\.title) == ["책"]) }
    rename("새 책")
    _ = try await list(appExtension)
    #expect(try await list(app, .cacheOnly).value.map(\.title) == ["새 책"])
  }
}

/// A number that counts how often one is read.
private struct CountedNumber: Decodable {
  static let readings = Locked(0)
  let number: Int

  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
    Self.readings.withLock { $0 += 1 }
  }
}

@API("/counted", serves: false)
private struct CountedList: Sendable {
  @GET("/number") var number: @Sendable () async throws -> CountedNumber
  @GET("/made") var made: @Sendable () async throws -> CreatedOrExisting<Int>
}

/// The contract of an earlier version of the app.
private enum Earlier {
  @API("/api", auth: .required)
  struct Shelf: Sendable {
    @GET("/books") var list: @Sendable (_ word: String?) async throws -> [JSONValue]
  }
}
