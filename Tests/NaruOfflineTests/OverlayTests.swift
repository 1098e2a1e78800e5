import Foundation
import Naru
import NaruOffline
import TestSupport
import Testing

/// Contracts that show the queued writes on top of the server's responses.
struct OverlayTests {
  private let device: Device
  private var server: ShelfServer { device.server }

  init() throws {
    device = try Device()
    device.server.change(Device.hong) { content in
      content.books = [Book(id: 1, title: "책", rating: 1), Book(id: 2, title: "다른 책")]
      content.lastID = 2
    }
  }

  private func shelf(_ offline: Offline) -> Shelf {
    var overlay = Overlay<[Book]>(offline, cached: Shelf.Endpoints.list)
    overlay.insert(Shelf.Endpoints.add) { (new: NewBook, write) in
      guard !new.title.isEmpty else { throw APIError(.invalidRequest) }
      return Book(id: Int(write.localID?.integer ?? 0), title: new.title)
    }
    overlay.change(Shelf.Endpoints.change) { (book: inout Book, changes: BookChanges, _) in
      guard changes.rating != -1 else { throw APIError(.invalidRequest) }
      book.title = changes.title ?? book.title
      book.rating = changes.rating ?? book.rating
    }
    overlay.remove(Shelf.Endpoints.remove)
    overlay.predict(Shelf.Endpoints.annotate) { write in
      let new: NewNote? = try write.body()
      return Note(id: 0, book: new?.book ?? 0, text: new?.text ?? "")
    }
    let live: Shelf = overlay.live()
    var shelf = live
    shelf.list = { [overlay] word in
      try await overlay.shown(live.list(word), withNew: true) { word == nil || $0.title.contains(word ?? "") }
    }
    shelf.show = { [overlay] id in try await overlay.item(id, live.show) }
    return shelf
  }

  @Test func whatIsQueuedIsShownAndIsThereOnceAfterwards() async throws {
    let offline = try device.app()
    let shelf = shelf(offline)
    #expect(try await shelf.list().count == 2)
    #expect(try await shelf.show(id: 1).title == "책")
    server.isDown = true
    let new = try await shelf.add(book: NewBook(title: "새 책"))
    #expect(new.id < 0 && new.title == "새 책")
    #expect(try await shelf.change(id: new.id, changes: BookChanges(rating: 5)).rating == 5)
    // On top of the earlier change.
    _ = try await shelf.change(id: 1, changes: BookChanges(title: "바뀐 책"))
    #expect(try await shelf.change(id: 1, changes: BookChanges(rating: 4)) == Book(id: 1, title: "바뀐 책", rating: 4))
    try await shelf.remove(id: 2)
    #expect(try await shelf.annotate(note: NewNote(book: new.id, text: "메모")).text == "메모")

    // The screen of a started app knows only what the file has.
    for shelf in [shelf, self.shelf(try device.app())] {
      #expect(try await shelf.change(id: 1, changes: BookChanges(rating: 4)).title == "바뀐 책")
      #expect(try await shelf.list().map(\.title) == ["새 책", "바뀐 책"])
      #expect(try await shelf.show(id: new.id).rating == 5)
      #expect(try await shelf.show(id: 1).rating == 4)
    }
    let removed = await #expect(throws: APIError.self) { try await shelf.show(id: 2) }
    #expect(removed?.code == .unreachable || removed?.code == .notFound)

    server.isDown = false
    try await offline.send()
    #expect(try offline.queuedWrites().isEmpty)
    #expect(try await shelf.list().map(\.title) == ["바뀐 책", "새 책"])
    #expect(server.content(Device.hong).notes.map(\.book) == [3])
    // The screen still has the local id.
    #expect(try await shelf.change(id: new.id, changes: BookChanges(rating: 3)).id == 3)
  }

  @Test func aWriteThatARuleRejectsIsNotQueued() async throws {
    let offline = try device.app()
    let shelf = shelf(offline)
    #expect(try await shelf.list().count == 2)
    server.isDown = true
    for change: () async throws -> Void in [
      { _ = try await shelf.add(book: NewBook(title: "")) },
      { _ = try await shelf.change(id: 1, changes: BookChanges(rating: -1)) },
    ] {
      #expect(await code { try await change() } == .invalidRequest)
    }
    #expect(try offline.queuedWrites().isEmpty)
    // An earlier version of the app may have queued it. The server rejects it.
    try await offline.write(Shelf.self) { try await $0.change(id: 1, changes: BookChanges(title: "!", rating: -1)) }
    #expect(try await shelf.list().map(\.title) == ["책", "다른 책"])
    server.isDown = false
    try await offline.send()
    #expect(try offline.queuedWrites(rejected: true).count == 1)
    #expect(try await shelf.list().map(\.title) == ["책", "다른 책"])
  }

  @Test func aWriteOfWhatAQueuedOneRemovesOrNoneCreatesIsNotQueued() async throws {
    let offline = try device.app()
    let shelf = shelf(offline)
    let unknown = LocalID()
    #expect(try offline.cachedValues(of: Shelf.Endpoints.list, as: [Book].self).isEmpty)
    _ = try await (shelf.list(), shelf.list(word: "다른"))
    server.isDown = true
    try await shelf.remove(id: 2)
    let new = try await shelf.add(book: NewBook(title: "새 책")).id
    try await shelf.remove(id: new)
    for id in [2, new, Int(unknown.integer)] {
      for change: () async throws -> Void in [
        { _ = try await shelf.change(id: id, changes: BookChanges(rating: 1)) }, { try await shelf.remove(id: id) },
      ] {
        let error = await #expect(throws: APIError.self) { try await change() }
        #expect(
          error?.code == .notFound && (id != unknown.integer || error?.message?.english.contains(unknown.text) == true)
        )
      }
    }
    #expect(try offline.queuedWrites().count == 3)
    // 20 is not below 2.
    await #expect(throws: APIError.self) { try await shelf.change(id: 20, changes: BookChanges(rating: 1)) }
    #expect(try offline.queuedWrites().count == 4)
    // Whatever was searched for.
    let lists = try offline.cachedValues(of: Shelf.Endpoints.list, as: [Book].self)
    #expect(lists.map(\.count).sorted() == [1, 2])
  }

  @Test func aCheckKeepsAWriteOutOfTheQueueButNotOutOfTheList() async throws {
    let offline = try device.app()
    var overlay = Overlay<[Book]>(offline)
    overlay.insert(Shelf.Endpoints.add) { (new: NewBook, write) in
      Book(id: Int(write.localID?.integer ?? 0), title: new.title)
    }
    overlay.check(Shelf.Endpoints.add) { books, write in
      let new: NewBook? = try write.body()
      guard !books.contains(where: { $0.title == new?.title }) else { throw APIError(.conflict) }
    }
    let shelf: Shelf = overlay.live()
    server.isDown = true
    _ = try await shelf.add(book: NewBook(title: "새 책"))
    #expect(await code { try await shelf.add(book: NewBook(title: "새 책")) } == .conflict)
    #expect(try await overlay.shown([], withNew: true).map(\.title) == ["새 책"])
  }

  @Test func theResultOfASentWriteIsKnownToTheNextOne() async throws {
    let shelf = shelf(try device.app())
    let new = try await shelf.add(book: NewBook(title: "새 책"))
    _ = try await shelf.change(id: new.id, changes: BookChanges(rating: 2))
    server.isDown = true
    let changed = try await shelf.change(id: new.id, changes: BookChanges(title: "바뀐 책"))
    #expect(changed == Book(id: new.id, title: "바뀐 책", rating: 2))
  }

  @Test func aChangeOfAnUnknownItemIsQueuedWithoutAResult() async throws {
    let offline = try device.app()
    server.isDown = true
    let error = await #expect(throws: APIError.self) {
      try await shelf(offline).change(id: 1, changes: BookChanges(rating: 2))
    }
    #expect(error?.underlyingError is WriteQueued)
    #expect(try offline.queuedWrites().count == 1)
  }

  @Test func aWriteWithoutARuleIsNotQueued() async throws {
    let offline = try device.app()
    server.isDown = true
    let error = await #expect(throws: APIError.self) {
      try await shelf(offline).cover(id: 1, picture: Blob(Data("0".utf8), contentType: "image/png"))
    }
    #expect(error?.code == .unreachable && error?.underlyingError == nil)
    #expect(try offline.queuedWrites().isEmpty)
  }

  @Test func anotherImplementationOfTheContractAppliesTheWrites() async throws {
    let offline = try device.app()
    let live = offline.live(Shelf.self)
    let overlay = Overlay(offline) {
      let local = ShelfServer()
      let books = try await live.list()
      local.change(Device.hong) { ($0.books, $0.lastID) = (books, 2) }
      return Shelf.live(local.client(Device.hong))
    }
    let shelf: Shelf = overlay.live()
    server.isDown = true
    let unknown = await #expect(throws: APIError.self) { try await shelf.add(book: NewBook(title: "책")) }
    #expect(unknown?.underlyingError is WriteQueued)
    server.isDown = false
    try await offline.send()
    #expect(try await live.list().count == 3)
    server.isDown = true
    #expect(try await shelf.change(id: 1, changes: BookChanges(rating: 5)).rating == 5)
    #expect(try await overlay.state().list().first?.rating == 5)
    #expect(await code { try await shelf.remove(id: 9) } == .notFound)
    #expect(try offline.queuedWrites().count == 1)
  }
}
