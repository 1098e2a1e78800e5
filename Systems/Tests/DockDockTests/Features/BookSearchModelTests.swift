import SystemTesting
import DockDock
import DockDockFeatures
import Naru
import NaruScreens
import Testing

@MainActor
@Suite("The screen on which one looks for books", .timeLimit(.minutes(1)))
struct BookSearchModelTests {
  private let asked = Locked<[String]>([])
  private let failure = Locked<APIError?>(nil)
  private let gates = Locked<[String: Gate]>([:])

  /// A catalogue in which a text is found 25 times, and `없음` never.
  private var books: Books {
    var books = Books.unimplemented
    books.search = { [asked, failure, gates] query, size, page, _, _ in
      let (size, page) = (size ?? 10, page ?? 1)
      asked.withLock { $0.append("\(query) \(page)") }
      await gates.withLock { $0[query] }?.pass()
      if let failure = failure.withLock({ $0 }) { throw failure }
      let total = query == "없음" ? 0 : 25
      let numbers = ((page - 1) * size..<page * size).prefix { $0 < total }
      return BookPage(
        books: numbers.map { Book(id: "\(query)\($0)", title: query) },
        totalResults: total,
        currentPage: page,
        itemsPerPage: size,
        query: query
      )
    }
    return books
  }

  private func model(_ shelf: ScriptedShelf = ScriptedShelf(0)) -> BookSearchModel {
    BookSearchModel(books, shelf: shelf.api, pageSize: 10)
  }

  @Test("Books are found page by page; nothing found is not a failure, and a blank text is no search")
  func search() async throws {
    let model = model()
    await model.search(" ")
    #expect(model.phase == .idle && asked.withLock { $0.isEmpty })
    await model.search("나루")
    #expect(model.phase == .loaded && model.books.count == 10 && model.total == 25 && model.hasMore)
    await model.appeared(model.books[0])
    #expect(model.books.count == 10)
    while model.hasMore, !Task.isCancelled { await model.appeared(try #require(model.books.last)) }
    #expect(model.books.map(\.id) == (0..<25).map { "나루\($0)" })
    #expect(asked.withLock { $0 } == ["나루 1", "나루 2", "나루 3"])
    await model.search("없음")
    #expect(model.phase == .loaded && model.books.isEmpty && model.total == 0)
    await model.search("")
    #expect(model.phase == .idle && model.books.isEmpty && model.total == nil)
  }

  @Test("What was found stays while one types, and the last text wins in whatever order the answers come")
  func latest() async {
    let model = model()
    await model.search("나")
    let (first, second) = (Gate(), Gate())
    gates.withLock { $0 = ["나루": first, "나루터": second] }
    let one = Task { await model.search("나루") }
    await first.arrived()
    #expect(model.phase == .loading && model.books.first?.title == "나" && model.shownQuery == "나")
    let other = Task { await model.search("나루터") }
    await second.arrived()
    await second.open()
    await other.value
    await first.open()
    await one.value
    #expect(model.books.first?.title == "나루터" && model.shownQuery == "나루터" && model.phase == .loaded)
  }

  @Test("A search in flight is cancelled by the next one")
  func cancels() async {
    let gate = Gate()
    let wasCancelled = Locked(false)
    var books = books
    let search = books.search
    books.search = { query, size, page, type, sort in
      if query == "느린" {
        await gate.pass()
        wasCancelled.withLock { $0 = Task.isCancelled }
      }
      return try await search(query, size, page, type, sort)
    }
    let model = BookSearchModel(books, shelf: .unimplemented)
    let slow = Task { await model.search("느린") }
    await gate.arrived()
    await model.search("빠른")
    await gate.open()
    await slow.value
    #expect(wasCancelled.withLock { $0 } && model.books.first?.title == "빠른")
  }

  @Test("A failure is told; the books of another text don't stay below it, those of the same one do")
  func failures() async {
    let model = model()
    await model.search("나루")
    failure.withLock { $0 = offline }
    await model.reload()
    #expect(model.phase == .offline(offline.sentence) && model.books.count == 10)
    await model.loadMore()
    #expect(model.books.count == 10)
    await model.search("없던 말")
    #expect(model.phase == .offline(offline.sentence) && model.books.isEmpty)
    failure.withLock { $0 = APIError(.rateLimited, "잠시 후에 다시 시도해 주세요.") }
    await model.search("나루")
    #expect(model.phase == .failed("잠시 후에 다시 시도해 주세요."))
    failure.withLock { $0 = nil }
    await model.reload()
    #expect(model.phase == .loaded && model.books.count == 10)
  }

  @Test("A page that belongs to another search never arrives")
  func overtakenPage() async {
    let model = model()
    await model.search("나루")
    let gate = Gate()
    gates.withLock { $0 = ["나루": gate] }
    let more = Task { await model.loadMore() }
    await gate.arrived()
    #expect(model.isLoadingMore)
    await model.search("도리")
    await gate.open()
    await more.value
    #expect(model.books.count == 10 && model.books.allSatisfy { $0.title == "도리" } && !model.isLoadingMore)
  }

  @Test("A wish is shown at once, and taken back if the server refuses; what is on the shelf already is no failure")
  func wish() async {
    let shelf = ScriptedShelf(0)
    let gate = Gate()
    shelf.hold { _ in await gate.pass() }
    shelf.failure.withLock { $0 = offline }
    let model = model(shelf)
    let task = Task { await model.addToWishlist("b7") }
    await gate.arrived()
    #expect(model.wished == ["b7"])
    await gate.open()
    await task.value
    #expect(model.wished.isEmpty && model.notice == offline.sentence)
    shelf.failure.withLock { $0 = nil }
    await model.addToWishlist("b7")
    await model.addToWishlist("b7")
    #expect(model.wished == ["b7"] && model.notice == nil)
    #expect(shelf.entries.withLock { $0.map(\.status) } == [.wishlist])
    let again = self.model(shelf)
    await again.addToWishlist("b7")
    #expect(again.wished == ["b7"] && again.notice == nil)
  }
}
