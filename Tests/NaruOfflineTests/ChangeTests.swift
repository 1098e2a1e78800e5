import Foundation
import HTTPTypes
import Naru
import NaruOffline
import NaruScreens
import TestSupport
import Testing

/// Values and screens that follow the changes of what they show.
struct ChangeTests {
  private let device: Device
  private var server: ShelfServer { device.server }

  init() throws { device = try Device("책", "둘") }

  private func retitle(_ offline: Offline, _ title: String) async throws {
    _ = try await offline.live(Shelf.self).change(id: 1, changes: BookChanges(title: title))
  }

  // MARK: Values

  @Test func theCachedValueComesFirstAndThenTheServers() async throws {
    _ = try await device.app().read(Shelf.self) { try await $0.list() }
    server.change(Device.hong) { $0.books[0].title = "새 책" }
    let screen = try list(device.app())
    #expect(await screen.shows(["새 책", "둘"]))
    #expect(screen.titles == [["책", "둘"], ["새 책", "둘"]] && screen.all.map(\.isFresh) == [false, true])
  }

  @Test func withoutAConnectionTheCachedValueIsShownOnce() async throws {
    _ = try await device.app().read(Shelf.self) { try await $0.list() }
    server.isDown = true
    let (offline, failures) = (try device.app(), Locked(0))
    let screen = list(offline)
    let missing = Screen(
      offline.values(Shelf.self, { [try await $0.show(1)] }, onFailure: { _ in failures.withLock { $0 += 1 } })
    )
    #expect(await until { failures.withLock { $0 } == 1 })
    #expect(await screen.shows(["책", "둘"]))
    #expect(screen.all.count == 1 && missing.all.isEmpty)
    // As soon as the server is reached again, both are read.
    server.isDown = false
    offline.sendSoon()
    #expect(await missing.shows(["책"]))
    #expect(await until { screen.all.last?.isFresh == true })
  }

  @Test(arguments: [true, false])
  func aWriteChangesWhatItDeclares(isQueued: Bool) async throws {
    let offline = try device.app()
    let (screen, first) = (list(offline), Screen(offline.values(Shelf.self, { [try await $0.show(1)] })))
    let second = Screen(offline.values(Shelf.self, { [try await $0.show(2)] }))
    #expect(await screen.shows(["책", "둘"]))
    #expect(await first.shows(["책"]))
    #expect(await second.shows(["둘"]))
    if isQueued {
      try await offline.write(Shelf.self) { try await $0.change(id: 1, changes: BookChanges(title: "하나")) }
      try await offline.send()
    } else {
      try await retitle(offline, "하나")
    }
    #expect(await screen.shows(["하나", "둘"]))
    #expect(await first.shows(["하나"]))
    // Each is read once, and a book that was not changed isn't.
    #expect(server.reads() == 2 && server.reads("/api/books/1") == 2 && server.reads("/api/books/2") == 1)
    #expect(second.all.last?.isFresh == true)
  }

  @Test func onlyWhatIsOnTheScreenIsReadAgain() async throws {
    let offline = try device.app()
    let screen = list(offline)
    #expect(await screen.shows(["책", "둘"]))
    await screen.close()
    try await retitle(offline, "하나")
    #expect(server.reads() == 1)
    // The next screen does not show the old value as the server's.
    let next = list(offline)
    #expect(await next.shows(["하나", "둘"]))
  }

  @Test func aBurstOfWritesIsReadAFewTimes() async throws {
    let offline = try device.app { $0.clock = ContinuousClock() }
    let screen = list(offline)
    #expect(await screen.shows(["책", "둘"]))
    let before = server.reads()
    for number in 1...100 { try await retitle(offline, "\(number)") }
    #expect(await screen.shows(["100", "둘"]))
    #expect(server.reads() - before <= 3)
    // From the queue as well.
    for number in 101...200 {
      try await offline.write(Shelf.self) { try await $0.change(id: 1, changes: BookChanges(title: "\(number)")) }
    }
    try await offline.send()
    #expect(await screen.shows(["200", "둘"]))
    #expect(server.reads() - before <= 6)
  }

  @Test func aWriteDuringAReadIsReadAfterwards() async throws {
    let offline = try device.app { $0.policy = .cacheFirst(maxAge: .seconds(60)) }
    let (gate, reached) = (Gate(), Gate())
    server.hold { request in
      guard request.head.method == .get else { return }
      reached.open()
      await gate.wait()
    }
    let screen = list(offline)
    await reached.wait()
    try await retitle(offline, "하나")
    gate.open()
    #expect(await screen.shows(["하나", "둘"]))
    #expect(try await offline.read(Shelf.self) { try await $0.list() }.value.first?.title == "하나")
  }

  @Test func afterAQueuedWriteThatDeclaresNothingEverythingIsReadAgain() async throws {
    let offline = try device.app()
    let screen = list(offline)
    #expect(await screen.shows(["책", "둘"]))
    _ = try await offline.live(Shelf.self).annotate(note: NewNote(book: 1, text: "메모"))
    server.change(Device.hong) { $0.books[0].title = "하나" }
    try await offline.write(Shelf.self) { try await $0.annotate(note: NewNote(book: 1, text: "메모 2")) }
    try await offline.send()
    #expect(await screen.shows(["하나", "둘"]))
    #expect(server.reads() == 2)
  }

  @Test func theAppSaysWhatNoWriteDeclares() async throws {
    let offline = try device.app { $0.policy = .cacheFirst(maxAge: .seconds(60)) }
    let screen = list(offline)
    #expect(await screen.shows(["책", "둘"]))
    server.change(Device.hong) { $0.books[0].title = "알림" }
    try offline.invalidate(Shelf.Endpoints.list)
    #expect(await screen.shows(["알림", "둘"]))
  }

  @Test func valuesEndWithTheFile() async throws {
    let offline = try device.app()
    let values = offline.values(Shelf.self, { try await $0.list() })
    let ended = Task { for await _ in values {} }
    #expect(await until { server.reads() == 1 })
    try offline.close()
    await ended.value
    for await _ in offline.values(Shelf.self, { try await $0.list() }) {}
  }

  // MARK: Queued changes

  private func overlay(_ offline: Offline) -> Shelf {
    var overlay = Overlay<[Book]>(offline)
    overlay.insert(Shelf.Endpoints.add, atEnd: true) { (new: NewBook, write) in
      Book(id: Int(write.localID?.integer ?? 0), title: new.title)
    }
    overlay.change(Shelf.Endpoints.change) { (book: inout Book, changes: BookChanges, _) in
      book.title = changes.title ?? book.title
    }
    let live: Shelf = overlay.live()
    var shelf = live
    shelf.list = { [overlay] word in try await overlay.shown(live.list(word), withNew: true) }
    return shelf
  }

  @Test func aQueuedChangeStaysUntilTheServersResponseHasIt() async throws {
    let offline = try device.app()
    let shelf = overlay(offline)
    let screen = Screen(offline.values({ try await shelf.list(nil) }))
    #expect(await screen.shows(["책", "둘"]))
    server.isDown = true
    _ = try await shelf.change(1, BookChanges(title: "하나"))
    #expect(await screen.shows(["하나", "둘"]))
    _ = try await shelf.add(NewBook(title: "셋"))
    #expect(await screen.shows(["하나", "둘", "셋"]))
    // The writes arrive, but the reads after them do not.
    server.isDown = false
    server.respond { request in
      if request.head.method == .get { throw APIError(.unreachable) }
      return nil
    }
    device.clock.advance(by: .seconds(300))
    try await offline.send()
    #expect(try offline.queuedWrites().isEmpty)
    // Nor does another change of the queue bring the old value back.
    try await offline.write(Shelf.self) { try await $0.change(id: 2, changes: BookChanges(title: "2")) }
    #expect(await screen.shows(["하나", "2", "셋"]))
    server.respond { _ in nil }
    try await offline.send()
    #expect(await until { screen.all.last?.isFresh == true && screen.all.last?.value.last?.id ?? -1 > 0 })
    let shown = screen.titles
    let start = try #require(shown.firstIndex { $0.contains("하나") })
    #expect(shown[start...].allSatisfy { $0[0] == "하나" }, "\(shown)")
    let three = try #require(shown.firstIndex { $0.contains("셋") })
    #expect(shown[three...].allSatisfy { $0.filter { $0 == "셋" }.count == 1 }, "\(shown)")
  }

  @Test func aRejectedChangeDisappears() async throws {
    let offline = try device.app()
    let shelf = overlay(offline)
    let screen = Screen(offline.values({ try await shelf.list(nil) }))
    #expect(await screen.shows(["책", "둘"]))
    server.isDown = true
    _ = try await shelf.add(NewBook(title: ""))
    #expect(await screen.shows(["책", "둘", ""]))
    server.isDown = false
    device.clock.advance(by: .seconds(300))
    try await offline.send()
    #expect(await screen.shows(["책", "둘"]))
  }

  // MARK: Screens

  @MainActor @Test func modelsLoadAgainByThemselves() async throws {
    let offline = try device.app()
    let shelf = offline.live(Shelf.self)
    let loaded = Loaded<[Book]>([])
    let list = PagedList<Book>(pageSize: 20) { _, _ in ListPage(try await shelf.list(nil)) }
    let tasks = [
      Task { await following { await loaded.reload { try await shelf.list(nil) } } },
      Task { await following { await list.reload() } },
    ]
    func show(_ title: String) async -> Bool {
      for _ in 1...100_000 where loaded.value.first?.title != title || list.items.first?.title != title {
        await Task.yield()
      }
      return loaded.value.first?.title == title && list.items.first?.title == title
    }
    #expect(await show("책"))
    try await retitle(offline, "하나")
    #expect(await show("하나"))
    #expect(server.reads() == 4)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    try await retitle(offline, "둘")
    #expect(server.reads() == 4)
  }
}
