import Catalogue
import DockDock
import Dori
import Foundation
import Local
import LocalTesting
import Naru
import Saerok
import Storage
import StorageTesting
import Testing

/// The sample data of `naru-server serve --demo`.
struct DemoTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  @TemporaryData private var folder: DataFolder

  /// Eight books of each class that the made-up readers like.
  private static let csv: String = {
    let classes = ["813.7", "400", "980", "100", "900", "500"]
    let rows = (0..<48).map { index in
      let body = "978890000\(100 + index)"
      let sum = body.enumerated().reduce(0) { $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset % 2 == 0 ? 1 : 3) }
      return "\(body)\((10 - sum % 10) % 10),책 \(index),지은이,펴낸곳,20\(10 + index % 8)-01-01,10000,\(classes[index % 6])"
    }
    return (["isbn13,title,author,publisher,pub_date,price_krw,kdc"] + rows).joined(separator: "\n")
  }()

  private func backend(_ storage: StorageChoice? = nil, isDemo: Bool = true) async throws -> LocalBackend {
    let backend = try await LocalBackend(
      storage: storage ?? .forTests,
      signIn: .tokenIsName,
      demo: isDemo,
      // A busy machine is slow.
      busyWait: BusyWait(limit: .seconds(600)),
      now: { Self.now }
    )
    if try await backend.catalogue.count() == 0 { try backend.addBooks(Self.csv) }
    try await backend.prepare()
    return backend
  }

  @Test func aNewUserHasAShelfAReportAndALedger() async throws {
    let client = try await backend().client("hong")
    let shelf = try await ReadingBooks.live(client).list().elements
    #expect(ReadingStatus.allCases.map { status in shelf.filter { $0.status == status }.count } == [2, 2, 5])
    #expect(shelf.allSatisfy { $0.updatedAt <= Self.now && $0.book != nil })
    let records = try await ReadingRecords.live(client).list()
    #expect(records.total == 14 && Set(records.map(\.recordType)).count == 3)
    let reviews = try await Reviews.live(client).list()
    #expect(reviews.total == 5 && reviews.allSatisfy { (3...5).contains($0.rating) && $0.isPublic })
    let report = try await Onboarding.live(client).report()
    #expect(report.recommendedBooks.count == 8 && report.bigFive.openness > 50)
    let ledger = Ledger.live(client)
    #expect(try await ledger.people().total == 12)
    let dates = try await ledger.gifts().map(\.date)
    #expect(dates.count == 40 && dates[0] <= Self.now && dates[0] > Self.now - 86_400)
    #expect(try await ledger.summary(year: 2026).byMonth.filter { $0.count > 0 }.count > 3)
  }

  @Test func processesThatStartAtOnceAddTheSampleDataOnce() async throws {
    defer { try? FileManager.default.removeItem(at: folder.url) }
    let storage = try StorageChoice.shared(in: folder.url)
    try await backend(storage, isDemo: false).close()
    let backends = try await concurrently(2) { _ in try await backend(storage) }
    #expect(try await FreeBoard.live(backends[0].client()).posts().items.count == 12)
    for backend in backends { try backend.close() }
  }

  @Test func aNewUserOfTwoProcessesHasTheSampleDataOnce() async throws {
    let storage = try StorageChoice.shared(in: folder.url)
    let backends = [try await backend(storage), try await backend(storage)]
    let ledgers = try backends.map { Ledger.live(try $0.client("hong")) }
    #expect(try await concurrently(2) { try await ledgers[$0].people().total } == [12, 12])
    #expect(try await ReadingBooks.live(backends[0].client("hong")).list().total == 9)
    for backend in backends { try backend.close() }
  }

  @Test func theBooksOfTheGuideAreThere() async throws {
    let backend = try await backend()
    for _ in 0..<2 { try await backend.seed { _ in } }
    let client = try backend.client("hong")
    let books = Books.live(client)
    #expect(try await books.search(query: "클린코드").books.map(\.title) == ["클린 코드"])
    let wished = try await ReadingBooks.live(client).add(
      book: NewReadingBook(bookID: "test-book-id", status: .wishlist)
    )
    #expect(wished.status == .wishlist && wished.book?.title == "클린 아키텍처")
  }

  @Test func othersHaveReviewedTheSameBooks() async throws {
    let backend = try await backend()
    let shelf = try await ReadingBooks.live(backend.client("hong")).list().elements
    var authors: Set<String> = []
    for entry in shelf {
      let reviews = try await Reviews.live(backend.client()).ofBook(book: entry.bookID)
      authors.formUnion(reviews.compactMap(\.authorName))
    }
    #expect(authors.count > 3 && authors.contains { $0.hasPrefix("독자 ") }, "\(authors)")
    let posts = try await FreeBoard.live(backend.client()).posts()
    #expect(posts.items.count == 12 && posts.items.contains { $0.commentCount > 2 })
  }

  @Test func concurrentFirstRequestsGiveAUserTheSampleDataOnce() async throws {
    let backend = try await backend()
    let kim = ReadingBooks.live(try backend.client("kim"))
    #expect(try await concurrently(20) { _ in try await kim.list().total }.allSatisfy { $0 == 9 })
    let hong = try await ReadingBooks.live(backend.client("hong")).list().elements
    let other = try await ReadingBooks.live(self.backend().client("hong")).list().elements
    for entries in [hong, other] {
      #expect(entries.map(\.bookID) == (try await kim.list().map(\.bookID)))
    }
  }

  @Test func deletedSampleDataDoesNotReturnAfterARestart() async throws {
    let first = try await backend(.folder(folder))
    let shelf = ReadingBooks.live(try first.client("hong"))
    for entry in try await shelf.list() { try await shelf.remove(id: entry.id) }
    try first.close()
    let second = try await backend(.folder(folder))
    #expect(try await ReadingBooks.live(second.client("hong")).list().isEmpty)
    #expect(try await Ledger.live(second.client("hong")).people().total == 12)
    try second.close()
  }

  @Test func thereIsNoSampleDataWithoutDemo() async throws {
    let plain = try await backend(isDemo: false)
    #expect(try await ReadingBooks.live(plain.client("hong")).list().isEmpty)
    #expect(try await FreeBoard.live(plain.client()).posts().items.isEmpty)
  }
}
