import Foundation
import Naru
import NaruOffline
import NaruScreens
import TestSupport
import Testing

/// The cache and the queue on screens.
@MainActor
struct ScreenTests {
  private let device: Device
  private var server: ShelfServer { device.server }

  init() throws { device = try Device("책", "둘") }

  @Test func aScreenKnowsHowOldItsContentIs() async throws {
    let offline = try device.app()
    let shelf = offline.live(Shelf.self)
    let books = Loaded<[Book]>([])
    await books.reload { try await shelf.list() }
    #expect(books.phase == .loaded && books.cachedAt == nil)
    let cachedAt = device.clock.shown
    server.isDown = true
    device.clock.advance(by: .seconds(180))
    await books.reload { try await shelf.list() }
    #expect(books.phase == .loaded && books.value.count == 2)
    #expect(books.cachedAt.map { abs($0.timeIntervalSince(cachedAt)) < 0.001 } == true)
    // Of several reads, the oldest counts.
    server.isDown = false
    _ = try await shelf.show(id: 1)
    server.isDown = true
    await books.reload {
      _ = try await shelf.show(id: 1)
      return try await shelf.list()
    }
    #expect(books.cachedAt.map { abs($0.timeIntervalSince(cachedAt)) < 0.001 } == true)
    server.isDown = false
    await books.reload { try await shelf.list() }
    #expect(books.cachedAt == nil)
    books.reset(to: [])
    #expect(books.cachedAt == nil)
  }

  @Test func aPagedListKnowsItsAgeToo() async throws {
    let offline = try device.app()
    let shelf = offline.live(Shelf.self)
    let books = PagedList<Book>(pageSize: 10) { _, _ in ListPage(try await shelf.list()) }
    await books.reload()
    server.isDown = true
    await books.reload()
    #expect(books.phase == .loaded && books.items.count == 2 && books.cachedAt != nil)
    books.reset()
    #expect(books.cachedAt == nil)
  }

  @Test func changesHaveAMarkWhileTheyAreQueued() async throws {
    let connectivity = ConnectivityValue(false)
    let offline = try device.app { $0.connectivity = connectivity }
    let outbox = OutboxModel(offline)
    let running = Task { await outbox.run() }
    defer { running.cancel() }
    let id = LocalID()
    try await offline.write(Shelf.self) { try await $0.change(id: 1, changes: BookChanges(rating: 3)) }
    try await offline.write(Shelf.self) { try await $0.change(id: 2, changes: BookChanges(rating: -1)) }
    try await offline.write(Shelf.self, creating: id) { try await $0.add(book: NewBook(title: "새 책")) }
    #expect(await until { outbox.queued.count == 3 })
    #expect(outbox.isQueued(1) && outbox.isQueued(2) && !outbox.isQueued(3))
    #expect(outbox.isQueued(id.text) && outbox.isQueued(id.integer))
    #expect(await until { !outbox.status.isConnected })
    connectivity.isConnected = true
    #expect(await until { outbox.queued.isEmpty && outbox.rejected.count == 1 })
    #expect(!outbox.isQueued(1))
    let rejected = try #require(outbox.rejections(of: 2).first)
    #expect(rejected.lastError?.korean == "별점이 잘못되었습니다.")
    #expect(outbox.rejections(of: 1).isEmpty)
    let sent = server.received.count
    outbox.retry(rejected.id)
    #expect(await until { server.received.count > sent && outbox.rejected.count == 1 })
    outbox.discard(rejected.id)
    #expect(await until { outbox.rejected.isEmpty })
    #expect(outbox.alertMessage == nil)
  }

  @Test func aScreenThatComesBackSendsAgain() async throws {
    let offline = try device.app()
    let outbox = OutboxModel(offline)
    let gone = Task { await outbox.run() }
    #expect(await until { !gone.isCancelled && outbox.status.isConnected })
    gone.cancel()
    await gone.value
    try await offline.write(Shelf.self) { try await $0.change(id: 1, changes: BookChanges(rating: 3)) }
    #expect(server.received.isEmpty)
    let running = Task { await outbox.run() }
    #expect(await until { server.content(Device.hong).books[0].rating == 3 })
    // It ends with the file.
    try offline.close()
    await running.value
  }

  @Test func aDatabaseThatCantBeUsedIsAMessage() async throws {
    let offline = try device.app()
    let outbox = OutboxModel(offline)
    try offline.close()
    outbox.retry(1)
    #expect(outbox.alertMessage != nil)
  }

  @Test func aWriteConcernsTheIDInItsPathAndNoOtherValue() async throws {
    let offline = try device.app()
    try await offline.write(Shelf.self) { try await $0.change(id: 1, changes: BookChanges(title: "7")) }
    let write = try #require(try offline.queuedWrites().first)
    #expect(write.concerns("1") && !write.concerns("7") && !write.concerns("books-2"))
  }
}
