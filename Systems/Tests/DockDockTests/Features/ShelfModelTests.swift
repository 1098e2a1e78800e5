import DockDock
import DockDockFeatures
import Naru
import NaruScreens
import Support
import SystemTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ShelfModelTests {
  @Test func emptyOfflineAndRefusedDifferAndAFailedReloadKeepsTheBooks() async {
    let empty = ShelfModel(ScriptedShelf(0).api)
    #expect(empty.books.phase == .idle)
    await empty.reload()
    #expect(empty.books.phase == .loaded && empty.books.items.isEmpty && empty.books.total == 0)
    let shelf = ScriptedShelf(3)
    let model = ShelfModel(shelf.api)
    await model.reload()
    shelf.failure.withLock { $0 = offline }
    await model.reload()
    #expect(model.books.phase == .offline(offline.localizedMessage) && model.books.items.count == 3)
    shelf.failure.withLock { $0 = APIError(.unauthorized, "로그인이 필요합니다.") }
    await model.reload()
    #expect(model.books.phase == .failed("로그인이 필요합니다.") && model.books.items.count == 3)
  }

  @Test func aScriptedBackendIsAClosureAsDocumented() async {
    let entry = ScriptedShelf.entry(1)
    var shelf = ReadingBooks.unimplemented
    shelf.list = { _, _, _ in [entry] }
    shelf.update = fails(APIError(.unreachable))

    let model = ShelfModel(shelf)
    await model.reload()
    await model.update(entry.id, ReadingBookChanges(status: .completed))
    #expect(model.books.items == [entry] && model.books.alertMessage == APIError(.unreachable).localizedMessage)
  }

  @Test func pagesLoadWhileScrollingAndAReloadKeepsThePlace() async throws {
    let shelf = ScriptedShelf(25)
    let model = ShelfModel(shelf.api, pageSize: 10)
    await model.reload()
    await model.books.itemAppeared(model.books.items[4])
    #expect(model.books.items.count == 10 && model.books.hasMore && model.books.total == 25)
    await model.books.itemAppeared(model.books.items[5])
    #expect(model.books.items.count == 20)
    shelf.entries.withLock { $0.insert(ScriptedShelf.entry(99), at: 0) }
    await model.reload()
    #expect(model.books.items.count == 20 && model.books.items.first?.id == "99" && model.books.items.last?.id == "19")
    await model.books.itemAppeared(try #require(model.books.items.last))
    #expect(model.books.items.count == 26 && !model.books.hasMore && Set(model.books.items.map(\.id)).count == 26)
    #expect(shelf.asked.withLock { $0 }.suffix(3) == ["list 1", "list 2", "list 3"])
  }

  @Test func noBookIsSkippedAfterARemovalAndAFailedPageIsRetried() async {
    let shelf = ScriptedShelf(12)
    let model = ShelfModel(shelf.api, pageSize: 5)
    await model.reload()
    await model.remove("2")
    #expect(model.books.items.map(\.id) == ["1", "3", "4", "5"] && model.books.total == 11)
    shelf.failure.withLock { $0 = offline }
    await model.books.loadMore()
    #expect(
      model.books.moreError == offline.localizedMessage && model.books.items.count == 4 && model.books.phase == .loaded
    )
    shelf.failure.withLock { $0 = nil }
    while model.books.hasMore, !Task.isCancelled { await model.books.loadMore() }
    #expect(model.books.items.map(\.id) == ["1", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"])
  }

  @Test func aChangeIsShownAtOnceAndThenAsTheServerHasIt() async throws {
    let shelf = ScriptedShelf(3)
    let gate = Gate()
    shelf.hold { if $0 == "update 2" { await gate.pass() } }
    let model = ShelfModel(shelf.api)
    await model.reload()
    let task = Task { await model.update("2", ReadingBookChanges(status: .completed)) }
    await gate.arrived()
    #expect(model.books.items[1].status == .completed && model.books.items[1].currentPage == 300)
    #expect(model.books.items[1].startDate == nil)
    await gate.open()
    await task.value
    #expect(model.books.items[1].startDate != nil && model.books.alertMessage == nil)
  }

  @Test func onlyTheRefusedChangeIsRolledBack() async throws {
    let shelf = ScriptedShelf(3)
    let gate = Gate()
    shelf.hold { if $0 == "update 2" { await gate.pass() } }
    let model = ShelfModel(shelf.api)
    await model.reload()
    let refused = Task { await model.update("2", ReadingBookChanges(currentPage: 999)) }
    await gate.arrived()
    shelf.failure.withLock { $0 = APIError(.invalidRequest, "`current_page` 값이 너무 큽니다.") }
    // Meanwhile another book is changed.
    let other = Task { await model.update("3", ReadingBookChanges(currentPage: 30)) }
    while model.books.items[2].currentPage != 30, !Task.isCancelled { await Task.yield() }
    #expect(model.books.items.map(\.currentPage) == [nil, 999, 30])
    shelf.hold { _ in shelf.failure.withLock { $0 = nil } }
    await gate.open()
    await refused.value
    #expect(model.books.items[1].currentPage == nil && model.books.alertMessage == "`current_page` 값이 너무 큽니다.")
    await other.value
    #expect(model.books.items.map(\.currentPage) == [nil, nil, 30])
    model.books.alertMessage = nil
    #expect(model.books.alertMessage == nil)
  }

  @Test func changesOfOneBookReachTheServerInOrder() async {
    let shelf = ScriptedShelf(1)
    let gate = Gate()
    shelf.hold { if $0 == "update 1" { await gate.pass() } }
    let model = ShelfModel(shelf.api)
    await model.reload()
    let tasks = [10, 20, 30].map { page in
      Task { await model.update("1", ReadingBookChanges(currentPage: page)) }
    }
    await gate.arrived()
    while model.books.items[0].currentPage != 30, !Task.isCancelled { await Task.yield() }
    #expect(shelf.asked.withLock { $0 } == ["list 1", "update 1"])
    await gate.open()
    for task in tasks { await task.value }
    #expect(model.books.items[0].currentPage == 30 && shelf.entries.withLock { $0[0].currentPage } == 30)
  }

  @Test func aResponseFromBeforeAChangeDoesNotUndoIt() async {
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
    #expect(model.books.items.map(\.status) == [.reading] && model.books.phase == .loaded)
  }

  @Test func aBookLeavesItsStatusAtOnceReturnsIfRefusedAndIsFoundInTheNewOne() async {
    let shelf = ScriptedShelf(3)
    let model = ShelfModel(shelf.api, status: .wishlist)
    await model.reload()
    shelf.failure.withLock { $0 = offline }
    await model.update("2", ReadingBookChanges(status: .reading))
    #expect(
      model.books.items.map(\.id) == ["1", "2", "3"] && model.books.alertMessage == offline.localizedMessage
        && model.books.total == 3
    )
    shelf.failure.withLock { $0 = nil }
    await model.update("2", ReadingBookChanges(status: .reading))
    #expect(model.books.items.map(\.id) == ["1", "3"] && model.books.total == 2)
    await model.show(.reading)
    #expect(model.books.items.map(\.id) == ["2"] && model.status == .reading)
    // A book whose change is in flight when the status is switched arrives, too.
    await model.show(.wishlist)
    let gate = Gate()
    shelf.hold { if $0 == "update 1" { await gate.pass() } }
    let task = Task { await model.update("1", ReadingBookChanges(status: .reading)) }
    await gate.arrived()
    await model.show(.reading)
    await gate.open()
    await task.value
    #expect(model.books.items.map(\.id) == ["1", "2"])
  }

  @Test func theLastSelectedStatusWinsInAnyOrderOfResponses() async {
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
    #expect(model.books.items.isEmpty && model.books.phase == .loading)
    await second.open()
    await other.value
    await first.open()
    await one.value
    #expect(model.books.items.map(\.id) == ["2"] && model.status == .wishlist && model.books.phase == .loaded)
  }

  @Test func aRemovedBookDisappearsAtOnceAndReturnsIfRefused() async {
    let shelf = ScriptedShelf(3)
    let gate = Gate()
    shelf.hold { if $0 == "remove 2" { await gate.pass() } }
    let model = ShelfModel(shelf.api)
    await model.reload()
    shelf.failure.withLock { $0 = offline }
    let task = Task { await model.remove("2") }
    await gate.arrived()
    #expect(model.books.items.map(\.id) == ["1", "3"])
    await gate.open()
    await task.value
    #expect(model.books.items.map(\.id) == ["1", "2", "3"] && model.books.alertMessage == offline.localizedMessage)
    // A book that is already gone counts as removed.
    shelf.failure.withLock { $0 = APIError(.notFound) }
    await model.remove("2")
    #expect(model.books.items.map(\.id) == ["1", "3"] && model.books.alertMessage == nil)
  }

  @Test func aChangeIsFinishedAfterThePersonLeaves() async {
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
    #expect(model.books.items[0].currentPage == 5 && shelf.entries.withLock { $0[0].currentPage } == 5)
  }
}
