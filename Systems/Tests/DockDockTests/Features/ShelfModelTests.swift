import SystemTesting
import DockDock
import DockDockFeatures
import Naru
import NaruScreens
import Testing

@MainActor
@Suite("The screen with the shelf", .timeLimit(.minutes(1)))
struct ShelfModelTests {
  @Test("An empty shelf, one out of reach and one that refuses look different; a failed reload keeps what is shown")
  func phases() async {
    let empty = ShelfModel(ScriptedShelf(0).api)
    #expect(empty.phase == .idle)
    await empty.reload()
    #expect(empty.phase == .loaded && empty.entries.isEmpty && empty.total == 0)
    let shelf = ScriptedShelf(3)
    let model = ShelfModel(shelf.api)
    await model.reload()
    shelf.failure.withLock { $0 = offline }
    await model.reload()
    #expect(model.phase == .offline(offline.sentence) && model.entries.count == 3)
    shelf.failure.withLock { $0 = APIError(.unauthorized, "로그인이 필요합니다.") }
    await model.reload()
    #expect(model.phase == .failed("로그인이 필요합니다.") && model.entries.count == 3)
  }

  @Test("A scripted backend is a closure, as the documentation has it")
  func documented() async {
    let entry = ScriptedShelf.entry(1)
    var shelf = ReadingBooks.unimplemented
    shelf.list = { _, _, _ in [entry] }
    shelf.update = fails(APIError(.unreachable))

    let model = ShelfModel(shelf)
    await model.reload()
    await model.update(entry.id, ReadingBookChanges(status: .completed))
    #expect(model.entries == [entry] && model.notice == APIError(.unreachable).sentence)
  }

  @Test("Pages come as one scrolls; coming to the front loads what was there, with what has changed elsewhere")
  func pages() async throws {
    let shelf = ScriptedShelf(25)
    let model = ShelfModel(shelf.api, pageSize: 10)
    await model.reload()
    await model.appeared(model.entries[4])
    #expect(model.entries.count == 10 && model.hasMore && model.total == 25)
    await model.appeared(model.entries[5])
    #expect(model.entries.count == 20)
    shelf.entries.withLock { $0.insert(ScriptedShelf.entry(99), at: 0) }
    await model.reload()
    #expect(model.entries.count == 20 && model.entries.first?.id == "99" && model.entries.last?.id == "19")
    await model.appeared(try #require(model.entries.last))
    #expect(model.entries.count == 26 && !model.hasMore && Set(model.entries.map(\.id)).count == 26)
    #expect(shelf.asked.withLock { $0 }.suffix(3) == ["list 1", "list 2", "list 3"])
  }

  @Test("No book is left out after one was removed, and a page that failed is asked for again")
  func removedMeanwhile() async {
    let shelf = ScriptedShelf(12)
    let model = ShelfModel(shelf.api, pageSize: 5)
    await model.reload()
    await model.remove("2")
    #expect(model.entries.map(\.id) == ["1", "3", "4", "5"] && model.total == 11)
    shelf.failure.withLock { $0 = offline }
    await model.loadMore()
    #expect(model.moreError == offline.sentence && model.entries.count == 4 && model.phase == .loaded)
    shelf.failure.withLock { $0 = nil }
    while model.hasMore, !Task.isCancelled { await model.loadMore() }
    #expect(model.entries.map(\.id) == ["1", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"])
  }

  @Test("A change is shown at once, and is as the server has it afterwards")
  func update() async throws {
    let shelf = ScriptedShelf(3)
    let gate = Gate()
    shelf.hold { if $0 == "update 2" { await gate.pass() } }
    let model = ShelfModel(shelf.api)
    await model.reload()
    let task = Task { await model.update("2", ReadingBookChanges(status: .completed)) }
    await gate.arrived()
    #expect(model.entries[1].status == .completed && model.entries[1].currentPage == 300)
    #expect(model.entries[1].startDate == nil)
    await gate.open()
    await task.value
    #expect(model.entries[1].startDate != nil && model.notice == nil)
  }

  @Test("A change that is refused is taken back, alone")
  func rollback() async throws {
    let shelf = ScriptedShelf(3)
    let gate = Gate()
    shelf.hold { if $0 == "update 2" { await gate.pass() } }
    let model = ShelfModel(shelf.api)
    await model.reload()
    let refused = Task { await model.update("2", ReadingBookChanges(currentPage: 999)) }
    await gate.arrived()
    shelf.failure.withLock { $0 = APIError(.invalid, "`current_page` 값이 너무 큽니다.") }
    // Meanwhile another book is changed, and the shelf comes anew from the server.
    let other = Task { await model.update("3", ReadingBookChanges(currentPage: 30)) }
    while model.entries[2].currentPage != 30, !Task.isCancelled { await Task.yield() }
    #expect(model.entries.map(\.currentPage) == [nil, 999, 30])
    shelf.hold { _ in shelf.failure.withLock { $0 = nil } }
    await gate.open()
    await refused.value
    #expect(model.entries[1].currentPage == nil && model.notice == "`current_page` 값이 너무 큽니다.")
    await other.value
    #expect(model.entries.map(\.currentPage) == [nil, nil, 30])
    model.dismissNotice()
    #expect(model.notice == nil)
  }

  @Test("Changes of one book reach the server in their order, and the last one stays")
  func order() async {
    let shelf = ScriptedShelf(1)
    let gate = Gate()
    shelf.hold { if $0 == "update 1" { await gate.pass() } }
    let model = ShelfModel(shelf.api)
    await model.reload()
    let tasks = [10, 20, 30].map { page in
      Task { await model.update("1", ReadingBookChanges(currentPage: page)) }
    }
    await gate.arrived()
    while model.entries[0].currentPage != 30, !Task.isCancelled { await Task.yield() }
    #expect(shelf.asked.withLock { $0 } == ["list 1", "update 1"])
    await gate.open()
    for task in tasks { await task.value }
    #expect(model.entries[0].currentPage == 30 && shelf.entries.withLock { $0[0].currentPage } == 30)
  }

  @Test("An answer from before a change does not undo it")
  func staleReload() async {
    let shelf = ScriptedShelf(2)
    let gate = Gate()
    let model = ShelfModel(shelf.api)
    await model.reload()
    let isHeld = Locked(true)
    shelf.hold { if $0 == "list 1", isHeld.withLock({ $0 }) { await gate.pass() } }
    let reload = Task { await model.reload() }
    await gate.arrived()
    await model.update("1", ReadingBookChanges(status: .reading))
    await model.remove("2")
    isHeld.withLock { $0 = false }
    await gate.open()
    await reload.value
    #expect(model.entries.map(\.status) == [.reading] && model.phase == .loaded)
  }

  @Test("What is moved leaves its part at once, comes back if that is refused, and is found in the other part")
  func parts() async {
    let shelf = ScriptedShelf(3)
    let model = ShelfModel(shelf.api, status: .wishlist)
    await model.reload()
    shelf.failure.withLock { $0 = offline }
    await model.update("2", ReadingBookChanges(status: .reading))
    #expect(model.entries.map(\.id) == ["1", "2", "3"] && model.notice == offline.sentence && model.total == 3)
    shelf.failure.withLock { $0 = nil }
    await model.update("2", ReadingBookChanges(status: .reading))
    #expect(model.entries.map(\.id) == ["1", "3"] && model.total == 2)
    await model.show(.reading)
    #expect(model.entries.map(\.id) == ["2"] && model.status == .reading)
    // A book that is on its way here when the part is changed arrives too.
    await model.show(.wishlist)
    let gate = Gate()
    shelf.hold { if $0 == "update 1" { await gate.pass() } }
    let task = Task { await model.update("1", ReadingBookChanges(status: .reading)) }
    await gate.arrived()
    await model.show(.reading)
    await gate.open()
    await task.value
    #expect(model.entries.map(\.id) == ["1", "2"])
  }

  @Test("Of two parts the last one is shown, in whatever order the answers come")
  func latest() async {
    let shelf = ScriptedShelf(2)
    shelf.entries.withLock { $0[0].status = .reading }
    let (first, second) = (Gate(), Gate())
    let gates = Locked([first, second])
    shelf.hold { _ in await gates.withLock { $0.removeFirst() }.pass() }
    let model = ShelfModel(shelf.api)
    let one = Task { await model.show(.reading) }
    await first.arrived()
    let other = Task { await model.show(.wishlist) }
    await second.arrived()
    #expect(model.entries.isEmpty && model.phase == .loading)
    await second.open()
    await other.value
    await first.open()
    await one.value
    #expect(model.entries.map(\.id) == ["2"] && model.status == .wishlist && model.phase == .loaded)
  }

  @Test("A removed book is off the shelf at once, and back in its place if the server refuses")
  func remove() async {
    let shelf = ScriptedShelf(3)
    let gate = Gate()
    shelf.hold { if $0 == "remove 2" { await gate.pass() } }
    let model = ShelfModel(shelf.api)
    await model.reload()
    shelf.failure.withLock { $0 = offline }
    let task = Task { await model.remove("2") }
    await gate.arrived()
    #expect(model.entries.map(\.id) == ["1", "3"])
    await gate.open()
    await task.value
    #expect(model.entries.map(\.id) == ["1", "2", "3"] && model.notice == offline.sentence)
    // Gone already is what was wanted.
    shelf.failure.withLock { $0 = APIError(.notFound) }
    await model.remove("2")
    #expect(model.entries.map(\.id) == ["1", "3"] && model.notice == nil)
  }

  @Test("A change that was begun is finished when the person leaves")
  func left() async {
    let shelf = ScriptedShelf(2)
    let gate = Gate()
    shelf.hold { if $0 == "update 1" { await gate.pass() } }
    let model = ShelfModel(shelf.api)
    await model.reload()
    let task = Task { await model.update("1", ReadingBookChanges(currentPage: 5)) }
    await gate.arrived()
    task.cancel()
    await gate.open()
    await task.value
    #expect(model.entries[0].currentPage == 5 && shelf.entries.withLock { $0[0].currentPage } == 5)
  }
}
