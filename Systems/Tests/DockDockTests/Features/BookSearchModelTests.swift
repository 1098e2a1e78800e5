import DockDock
import DockDockFeatures
import Naru
import NaruScreens
import Support
import SystemTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct BookSearchModelTests {
  private let asked = Locked<[String]>([])
  private let failure = Locked<APIError?>(nil)
  private let gates = Locked<[String: Gate]>([:])

  /// A catalogue with 25 results for every text but `없음`.
  private var books: Books {
    var books = Books.unimplemented
    books.search = { [asked, failure, gates] query, size, page, _, _ in
      let (size, page) = (size ?? 10, page ?? 1)
      asked.withLock { $0.append("\(query) \(page)") }
      await gates.withLock { $0[query] }?.wait()
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

  @Test func aBlankTextDoesNotSearch() async {
    let model = model()
    await model.search(" ")
    #expect(model.books.phase == .idle && asked.withLock { $0.isEmpty })
    await model.search("나루")
    #expect(
      model.books.phase == .loaded && model.books.items.count == 10 && model.books.total == 25 && model.books.hasMore
    )
    await model.books.loadMore()
    #expect(asked.withLock { $0 } == ["나루 1", "나루 2"])
    await model.search("없음")
    #expect(model.books.phase == .loaded && model.books.items.isEmpty && model.books.total == 0)
    await model.search("")
    #expect(model.books.phase == .idle && model.books.items.isEmpty && model.books.total == nil)
  }

  @Test func booksStayWhileTypingAndTheLastTextWinsInAnyOrderOfResponses() async {
    let model = model()
    await model.search("나")
    let (first, second) = (Gate(), Gate())
    gates.withLock { $0 = ["나루": first, "나루터": second] }
    let one = Task { await model.search("나루") }
    await first.arrived()
    #expect(model.books.phase == .loading && model.books.items.first?.title == "나" && model.shownQuery == "나")
    let other = Task { await model.search("나루터") }
    await second.arrived()
    second.open()
    await other.value
    first.open()
    await one.value
    #expect(model.books.items.first?.title == "나루터" && model.shownQuery == "나루터" && model.books.phase == .loaded)
  }

  @Test func aFailureClearsTheBooksOfAnotherTextAndKeepsThoseOfTheSame() async {
    let model = model()
    await model.search("나루")
    failure.withLock { $0 = offline }
    await model.reload()
    #expect(model.books.phase == .offline(offline.localizedMessage) && model.books.items.count == 10)
    await model.books.loadMore()
    #expect(model.books.items.count == 10)
    await model.search("없던 말")
    #expect(model.books.phase == .offline(offline.localizedMessage) && model.books.items.isEmpty)
    failure.withLock { $0 = APIError(.rateLimited, "잠시 후에 다시 시도해 주세요.") }
    await model.search("나루")
    #expect(model.books.phase == .failed("잠시 후에 다시 시도해 주세요."))
    failure.withLock { $0 = nil }
    await model.reload()
    #expect(model.books.phase == .loaded && model.books.items.count == 10)
  }

  @Test func aWishIsShownAtOnceAndRolledBackIfRejected() async {
    let shelf = ScriptedShelf(0)
    let gate = Gate()
    shelf.hold { _ in await gate.wait() }
    shelf.failure.withLock { $0 = offline }
    let model = model(shelf)
    await gate.hold(await model.addToWishlist("b7")) {
      #expect(model.wishes.value == ["b7"])
    }
    #expect(model.wishes.value.isEmpty && model.wishes.alertMessage == offline.localizedMessage)
    shelf.failure.withLock { $0 = nil }
    await model.addToWishlist("b7")
    await model.addToWishlist("b7")
    #expect(model.wishes.value == ["b7"] && model.wishes.alertMessage == nil)
    #expect(shelf.entries.withLock { $0.map(\.status) } == [.wishlist])
    let again = self.model(shelf)
    await again.addToWishlist("b7")
    #expect(again.wishes.value == ["b7"] && again.wishes.alertMessage == nil)
  }
}
