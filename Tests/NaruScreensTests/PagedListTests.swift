import Foundation
import HTTPTypes
import Naru
import NaruScreens
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PagedListTests {
  @Test func pagesLoadAsAPersonScrolls() async {
    let server = Server(25)
    let list = server.list(pageSize: 10)
    #expect(list.phase == .idle && list.total == nil && !list.hasMore)
    await list.reload()
    await list.itemAppeared(list.items[4])
    #expect(list.items.count == 10 && list.hasMore && list.total == 25)
    await list.itemAppeared(list.items[5])
    #expect(list.items.count == 20)
    await list.itemAppeared(list.items[19])
    #expect(list.items.map(\.id) == Array(1...25) && !list.hasMore)
    await list.loadMore()
    #expect(server.requests == [1, 2, 3])
  }

  @Test func aReloadKeepsThePlace() async {
    let server = Server(25)
    let list = server.list(pageSize: 10)
    await list.reload()
    await list.loadMore()
    server.elements.withLock { $0.insert(Item(id: 99), at: 0) }
    await list.reload()
    #expect(list.items.map(\.id) == [99] + Array(1...19) && list.total == 26)
    await list.loadMore()
    #expect(list.items.map(\.id) == [99] + Array(1...25))
    await list.reload(preservingPosition: false)
    #expect(list.items.count == 10)
  }

  /// The last element of a page may move to the next one. In an order, what was added before the last element waits for a reload.
  @Test(arguments: [(isOrdered: false, new: 99, place: 0), (true, 0, 12)])
  func anElementThatWasAddedBeforeThePageChangesNothing(isOrdered: Bool, new: Int, place: Int) async {
    let server = Server(15)
    let list = PagedList<Item>(pageSize: 10, isBefore: { isOrdered && $0.id < $1.id }, source: server.source)
    await list.reload()
    server.elements.withLock { $0.insert(Item(id: new), at: place) }
    await list.loadMore()
    #expect(list.items.map(\.id) == Array(1...15))
  }

  @Test func noElementIsSkippedAfterARemoval() async {
    let server = Server(12)
    let list = server.list(pageSize: 5)
    await list.reload()
    #expect(await list.remove(2) { server.remove(2) })
    #expect(list.items.map(\.id) == [1, 3, 4, 5] && list.total == 11)
    while list.hasMore, !Task.isCancelled { await list.loadMore() }
    #expect(list.items.map(\.id) == [1] + Array(3...12))
  }

  @Test func aPageThatFailedIsRequestedAgain() async {
    let server = Server(12)
    let list = server.list(pageSize: 5)
    await list.reload()
    server.error.withLock { $0 = APIError(.unreachable) }
    await list.loadMore()
    #expect(list.moreError == APIError(.unreachable).localizedMessage && list.items.count == 5 && list.phase == .loaded)
    #expect(!list.isLoadingMore)
    server.error.withLock { $0 = nil }
    await list.loadMore()
    #expect(list.moreError == nil && list.items.count == 10)
  }

  /// A list whose second page is being loaded.
  private func loadingMore() async -> (Server, PagedList<Item>, Gate, Task<Void, Never>) {
    let (server, gate) = (Server(30), Gate())
    let list = server.list(pageSize: 10)
    await list.reload()
    server.pause.withLock { $0 = gate }
    let task = Task { await list.loadMore() }
    await gate.arrived()
    return (server, list, gate, task)
  }

  @Test func oneNextPageLoadsAtATime() async {
    let (server, list, gate, task) = await loadingMore()
    #expect(list.isLoadingMore)
    await list.loadMore()
    gate.open()
    await task.value
    #expect(server.requests == [1, 2] && list.items.count == 20 && !list.isLoadingMore)
  }

  @Test(arguments: [true, false])
  func aPageOfAnEarlierLoadIsIgnored(isReset: Bool) async {
    let (server, list, gate, task) = await loadingMore()
    server.pause.withLock { $0 = nil }
    if isReset { list.reset() } else { await list.reload(preservingPosition: false) }
    let (items, phase) = (list.items, list.phase)
    #expect(items.count == (isReset ? 0 : 10) && phase == (isReset ? .idle : .loaded))
    gate.open()
    await task.value
    #expect(list.items == items && list.phase == phase && list.moreError == nil && !list.isLoadingMore)
  }

  @Test func aServerThatRepeatsItsLastPageEndsTheList() async {
    let count = Locked(6)
    let list = PagedList<Item>(pageSize: 2) { number, size in
      let last = count.withLock { $0 } / size
      return ListPage((1...size).map { Item(id: (min(number, last) - 1) * size + $0) }, hasMore: true)
    }
    await list.reload()
    while list.hasMore, !Task.isCancelled { await list.loadMore() }
    #expect(list.items.map(\.id) == Array(1...6))
    count.withLock { $0 = 4 }
    await list.reload()
    #expect(list.items.map(\.id) == Array(1...4) && !list.hasMore)
  }

  @Test func anEmptyPageEndsAListThatPromisesMore() async {
    let list = PagedList<Item>(pageSize: 2) { number, _ in
      ListPage(number == 1 ? [Item(id: 1), Item(id: 2)] : [], hasMore: true)
    }
    await list.reload()
    #expect(list.hasMore)
    await list.loadMore()
    #expect(!list.hasMore && list.items.count == 2)
  }

  @Test func aFilterHidesElementsAndLoadsUntilOneIsShown() async {
    let server = Server(30)
    let list = server.list(pageSize: 5)
    list.filter = { $0.id > 12 }
    await list.reload()
    #expect(list.items.map(\.id) == [13, 14, 15] && server.requests == [1, 2, 3])
    list.filter = { $0.id > 22 }
    #expect(list.items.isEmpty)
    await list.loadMore()
    #expect(list.items.map(\.id) == [23, 24, 25])
    list.filter = nil
    #expect(list.items.count == 25)
  }

  @Test func anotherSourceReplacesTheElements() async {
    let (one, other) = (Server(3), Server(9))
    let list = PagedList<Item>(pageSize: 5)
    await list.reload()
    #expect(list.phase == .idle)
    await list.reload(one.source)
    #expect(list.items.count == 3)
    await list.reload(preservingPosition: false, other.source)
    await list.loadMore()
    #expect(list.items.count == 9 && other.requests == [1, 2])
  }

  @Test func aRemovalThatIsRejectedReturnsTheElement() async {
    let server = Server(3)
    let list = server.list(pageSize: 5)
    await list.reload()
    #expect(await !list.remove(2) { throw APIError(.unreachable) })
    #expect(list.items.map(\.id) == [1, 2, 3] && list.total == 3)
    #expect(list.alertMessage == APIError(.unreachable).localizedMessage)
    list.alertMessage = nil
    #expect(list.content.alertMessage == nil)
    #expect(await list.remove(2) { throw APIError(.notFound) })
    #expect(list.items.map(\.id) == [1, 3])
  }

  @Test func aNewElementIsTheFirstAndCounted() async {
    let list = Server(3).list(pageSize: 2)
    await list.reload()
    list.content.reconcile { $0.insert(Item(id: 99)) }
    #expect(list.items.map(\.id) == [99, 1, 2] && list.total == 4)
  }

  @Test func aClearedListKeepsItsPhase() async {
    let list = Server(3).list(pageSize: 5)
    await list.reload()
    list.clear()
    #expect(list.items.isEmpty && list.phase == .loaded)
  }

  @Test(arguments: [(10, nil, true), (9, nil, false), (10, 20, true), (10, 10, false), (0, 20, false)])
  func aCountedResponseSaysWhetherMoreFollow(count: Int, total: Int?, hasMore: Bool) {
    let counted = CountedList((0..<count).map { Item(id: $0) }, total: total)
    #expect(ListPage(counted, number: 1, size: 10).hasMore == hasMore)
  }

  @Test func theNextPageIsNotAnotherUsers() async {
    let user = Locked("ann")
    let name: @concurrent @Sendable () async -> String? = { user.withLock(\.self) }
    let client = APIClient(
      InMemoryTransport.url,
      transport: ClosureTransport { request in
        let token = request.head.headerFields[.authorization] ?? ""
        let first = token.hasSuffix("ann") ? 10 : 20
        let body = #"[{"id":\#(first)},{"id":\#(first + 1)}]"#
        return APIResponse(head: HTTPResponse(status: .ok), body: Data(body.utf8))
      },
      middleware: [BearerAuthentication(user: name) { await name().map { Secret($0) } }]
    )
    let items = Items.live(client)
    let list = PagedList<Item>(pageSize: 2) { ListPage(try await items.page(number: $0), hasMore: $0 + $1 < 9) }
    await list.reload()
    user.withLock { $0 = "ben" }
    await list.loadMore()
    #expect(list.items.map(\.id) == [10, 11])
    await list.reload()
    #expect(list.items.map(\.id) == [20, 21])
  }
}

@API("/items", auth: .optional)
private struct Items: Sendable {
  @GET("/")
  var page: @Sendable (_ number: Int) async throws -> [Item]
}

private struct Item: Identifiable, Codable, Sendable, Equatable {
  var id: Int
}

/// A server of numbered elements.
private final class Server: Sendable {
  let elements: Locked<[Item]>
  let error = Locked<APIError?>(nil)
  /// The gate at which a request waits.
  let pause = Locked<Gate?>(nil)
  private let pages = Locked<[Int]>([])

  init(_ count: Int) {
    elements = Locked((0..<count).map { Item(id: $0 + 1) })
  }

  /// The numbers of the pages that were requested.
  var requests: [Int] { pages.withLock { $0 } }

  var source: PagedList<Item>.Source {
    { number, size in
      self.pages.withLock { $0.append(number) }
      await self.pause.withLock { $0 }?.wait()
      if let error = self.error.withLock({ $0 }) { throw error }
      let all = self.elements.withLock { $0 }
      let page = all.dropFirst((number - 1) * size).prefix(size)
      return ListPage(Array(page), total: all.count, hasMore: number * size < all.count)
    }
  }

  @MainActor
  func list(pageSize: Int) -> PagedList<Item> {
    PagedList(pageSize: pageSize, source: source)
  }

  func remove(_ id: Int) {
    elements.withLock { $0.removeAll { $0.id == id } }
  }
}
