import Naru
import NaruScreens
import Testing

struct PageStateTests {
  private var books = PageState<Book, Int>(first: 1)

  @Test mutating func pagesFollowEachOtherUntilTheLastOne() throws {
    #expect(books.next == 1 && books.request == nil)
    let first = try books.requested()
    #expect(first.position == 1 && !first.isReload && books.request == first)
    let second = books.began()
    #expect(second == nil)
    books.received([1, 2], total: 3, next: 2, for: first)
    #expect(books.next == 2 && books.total == 3)
    books.received([3], next: nil, for: try books.requested())
    #expect(books.items == [1, 2, 3] && books.total == 3 && books.next == nil && books.isAtEnd)
  }

  @Test mutating func aKnownElementAppearsOnce() throws {
    books.received([1, 2], next: 2, for: try books.requested())
    books.received([2, 3, 3], next: nil, for: try books.requested())
    #expect(books.items == [1, 2, 3])
  }

  @Test mutating func aRequestThatFailedBeginsAgain() throws {
    let first = try books.requested()
    books.failed(APIError(.unreachable), for: first)
    #expect(books.error == APIError(.unreachable).localizedMessage && books.request == nil && books.next == 1)
    let again = try books.requested()
    #expect(again.position == 1 && again != first && books.error == nil)
    books.failed(CancellationError(), for: again)
    #expect(books.error == nil && books.request == nil)
  }

  @Test mutating func aReloadReplacesTheElementsWhenItArrives() throws {
    books.received([1, 2], total: 9, next: 2, for: try books.requested())
    let more = try books.requested()
    let reload = try books.requested(reload: true)
    #expect(reload.position == 1 && reload.isReload && books.items == [1, 2])
    books.received([3], next: nil, for: more)
    books.failed(APIError(.unreachable), for: more)
    #expect(books.items == [1, 2] && books.request == reload && books.error == nil)
    books.received([7], next: 2, for: reload)
    #expect(books.items == [7] && books.total == nil && books.next == 2)
  }

  @Test mutating func aResponseAfterItsRequestWasAbandonedChangesNothing() throws {
    let first = try books.requested()
    books.cancel()
    #expect(books.request == nil && books.next == 1)
    books.received([1], next: 2, for: first)
    #expect(books.items.isEmpty && books.next == 1)
    let second = try books.requested()
    books.clear()
    books.received([1], next: 2, for: second)
    #expect(books.items.isEmpty && books.next == nil && books.isAtEnd)
    let reload = try books.requested(reload: true)
    #expect(reload.position == 1)
  }

  @Test mutating func aPageCanBeRequestedAgainAfterARemoval() throws {
    books.received([1, 2], total: 5, next: 2, for: try books.requested())
    books.remove(1)
    books.remove(1)
    #expect(books.items == [2] && books.total == 4)
    let request = try books.requested(at: books.items.count / 2 + 1)
    #expect(request.position == 1)
    books.received([2, 3], next: 2, for: request)
    #expect(books.items == [2, 3] && books.next == 2)
  }

  @Test mutating func aPageThatIsItsOwnSuccessorIsTheLast() throws {
    books.received([1], next: 1, for: try books.requested())
    #expect(books.next == nil)
  }

  @Test func aCursorMayBeMissingBeforeTheFirstPageAndAfterTheLast() throws {
    var books = PageState<Book, String?>(first: nil)
    let first = try books.requested()
    #expect(first.position == nil)
    var cursor: String? = "b"
    books.received([1], next: cursor, for: first)
    let second = try books.requested()
    #expect(second.position == "b")
    cursor = ""
    books.received([2], next: cursor, for: second)
    #expect(books.items == [1, 2] && books.isAtEnd)
    books.received([3], next: nil, for: try books.requested(reload: true))
    #expect(books.items == [3] && books.isAtEnd)
  }

  @Test mutating func valuesWithTheSameHistoryAreEqual() throws {
    var other = books
    books.received([1], next: 2, for: try books.requested())
    #expect(books != other)
    other.received([1], next: 2, for: try other.requested())
    #expect(books == other)
  }
}

extension PageState {
  /// Begins a request. The macros of Swift Testing can't call a function that changes a value.
  fileprivate mutating func requested(at position: Position? = nil, reload: Bool = false) throws -> Request {
    let request = began(at: position, reload: reload)
    return try #require(request)
  }

  /// Whether no page can be requested.
  fileprivate var isAtEnd: Bool {
    var copy = self
    return copy.began() == nil
  }
}

private struct Book: Identifiable, Equatable, ExpressibleByIntegerLiteral {
  var id: Int

  init(integerLiteral id: Int) { self.id = id }
}
