import Covers
import Foundation
import Konkuk
import KonkukFeatures
import Naru
import NaruScreens
import StorageTesting
import Support
import SystemTesting
import Testing

@MainActor
struct PopularBooksModelTests {
  private let folder = TemporaryFolder()

  private func model(
    covers: CoverCache = CoverCache { _ in Data() },
    _ answer: @escaping @Sendable (BookCategory?) async throws -> [PopularBook]
  ) -> PopularBooksModel {
    var books = PopularBooks.unimplemented
    books.mostBorrowed = { _, _, category, _ in PopularBookList(try await answer(category)) }
    return PopularBooksModel(books, covers: covers)
  }

  private nonisolated static func book(_ category: BookCategory?) -> PopularBook {
    PopularBook(
      id: category?.id ?? 0,
      title: category?.title ?? "",
      author: "",
      publisher: "",
      thumbnailURL: "http://x/1"
    )
  }

  @Test func aSelectionSearchesAndShowsAnEmptyListMeanwhile() async {
    let gate = Gate()
    let model = model { category in
      await gate.wait()
      return [Self.book(category)]
    }
    #expect(model.books.phase == .idle && model.books.value.isEmpty)
    await gate.hold(await model.select(.arts)) {
      #expect(model.books.phase == .loading && model.books.value.isEmpty && model.category == .arts)
    }
    #expect(model.books.phase == .loaded && model.books.value.map(\.title) == ["예술"])
  }

  @Test func aCoverThatWasSeenIsThereWithoutAConnectionAfterARestart() async throws {
    let isDown = Locked(false)
    func start(limit: Int = 1 << 20) -> CoverCache {
      CoverCache(in: folder.url, fileLimit: limit) { url in
        guard !isDown.withLock({ $0 }) else { throw APIError(.unreachable) }
        return Data(url.absoluteString.utf8) + Data(repeating: 1, count: 1000)
      }
    }
    let urls = try (0..<20).map { try #require(URL(string: "http://y/\($0)")) }
    var expected: [Data] = []
    for url in urls { expected.append(try await start().data(url)) }
    isDown.withLock { $0 = true }
    let restarted = start()
    for (url, data) in zip(urls, expected) { #expect(try await restarted.data(url) == data) }
    let unseen = try #require(URL(string: "http://y/unseen"))
    await #expect(throws: APIError.self) { try await restarted.data(unseen) }
    // Files have a limit, too, and one picture has at most a quarter of it.
    isDown.withLock { $0 = false }
    _ = try await start(limit: 10_000).data(unseen)
    let large = try #require(URL(string: "http://y/large"))
    _ = try await start(limit: 3_000).data(large)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect((5...9).contains(files.count), "\(files.count)")
    isDown.withLock { $0 = true }
    #expect(try await start().data(unseen).count > 1000)
    await #expect(throws: APIError.self) { try await start().data(large) }
  }

  @Test func concurrentRequestsShareOneCoverLoadAndAFailedOneIsRetried() async throws {
    let gate = Gate()
    let loads = Locked(0)
    let cache = CoverCache(limit: 10) { url in
      let count = loads.withLock { loads in
        loads += 1
        return loads
      }
      if count == 1 {
        await gate.wait()
        throw APIError(.unreachable)
      }
      return Data(repeating: 1, count: url.path == "/large" ? 11 : 4)
    }
    let model = model(covers: cache) { _ in [] }
    async let one = model.cover(of: Self.book(.arts))
    await gate.arrived()
    async let other = model.cover(of: Self.book(.history))
    gate.open()
    #expect(await one == nil)
    _ = await other
    let before = loads.withLock { $0 }
    #expect(await model.cover(of: Self.book(.arts))?.count == 4)
    #expect(await model.cover(of: Self.book(.arts))?.count == 4)
    #expect(loads.withLock { $0 } <= before + 1)
    // Two fit; the least recently used one is evicted.
    let urls = try ["/1", "/2", "/3", "/large"].map { try #require(URL(string: "http://y\($0)")) }
    let start = loads.withLock { $0 }
    for index in [0, 1, 0, 2, 0, 1, 3, 3] { _ = try await cache.data(urls[index]) }
    #expect(loads.withLock { $0 } == start + 6)
    #expect(await model.cover(of: PopularBook.samples[0]) == nil)
  }
}
