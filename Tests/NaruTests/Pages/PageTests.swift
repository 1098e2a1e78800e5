import Foundation
import Naru
import TestSupport
import Testing

struct PageTests {
  /// Serves the numbers up to a count in pages of five or the requested size, and records the requested pages.
  private func numbers(_ count: Int, total: Int?, asked: Locked<[Int?]> = Locked([])) -> Bodies {
    Bodies.overHTTP { api in
      api.numbers = { page, size in
        asked.withLock { $0.append(page) }
        let (page, size) = (page ?? 1, size ?? 5)
        return CountedList(Array(1...count).dropFirst((page - 1) * size).prefix(size).map { $0 }, total: total)
      }
    }
  }

  @Test(arguments: [(10, [nil, 2]), (11, [nil, 2, 3]), (4, [nil])])
  func allElementsArriveAndEachPageIsRequestedOnce(count: Int, asked: [Int?]) async throws {
    let pages = Locked<[Int?]>([])
    let numbers = numbers(count, total: count, asked: pages)
    #expect(try await numbers.numbersPages().elements.all() == Array(1...count))
    #expect(pages.withLock { $0 } == asked)
  }

  @Test func withoutATotalTheFirstEmptyPageIsTheLastOne() async throws {
    let pages = Locked<[Int?]>([])
    let numbers = numbers(7, total: nil, asked: pages)
    #expect(try await numbers.numbersPages(page: 2, size: 3).all().map(\.count) == [3, 1, 0])
    #expect(pages.withLock { $0 } == [2, 3, 4])
  }

  @Test func pagesAreRequestedOnDemandAndNotAfterTheLoopWasLeft() async throws {
    let pages = Locked<[Int?]>([])
    for try await number in numbers(100, total: 100, asked: pages).numbersPages().elements where number == 7 { break }
    #expect(pages.withLock { $0 } == [nil, 2])
  }

  @Test func cursorsAreFollowedAndARepeatedOneIsAnError() async throws {
    let api = Bodies.overHTTP { api in
      api.cursor = { after in
        switch after {
        case nil: CursorPage(items: [1, 2], cursor: "b")
        case "b": CursorPage(items: [], cursor: "c")
        case "c": CursorPage(items: [3], cursor: "")
        default: CursorPage(items: [9], cursor: after)
        }
      }
    }
    #expect(try await api.cursorPages().elements.all() == [1, 2, 3])
    var pages = api.cursorPages(after: "loop").makeAsyncIterator()
    #expect(try await pages.next()?.items == [9])
    #expect(await code { try await pages.next() } == .decodingFailed)
  }

  @Test func aFailedPageIsRequestedAgain() async throws {
    let asked = Locked<[String?]>([])
    let api = Bodies.overHTTP { api in
      api.cursor = { after in
        let count = asked.append(after)
        if count == 2 { throw APIError(.rateLimited) }
        return CursorPage(items: [count], cursor: after == nil ? "b" : nil)
      }
    }
    var pages = api.cursorPages().makeAsyncIterator()
    #expect(try await pages.next()?.items == [1])
    await #expect(throws: APIError.self) { try await pages.next() }
    #expect(try await pages.next()?.items == [3])
    #expect(try await pages.next() == nil)
    #expect(try await pages.next() == nil)
    #expect(asked.withLock { $0 } == [nil, "b", "b"])
  }

  @Test func aCancelledTaskRequestsNoPage() async throws {
    let pages = Locked<[Int?]>([])
    let api = numbers(100, total: 100, asked: pages)
    let task = Task {
      var iterator = api.numbersPages().makeAsyncIterator()
      _ = try await iterator.next()
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await iterator.next()
    }
    #expect(await code { try await task.value } == .cancelled)
    #expect(pages.withLock { $0 } == [nil])
  }
}
