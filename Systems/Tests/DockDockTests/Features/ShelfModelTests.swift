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

  @Test func aChangeIsShownAtOnceAndThenAsTheServerHasIt() async throws {
    let shelf = ScriptedShelf(3)
    let gate = Gate()
    shelf.hold { if $0 == "update 2" { await gate.wait() } }
    let model = ShelfModel(shelf.api)
    await model.reload()
    await gate.hold(await model.update("2", ReadingBookChanges(status: .completed))) {
      #expect(model.books.items[1].status == .completed && model.books.items[1].currentPage == 300)
      #expect(model.books.items[1].startDate == nil)
    }
    #expect(model.books.items[1].startDate != nil && model.books.alertMessage == nil)
  }

  @Test func aBookLeavesItsStatusAtOnceReturnsIfRejectedAndIsFoundInTheNewOne() async {
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
    shelf.hold { if $0 == "update 1" { await gate.wait() } }
    await gate.hold(await model.update("1", ReadingBookChanges(status: .reading))) {
      await model.show(.reading)
    }
    #expect(model.books.items.map(\.id) == ["1", "2"])
  }
}
